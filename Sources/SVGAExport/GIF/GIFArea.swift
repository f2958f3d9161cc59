/// A rectangle of a canvas: columns and rows from the first to before the last.
struct GIFArea: Hashable, Sendable {
    var left = Int.max
    var top = Int.max
    var right = Int.min
    var bottom = Int.min

    static let empty = GIFArea()

    static func canvas(width: Int, height: Int) -> GIFArea { GIFArea(left: 0, top: 0, right: width, bottom: height) }

    var isEmpty: Bool { left >= right }
    var width: Int { isEmpty ? 0 : right - left }
    var height: Int { isEmpty ? 0 : bottom - top }
    var count: Int { width * height }

    /// Of a place in the area, row by row.
    func offset(_ x: Int, _ y: Int) -> Int { (y - top) * (right - left) + x - left }

    /// Takes in the columns `from...through` of a row.
    mutating func add(row: Int, from: Int, through: Int) {
        left = min(left, from)
        right = max(right, through + 1)
        top = min(top, row)
        bottom = max(bottom, row + 1)
    }

    func union(_ other: GIFArea) -> GIFArea {
        GIFArea(
            left: min(left, other.left), top: min(top, other.top), right: max(right, other.right), bottom: max(bottom, other.bottom))
    }
}
