import SVGAEmulation
public import SVGAFormat
import SVGAImage
public import SVGAModel
package import SVGARender
import SVGASupport

/// The result of checking a movie.
public struct Validation: Sendable {
    package let byteCount: Int
    /// The movie that was checked.
    package let movie: VideoEntity
    /// 4 × width × height over all images whose header can be read.
    package let decodedImageBytes: Int
    /// What was found, sorted by severity, the worst first, then by code, then by location in the file.
    public var diagnostics: [Diagnostic] { findings.map(\.diagnostic) }
    /// As ``diagnostics``, with the codes of checks.
    package let findings: [Finding]

    /// Checks a movie for everything that reading and decoding tolerate, for what players show otherwise, and against bounds.
    ///
    /// - Parameters:
    ///   - bytes: the file, in any container.
    ///   - options: how the file is read, and what it may ask for.
    ///   - players: the players whose differences are reported; by default none.
    ///   - maximumBytes: the largest size of the file in bytes; nil: any.
    ///   - maximumMemoryBytes: the most bytes that all decoded images may take, at 4 bytes a pixel; nil: any.
    /// - Throws: ``SVGAError`` if it is not a movie, ``SVGAError`` if it cannot be drawn.
    public init(
        _ bytes: some Collection<UInt8>, read options: ReadOptions = ReadOptions(), players: Set<PublicPlayer> = [],
        maximumBytes: Int? = nil, maximumMemoryBytes: Int? = nil
    ) throws(SVGAError) {
        let bounds = FileBounds(bytes: maximumBytes, memoryBytes: maximumMemoryBytes)
        self = try Validation([UInt8](bytes), read: options, players: players, bounds: bounds)
    }

    /// - Parameters:
    ///   - ignored: what is not reported.
    ///   - budget: what drawing as all players may cost; nil: what `validate` may spend.
    package init(
        _ bytes: [UInt8], read options: ReadOptions = ReadOptions(), players: Set<PublicPlayer> = [], bounds: FileBounds,
        ignoring ignored: Set<FindingCode> = [], budget: WorkBudget? = nil
    ) throws(SVGAError) {
        let source = try CheckedFile(bytes, options: options, budget: budget)
        movie = source.movie
        byteCount = bytes.count
        decodedImageBytes = movie.decodedImageBytes
        let prepared = PreparedMovie(movie, limits: options.limits)
        var found = (movie.diagnostics + (try Validation.imageDiagnostics(prepared, options.limits))).compactMap { Finding($0) }
        found += try PlayerCheck.findings(source, prepared, players: players)
        found += FileCheck.findings(movie) + bounds.findings(movie, byteCount: byteCount, decodedImageBytes: decodedImageBytes)
        found.removeAll { ignored.contains($0.code) }
        findings = found.enumerated().sorted { left, right in
            if left.element.severity != right.element.severity { return left.element.severity > right.element.severity }
            return (left.element.code.name, left.offset) < (right.element.code.name, right.offset)
        }.map(\.element)
    }

    /// Whether the movie is refused; errors refuse it, and warnings about a player or a bound
    /// that was asked for. Other warnings do only if warnings are denied.
    public func isFailure(denyingWarnings: Bool) -> Bool { findings.contains { $0.isFailure(denyingWarnings: denyingWarnings) } }

    /// Images that cannot be decoded: of all, not only of those that are shown.
    private static func imageDiagnostics(_ prepared: PreparedMovie, _ limits: ReadLimits) throws(SVGAError) -> [Diagnostic] {
        let movie = prepared.movie
        var options = RenderOptions()
        options.limits = limits
        let scene = try prepared.scene(options: options)
        var diagnostics = scene.diagnostics
        let isShown = movie.images.indices.map { scene.showsBitmap(ofImage: $0) }
        let reported = Set(diagnostics.map(\.locationText))
        for (index, image) in movie.images.enumerated() where !isShown[index] && image.format != .unknown {
            let place: Message = "image \"\(image.key)\""
            if reported.contains(place) { continue }
            do throws(SVGAError) {
                _ = try ImageDecoder.prepare(image, limits: limits)
            } catch {
                diagnostics.append(Diagnostic(.imageBroken, error.message, location: place))
            }
        }
        return diagnostics
    }
}

extension Finding {
    /// The finding for a file that could not be checked at all.
    package init(_ error: SVGAError) {
        self.init(.check(.fileUnreadable), .error, error.message, remedy: error.movieLimit != nil ? .raiseLimit : .exportAgain)
    }
}

extension VideoEntity {
    /// The sum of 4 × width × height over all images whose header can be read; `Int.max` if it overflows.
    package var decodedImageBytes: Int {
        images.reduce(0) { sum, image in
            guard let size = ImageDecoder.size(of: image) else { return sum }
            let (pixels, isOver) = size.width.multipliedReportingOverflow(by: size.height)
            guard !isOver, pixels <= Int.max / 4 else { return .max }
            let (total, isTotalOver) = sum.addingReportingOverflow(4 * pixels)
            return isTotalOver ? .max : total
        }
    }
}
