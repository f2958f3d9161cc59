// Feeds arbitrary text to the SVG path parser. The parser never fails: it drops a broken tail and reports its offset.
import SVGAFormat
import SVGAModel

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzPath(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let text = String(decoding: UnsafeBufferPointer(start: data, count: count), as: UTF8.self)
    let result = PathParser.parse(text)
    let path = result.path
    // An arc becomes at most 4 curves and takes far more bytes than that; a single letter gives at most a segment and a move.
    precondition(path.verbs.count <= 2 * count, "\(path.verbs.count) verbs from \(count) bytes")
    let numbers = path.verbs.reduce(0) { $0 + $1.coordinateCount }
    precondition(path.coordinates.count == numbers, "\(path.coordinates.count) numbers for verbs that take \(numbers)")
    precondition(path.verbs.first.map { $0 == .move } ?? true, "the path starts with no move")
    precondition(result.brokenAt.map { $0 <= text.utf8.count } ?? true, "broken past the end")

    let limited = PathParser.parse(text, maxSegments: 8)
    precondition(limited.path.verbs.count <= 8 + 16, "the limit does not hold: \(limited.path.verbs.count) verbs")
    return 0
}
