/// `X,Y` in points of the canvas.
struct PointArgument: ExpressibleByArgument, Hashable {
    let x: Double
    let y: Double

    init(x: Double, y: Double) { (self.x, self.y) = (x, y) }

    init?(argument: String) {
        let parts = argument.split(separator: ",", omittingEmptySubsequences: false).map { Double(argument: String($0)) }
        guard parts.count == 2, let x = parts[0], let y = parts[1] else { return nil }
        self.init(x: x, y: y)
    }

    static var expectation: String { "X,Y such as 375,300" }
}
