import SVGACheck
import SVGAFormat
import SVGAModel
import SVGASupport
import SVGATasks

/// The movies of a folder, one per row: the table of `svga inspect` and `svga validate`.
struct MovieTable {
    private var table: TextTable

    private let screen: TextStream

    init(count: Int, _ screen: TextStream) {
        self.screen = screen
        table = TextTable(columns: [
            .init(title: Units.count(count, "movie")), .init(title: "file", isRight: true), .init(title: "canvas", isRight: true),
            .init(title: "frames", isRight: true), .init(title: "fps", isRight: true), .init(title: "memory", isRight: true),
            .init(title: "keys", isRight: true), .init(title: "findings"),
        ])
    }

    /// Adds a movie. "memory" is that of all decoded images; "keys" counts replaceable imageKeys.
    mutating func add(_ result: ValidateTask.Result) {
        let validation = result.validation
        let movie = validation.movie
        let canvas = movie.canvasPixels
        table.rows.append([
            result.report.file.printable, screen.bytes(validation.byteCount), "\(canvas.width)×\(canvas.height)", "\(movie.frameCount)",
            "\(movie.fps)",
            screen.bytes(validation.decodedImageBytes), "\(Set(movie.sprites.map { ByteKey($0.imageKey) }).count)",
            screen.text(ValidationText.counts([result.report])),
        ])
    }

    /// Adds a file that is not a readable movie.
    mutating func add(unreadable name: String) {
        table.rows.append([name.printable] + [String](repeating: "—", count: 6) + [screen.text("cannot be read")])
    }

    var text: String {
        let lines = table.lines(width: screen.columns, screen.wording)
        return ([screen.styled(lines[0], .cyan)] + lines.dropFirst()).map { $0 + "\n" }.joined()
    }
}
