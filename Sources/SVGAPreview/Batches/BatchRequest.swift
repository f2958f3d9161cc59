import SVGAHTTP
import SVGASupport
import SVGATasks

/// The page's request for many movies: one kind of job with the same options.
struct BatchRequest: Sendable {
    enum Kind: String, CaseIterable, Sendable {
        case optimize, fix, check, render
        /// The files as they are, in one archive.
        case copy
    }

    let kind: Kind
    /// Identifiers without repetitions.
    let movies: [String]
    /// The job of each movie, without the movie; nil for `check` and `copy`.
    let job: JobRequest?
    /// The options of `check`.
    let checkOptions: OptionObject
    /// The names of the files in the archive.
    let names: NamePattern

    static let maximumMovies = 2000

    /// - Throws: 400 if the document is invalid or has an option that the page may not set.
    init(_ body: [UInt8]) throws(PreviewError) {
        let document: JSONValue
        do throws(JSONError) {
            document = try JSONValue(parsing: body)
        } catch {
            throw PreviewError(400, "this is not JSON: \(error.message)")
        }
        guard case .string(let name)? = document["kind"], let kind = Kind(rawValue: name) else {
            throw PreviewError(400, "kind needs one of optimize, fix, check, render, copy")
        }
        self.kind = kind
        movies = try BatchRequest.movies(document["movies"])
        names = try NamePattern(document["names"])
        job = [.optimize, .fix, .render].contains(kind) ? try BatchRequest.job(document) : nil
        checkOptions = kind == .check ? try BatchRequest.checkOptions(document["options"]) : OptionObject([])
    }

    /// The identifiers of a request for several movies.
    static func movies(_ value: JSONValue?) throws(PreviewError) -> [String] {
        guard case .array(let values)? = value, !values.isEmpty else { throw PreviewError(400, "movies needs a list of identifiers") }
        guard values.count <= maximumMovies else { throw PreviewError(413, "at most \(maximumMovies) movies at once") }
        var movies: [String] = []
        var known: Set<String> = []
        for value in values {
            guard case .string(let id) = value else { throw PreviewError(400, "movies needs a list of identifiers") }
            if known.insert(id).inserted { movies.append(id) }
        }
        return movies
    }

    private static func job(_ document: JSONValue) throws(PreviewError) -> JobRequest {
        var members: [JSONValue.Member] = [.init(name: "movie", value: .string(""))]
        for name in ["kind", "format", "options"] {
            if let value = document[name] { members.append(.init(name: name, value: value)) }
        }
        return try JobRequest(.object(members))
    }

    /// The page chooses only the players.
    private static func checkOptions(_ value: JSONValue?) throws(PreviewError) -> OptionObject {
        guard let value, value != .null else { return OptionObject([]) }
        guard case .object(let members) = value else { throw PreviewError(400, "options needs an object") }
        for member in members {
            guard member.name == "player" else {
                throw PreviewError(400, "there is no option \"\(member.name)\" for \(Kind.check.rawValue)")
            }
            guard case .string = member.value else { throw PreviewError(400, "\(member.name) needs a text") }
        }
        return OptionObject(members)
    }
}
