import SVGACheck
import SVGAEmulation
import SVGAFormat
import SVGAModel
import SVGASupport

/// Bytes → movie.
enum Reading {
    /// Bytes as they are, whatever container they are of.
    static func container(_ bytes: [UInt8]) throws(FuzzFinding) {
        guard let document = try? SVGADocument(bytes: bytes, options: MovieInput.options) else { return }
        try check(document)
    }

    /// A protobuf message, read, resolved and validated.
    static func message(_ bytes: [UInt8]) throws(FuzzFinding) {
        let file = MovieInput.file(bytes)
        guard let document = try? SVGADocument(bytes: file, options: MovieInput.options) else { return }
        try check(document)
        _ = try? Validation(file, read: MovieInput.options, players: Set(PublicPlayer.allCases))
    }

    /// The text of a `movie.spec`, and of any other JSON.
    static func json(_ bytes: [UInt8]) throws(FuzzFinding) {
        if let document = try? SVGADocument(bytes: MovieInput.archive("movie.spec", bytes), options: MovieInput.options) {
            try check(document)
        }
        guard let value = try? JSONValue(parsing: bytes) else { return }
        for style in [JSONValue.Style.compact, .pretty] {
            // Sorted members are another order, so the values are not compared.
            let again = try? JSONValue(parsing: Array(value.text(style).utf8))
            try FuzzFinding.unless(again != nil, "JSON that was written is none")
        }
    }

    /// The path parser never fails: it drops a broken tail and returns where that begins.
    static func path(_ bytes: [UInt8]) throws(FuzzFinding) {
        let text = String(decoding: bytes, as: UTF8.self)
        let result = PathParser.parse(text)
        let path = result.path
        // An arc becomes at most 4 curves and takes far more bytes than that; a single letter gives at most a segment and a move.
        try FuzzFinding.unless(path.verbs.count <= 2 * bytes.count, "\(path.verbs.count) verbs from \(bytes.count) bytes")
        let numbers = path.verbs.reduce(0) { $0 + $1.coordinateCount }
        try FuzzFinding.unless(path.coordinates.count == numbers, "\(path.coordinates.count) numbers for verbs that take \(numbers)")
        try FuzzFinding.unless(path.verbs.first.map { $0 == .move } ?? true, "the path starts with no move")
        try FuzzFinding.unless(result.brokenAt.map { $0 <= text.utf8.count } ?? true, "broken past the end")

        let limited = PathParser.parse(text, maxSegments: 8)
        try FuzzFinding.unless(limited.path.verbs.count <= 8 + 16, "the limit does not hold: \(limited.path.verbs.count) verbs")
    }

    private static func check(_ document: SVGADocument) throws(FuzzFinding) {
        guard let movie = try? document.videoEntity(options: MovieInput.options) else { return }
        try FuzzFinding.unless(movie.fps >= 1 && movie.frameCount >= 0, "\(movie.frameCount) frames, \(movie.fps) a second")
        try FuzzFinding.unless(MovieDifference(movie, movie, limits: MovieInput.limits).isEmpty, "the movie differs from itself")
    }
}
