import SVGAModel
import SVGAPixels

/// `x,y,w,h` in points of the canvas.
struct CropArgument: ExpressibleByArgument, Hashable {
    let rect: Rect

    init?(argument: String) {
        let numbers = argument.split(separator: ",", omittingEmptySubsequences: false).compactMap { Double(argument: String($0)) }
        guard numbers.count == 4, argument.split(separator: ",", omittingEmptySubsequences: false).count == 4 else { return nil }
        guard numbers[2] > 0, numbers[3] > 0 else { return nil }
        rect = Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }

    static var expectation: String { "x,y,w,h such as 0,0,100,50" }
}
