import SVGAFormat
import SVGAImage
import SVGAModel
package import SVGARender
import SVGASupport

/// A cache of paths and bitmaps as players make them. A check reads the same document with many profiles, most of which share grammar and
/// sampling. All caches are equal, because they do not affect results.
package final class EmulationCache: Hashable, Sendable {
    /// A path as a player parses it.
    struct ParsedPath {
        let path: SVGAPath
        /// The reason why the player fails at the path; nil if it does not fail.
        let fault: Message?
        let isOverLimit: Bool
    }

    private struct PathKey: Hashable {
        let grammar: Profile.PathGrammar
        let maximumSegments: Int
        let text: ByteKey
    }

    private struct BitmapKey: Hashable {
        let source: ObjectIdentifier
        let isReduced: Bool
        let gamma: Int?
    }

    private struct Copies {
        /// Retained, so that no other bitmap gets its `ObjectIdentifier`.
        let source: PreparedBitmap
        var levels: [PreparedBitmap]
    }

    /// The images of the files of a check, such as a file before and after its images are encoded again.
    package let images = DecodedImages(sharesEqualPixels: true)
    private let paths = Locked<[PathKey: ParsedPath]>([:])
    private let bitmaps = Locked<[BitmapKey: Copies]>([:])

    package init() {}

    package static func == (left: EmulationCache, right: EmulationCache) -> Bool { true }

    package func hash(into hasher: inout Hasher) {}

    /// Parses a path, or returns the cached result. Parsing holds the lock, because other threads usually request the same path.
    func parsedPath(_ text: ByteKey, _ grammar: Profile.PathGrammar, maximumSegments: Int) -> ParsedPath {
        let key = PathKey(grammar: grammar, maximumSegments: maximumSegments, text: text)
        return paths.withLock { paths in
            if let parsed = paths[key] { return parsed }
            let parsed: ParsedPath
            if grammar == .svg {
                let result = PathParser.parse(text.text, maxSegments: maximumSegments)
                parsed = ParsedPath(path: result.path, fault: nil, isOverLimit: result.isOverLimit)
            } else {
                var parser = EmulatedPathParser(grammar, maxSegments: maximumSegments)
                parser.read(text.text)
                parsed = ParsedPath(path: parser.path, fault: parser.fault, isOverLimit: parser.isOverLimit)
            }
            paths[key] = parsed
            return parsed
        }
    }

    /// Removes the copies of bitmaps. Call it after each player: hardly two of them sample equal copies.
    package func removeBitmaps() { bitmaps.withLock { $0 = [:] } }

    /// The copies of a bitmap that a player samples.
    /// - Parameters:
    ///   - isReduced: whether colors have 16 bits.
    ///   - gamma: the gamma of the colors, in units of 1/100000; nil: they are not converted.
    ///   - halvings: the number of smaller copies, each half as large as the one before.
    func levels(of source: PreparedBitmap, isReduced: Bool, gamma: Int?, halvings: Int) throws(SVGAError) -> [PreparedBitmap] {
        let key = BitmapKey(source: ObjectIdentifier(source), isReduced: isReduced, gamma: gamma)
        return try bitmaps.withLock { (bitmaps) throws(SVGAError) in
            var copies = bitmaps[key] ?? Copies(source: source, levels: [])
            if copies.levels.isEmpty {
                let colored = if let gamma { try source.converted(gamma: gamma) } else { source }
                copies.levels = [isReduced ? try colored.reducedTo565() : colored]
            }
            while copies.levels.count <= halvings { copies.levels.append(try copies.levels[copies.levels.count - 1].halved()) }
            bitmaps[key] = copies
            return Array(copies.levels.prefix(halvings + 1))
        }
    }
}
