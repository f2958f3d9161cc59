import SVGACheck
import SVGAEmulation
import SVGAFormat
import SVGAHTTP
import SVGAModel
import SVGARender
import SVGASupport
import SVGATasks

/// The facts about a movie in the gallery.
struct MovieSummary: JSONRepresentable, Sendable {
    private struct Facts: Sendable {
        let width: Double
        let height: Double
        let frames: Int
        let fps: Int
        let durationSeconds: Double
        let decodedBytes: Int
        let hasSound: Bool
        let keys: [String]
        /// The numbers of errors, warnings and notes.
        let findings: [Int]
        /// nil without a budget.
        let budget: BudgetReport?
    }

    private let id: String
    private let bytes: Int
    private let facts: Facts?
    private let error: Message?

    /// The maximum number of keys that the gallery shows and searches.
    private static let maximumKeys = 200
    private static let maximumKeyLength = 200

    /// - Parameters:
    ///   - budget: the limits with which the movie is compared; nil: none.
    ///   - players: the players for which findings are counted.
    init(
        _ entry: MovieLibrary.Entry, in library: MovieLibrary, budget: BudgetTask.Loaded? = nil, players: Set<PublicPlayer> = []
    ) {
        id = entry.id
        bytes = entry.version.bytes
        do throws(PreviewError) {
            facts = try MovieSummary.facts(entry, library, budget, players)
            error = nil
        } catch {
            facts = nil
            self.error = error.message
        }
    }

    /// The canvas, the frame count and the frame rate; nil if the file cannot be read.
    var dimensions: (width: Double, height: Double, frames: Int, fps: Int)? {
        facts.map { ($0.width, $0.height, $0.frames, $0.fps) }
    }

    private static func facts(
        _ entry: MovieLibrary.Entry, _ library: MovieLibrary, _ budget: BudgetTask.Loaded?, _ players: Set<PublicPlayer>
    ) throws(PreviewError) -> Facts {
        let bytes = try library.bytes(of: entry.id)
        let validation: Validation
        do throws(SVGAError) {
            validation = try Validation(bytes, read: ReadOptions(limits: library.limits), players: players)
        } catch {
            throw PreviewError(422, error.message)
        }
        let movie = validation.movie
        let keys = ReplaceableKey.sprites(of: movie).prefix(maximumKeys).map { String($0.key.prefix(maximumKeyLength)) }
        let severities = [Diagnostic.Severity.error, .warning, .info]
        let comparison = try budget.map { (budget) throws(PreviewError) in
            try PreviewError.running { () throws(TaskError) in try budget.run(bytes, name: entry.name) }
        }
        return Facts(
            width: movie.viewBox.width, height: movie.viewBox.height, frames: movie.frameCount, fps: movie.fps,
            durationSeconds: movie.durationSeconds, decodedBytes: validation.decodedImageBytes,
            hasSound: movie.audios.contains { $0.soundIndex != nil }, keys: keys,
            findings: severities.map { severity in validation.findings.count { $0.severity == severity } },
            budget: comparison)
    }

    var json: JSONValue {
        let counts: JSONValue =
            facts.map { ["errors": $0.findings[0], "warnings": $0.findings[1], "infos": $0.findings[2]] }
            ?? ["errors": 1, "warnings": 0, "infos": 0]
        return [
            "id": id, "width": facts?.width, "height": facts?.height, "frames": facts?.frames, "fps": facts?.fps,
            "durationSeconds": facts?.durationSeconds, "bytes": bytes, "decodedBytes": facts?.decodedBytes,
            "hasSound": facts?.hasSound ?? false, "keys": facts?.keys ?? [], "findings": counts, "error": error,
            "budget": facts?.budget.map { ["isWithin": $0.isWithin, "message": $0.excess] as JSONValue } ?? .null,
        ]
    }
}

/// A cache of summaries of current files.
final class MovieSummaries: Sendable {
    private let library: MovieLibrary
    private let budget: BudgetTask.Loaded?

    private struct Key: Hashable {
        let id: String
        let players: Set<PublicPlayer>
    }

    private let cache = Locked<[Key: (version: FileVersion, summary: MovieSummary)]>([:])
    /// The maximum number of entries, a few kilobytes each.
    private static let maximumEntries = 20_000

    init(_ library: MovieLibrary, budget: BudgetTask.Loaded? = nil) { (self.library, self.budget) = (library, budget) }

    /// - Parameter players: the players for which findings are counted.
    func summary(_ entry: MovieLibrary.Entry, _ players: Set<PublicPlayer> = []) -> MovieSummary {
        let key = Key(id: entry.id, players: players)
        if let cached = cache.withLock({ $0[key] }), cached.version == entry.version { return cached.summary }
        let summary = MovieSummary(entry, in: library, budget: budget, players: players)
        cache.withLock { cache in
            if cache.count >= MovieSummaries.maximumEntries { cache = [:] }
            cache[key] = (entry.version, summary)
        }
        return summary
    }

    /// All summaries, one line each.
    func stream(_ players: Set<PublicPlayer>) -> any ByteStream {
        SummaryStream(self, library.movies, players, Message.reportTranslation)
    }
}

/// Creates summaries while they are read: if the page disconnects, no more are created.
private final class SummaryStream: ByteStream {
    private struct State {
        var entries: ArraySlice<MovieLibrary.Entry>
        var line: ArraySlice<UInt8> = []
    }

    private let summaries: MovieSummaries
    private let players: Set<PublicPlayer>
    /// The language of the request. The stream is read after the request was answered.
    private let translation: ReportTranslation?
    private let state: Locked<State>

    init(_ summaries: MovieSummaries, _ entries: [MovieLibrary.Entry], _ players: Set<PublicPlayer>, _ translation: ReportTranslation?) {
        self.summaries = summaries
        self.players = players
        self.translation = translation
        state = Locked(State(entries: entries[...]))
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        state.withLock { state in
            if state.line.isEmpty, let entry = state.entries.popFirst() {
                let summary = summaries.summary(entry, players)
                let json = Message.$reportTranslation.withValue(translation) { summary.json }
                state.line = Array((json.text(.compact) + "\n").utf8)[...]
            }
            let count = min(state.line.count, buffer.count)
            buffer.copyBytes(from: state.line.prefix(count))
            state.line = state.line.dropFirst(count)
            return count
        }
    }
}
