package import SVGAModel
import SVGASupport

/// A place that movies and images are read from: a folder, an `https` prefix or an object store.
///
/// `svga serve` and `svga batch` read through it. Names are untrusted: a source checks them and never leaves its folder or prefix.
package protocol MovieSource: Sendable {
    /// The start of the names that belong to this source: empty for a folder, `https://host/gifts/` or `s3://bucket/gifts/`.
    var prefix: String { get }

    /// Reads a file. If the task is canceled, the transfer ends and the call throws ``SVGAError/Kind/cancelled``.
    ///
    /// - Parameters:
    ///   - name: the name after ``prefix``, percent-decoded, for example `gifts/rose.svga`.
    ///   - limit: the maximum number of bytes.
    ///   - known: the version that the caller has; nil for none. A source answers `unchanged` without reading the bytes if it is still the current one.
    /// - Throws: `notFound`, `refused` (the name, or the host after DNS), `limit`, `network`, `timedOut`, `file` or `cancelled`.
    func read(_ name: String, limit: Int, known: SourceVersion?) async throws(SVGAError) -> SourceAnswer
}

/// The version of a file in a source. Equal versions of one name mean equal bytes.
package struct SourceVersion: Hashable, Sendable {
    /// An ETag, a time with a size, or a file's identity.
    package let tag: String

    package init(tag: String) { self.tag = tag }
}

/// The answer of a source.
package enum SourceAnswer: Sendable {
    /// The known version is still the current one.
    case unchanged(freshFor: Duration)
    case content(SourceContent)
}

/// A file of a source.
package struct SourceContent: Sendable {
    package let bytes: [UInt8]
    /// nil if the source has no version, for example a response without `ETag` and `Last-Modified`: then the bytes are compared.
    package let version: SourceVersion?
    /// The time in which the caller need not ask again; zero for files, which are cheap to check.
    package let freshFor: Duration

    package init(bytes: [UInt8], version: SourceVersion?, freshFor: Duration = .zero) {
        self.bytes = bytes
        self.version = version
        self.freshFor = freshFor
    }
}

/// The sources of a process. A name is a URL that starts with the prefix of a source, or a path in a folder.
package struct MovieSources: Sendable {
    private let sources: [any MovieSource]

    package init(_ sources: [any MovieSource]) { self.sources = sources }

    package var isEmpty: Bool { sources.isEmpty }

    /// The sources that may have the name, in the order to try, with the name after the prefix of each.
    ///
    /// A name with a scheme belongs to the source with the longest matching prefix; other names are tried in each folder.
    package func matches(_ name: String) -> [(source: any MovieSource, name: String)] {
        let isAddress = FilePath(name).addressScheme != nil
        let found = sources.filter { $0.prefix.isEmpty != isAddress && name.utf8.starts(with: $0.prefix.utf8) }
        guard isAddress else { return found.map { ($0, name) } }
        guard let longest = found.max(by: { $0.prefix.utf8.count < $1.prefix.utf8.count }) else { return [] }
        return [(longest, String(decoding: name.utf8.dropFirst(longest.prefix.utf8.count), as: UTF8.self))]
    }

    /// Reads a file from the first source that has it.
    /// - Throws: ``SVGAError/Kind/refused`` if no source may have the name.
    package func read(_ name: String, limit: Int, known: SourceVersion? = nil) async throws(SVGAError) -> SourceAnswer {
        var failure: SVGAError?
        for match in matches(name) {
            do throws(SVGAError) {
                return try await match.source.read(match.name, limit: limit, known: known)
            } catch  where error.kind == .notFound {
                failure = error
            }
        }
        throw failure ?? .refusedID(name)
    }
}
