/// A share of full opacity: 0 to 1.
struct AlphaThreshold: ExpressibleByArgument, Hashable {
    let alpha: Double

    init(alpha: Double) { self.alpha = alpha }

    init?(argument: String) {
        guard let alpha = Double(argument: argument), 0...1 ~= alpha else { return nil }
        self.alpha = alpha
    }

    static var expectation: String { "a number from 0 to 1" }
}
