/// `X,Y` in points of the canvas.
struct PointArgument: ExpressibleByArgument, Hashable {
    let x: Double
    let y: Double

    init?(argument: String) {
        let parts = argument.split(separator: ",", omittingEmptySubsequences: false).map { Double(argument: String($0)) }
        guard parts.count == 2, let x = parts[0], let y = parts[1] else { return nil }
        (self.x, self.y) = (x, y)
    }

    static var expectation: String { "X,Y such as 375,300" }
}
