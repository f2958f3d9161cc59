import SVGACheck
import SVGAEmulation
import SVGAFormat
import SVGAHTTP
import SVGAImage
import SVGAModel
import SVGARender
import SVGASupport
import SVGATasks

/// A movie of a static gallery: its files, its card in the list, and what its page shows.
struct SiteMovie: Sendable {
    /// The card in the list.
    let card: JSONValue
    /// Why the movie cannot be read; nil if it can.
    let problem: Message?
    /// Of all files of this movie.
    let bytes: Int

    /// The longer side of a poster, for screens with two pixels per point.
    private static let posterSide = 480
    private static let posterQuality = 85
    private static let maximumFindings = 200
    private static let maximumKeys = 200
    private static let maximumKeyLength = 200

    /// The names of a movie's files in the site.
    struct Names: Sendable {
        /// From 1.
        let number: Int
        /// Such as `movies/sub/gift.svga`.
        let movie: String

        var poster: String { "posters/\(number).webp" }
        /// What the page of the movie shows. Browsers read it as a script, because they fetch nothing from `file:`.
        var details: String { "data/\(number).js" }
        /// The movie in a script, for `file:`.
        var script: String { "data/\(number)-movie.js" }
    }

    /// Writes the files of a movie. A movie that cannot be read has only a card.
    init(
        _ entry: MovieLibrary.Entry, _ names: Names, in library: MovieLibrary, budget: BudgetTask.Loaded?, to folder: SiteFolder
    ) throws(TaskError) {
        let card: [JSONValue.Member] = [
            .init(name: "name", value: .string(entry.name)), .init(name: "folder", value: .string(entry.folder)),
            .init(name: "bytes", value: .integer(entry.version.bytes)),
        ]
        let content: (movie: [UInt8], checked: ValidateTask.Result, poster: [UInt8], verdict: BudgetReport?)
        do throws(PreviewError) {
            content = try SiteMovie.content(entry, in: library, budget: budget)
        } catch {
            if Task.isCancelled { throw .interrupted }
            let text = [error.message, error.advice].filter { !$0.isEmpty }.joined(separator: "; ")
            self.card = .object(card + [.init(name: "error", value: SiteMovie.texts(text))])
            (problem, bytes) = (text, 0)
            return
        }
        let (movie, report) = (content.checked.validation.movie, content.checked.report)
        let details = try SiteMovie.details(report, content.verdict, movie)
        var script = Array("svgaGallery.movie(\(names.number),\"".utf8)
        var encoded = Base64()
        content.movie.withUnsafeBytes { encoded.append($0) }
        encoded.end()
        script += encoded.text
        script += "\");\n".utf8
        try folder.write(content.movie, to: names.movie)
        try folder.write(script, to: names.script)
        try folder.write(content.poster, to: names.poster)
        let text = Array("svgaGallery.details(\(names.number),\(details.text(.compact, escaping: .html)));\n".utf8)
        try folder.write(text, to: names.details)
        bytes = content.movie.count + script.count + content.poster.count + text.count
        problem = nil
        let verdicts: JSONValue = .array(report.players.map { ["player": $0.player.name, "result": $0.outcome.rawValue] })
        self.card = .object(
            card + [
                .init(name: "file", value: .string(names.movie)), .init(name: "width", value: .number(movie.viewBox.width)),
                .init(name: "height", value: .number(movie.viewBox.height)), .init(name: "frames", value: .integer(movie.frameCount)),
                .init(name: "fps", value: .integer(movie.fps)), .init(name: "seconds", value: .number(movie.durationSeconds)),
                .init(name: "memory", value: .integer(content.checked.validation.decodedImageBytes)),
                .init(name: "hasSound", value: .bool(movie.audios.contains { $0.soundIndex != nil })),
                .init(name: "errors", value: .integer(report.errors)), .init(name: "warnings", value: .integer(report.warnings)),
                .init(name: "players", value: verdicts),
                .init(name: "isWithinBudget", value: content.verdict.map { .bool($0.isWithin) } ?? .null),
                .init(name: "keys", value: .array(SiteMovie.keys(movie).map { .string($0) })),
            ])
    }

    private static func content(
        _ entry: MovieLibrary.Entry, in library: MovieLibrary, budget: BudgetTask.Loaded?
    ) throws(PreviewError) -> (movie: [UInt8], checked: ValidateTask.Result, poster: [UInt8], verdict: BudgetReport?) {
        let bytes = try library.bytes(of: entry.id)
        var task = ValidateTask()
        task.common = CommonOptions(limits: library.limits)
        task.players = PlayerList(argument: "all").map { [$0] } ?? []
        let checked = try PreviewError.running { () throws(TaskError) in try task.run(bytes, name: entry.name) }
        let verdict = try budget.map { (budget) throws(PreviewError) in
            try PreviewError.running { () throws(TaskError) in try budget.run(bytes, name: entry.name) }
        }
        do throws(SVGAError) {
            let prepared = PreparedMovie(checked.validation.movie, limits: library.limits)
            return (bytes, checked, try Thumbnail(prepared, side: posterSide).pixmap.encoded(as: .webP(quality: posterQuality)), verdict)
        } catch {
            throw PreviewError(422, error.message)
        }
    }

    private static func keys(_ movie: VideoEntity) -> [String] {
        ReplaceableKey.sprites(of: movie).prefix(maximumKeys).map { String($0.key.prefix(maximumKeyLength)) }
    }

    // MARK: The page of a movie

    private static func details(
        _ report: ValidationReport, _ verdict: BudgetReport?, _ movie: VideoEntity
    ) throws(TaskError) -> JSONValue {
        [
            "version": movie.version, "images": movie.images.count, "sprites": movie.sprites.count,
            "players": report.players.map { verdict -> JSONValue in
                [
                    "player": verdict.player.name, "version": verdict.player.version, "result": verdict.outcome.rawValue,
                    "differences": verdict.differences,
                    "frames": verdict.frames.map { [$0.lowerBound, $0.upperBound] },
                ]
            },
            "findings": report.findings.prefix(maximumFindings).map { finding -> JSONValue in
                [
                    "code": finding.code, "severity": finding.severity.name, "message": texts(finding.message),
                    "place": texts(finding.location), "remedy": texts(finding.remedy), "players": finding.players,
                    "frame": finding.frames.first?.first,
                ]
            },
            "moreFindings": max(0, report.findings.count - maximumFindings),
            "budget": verdict.map { report -> JSONValue in
                .array(
                    report.lines.map { line in
                        [
                            "limit": line.limit.rawValue, "subject": line.subject, "isWithin": line.isWithin,
                            "allowed": number(line.allowed), "value": number(line.value), "message": texts(line.reason),
                        ]
                    })
            } ?? .null,
        ]
    }

    private static func number(_ value: Double?) -> JSONValue {
        guard let value, value.isFinite else { return .null }
        return Int(exactly: value).map { .integer($0) } ?? .number(value)
    }

    /// A text in both languages.
    static func texts(_ message: Message) -> JSONValue {
        ["en": message.text(nil).printable, "zh": message.text { ChineseMessages.table[$0] }.printable]
    }
}
