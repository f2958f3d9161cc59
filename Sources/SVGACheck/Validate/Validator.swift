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
    /// The verdict on each limit of the budget; empty without a budget.
    package let budgetLines: [BudgetLine]
    /// The findings, sorted by severity, the worst first, then by code, then by location in the file.
    public var diagnostics: [Diagnostic] { findings.map(\.diagnostic) }
    /// The same as ``diagnostics``, with the validator's codes.
    package let findings: [Finding]

    /// Checks a movie for errors that reading and decoding tolerate, for differences of players, and against bounds.
    ///
    /// - Parameters:
    ///   - bytes: the file, in any container.
    ///   - options: the options and limits of reading.
    ///   - players: the players whose differences are reported; by default none.
    ///   - maximumBytes: the maximum size of the file in bytes; nil: no maximum.
    ///   - maximumMemoryBytes: the maximum size of all decoded images, at 4 bytes per pixel; nil: no maximum.
    /// - Throws: ``SVGAError`` if the file is not a movie or cannot be drawn.
    public init(
        _ bytes: some Collection<UInt8>, read options: ReadOptions = ReadOptions(), players: Set<PublicPlayer> = [],
        maximumBytes: Int? = nil, maximumMemoryBytes: Int? = nil
    ) throws(SVGAError) {
        let bounds = FileBounds(bytes: maximumBytes, memoryBytes: maximumMemoryBytes)
        self = try Validation([UInt8](bytes), read: options, players: players, bounds: bounds)
    }

    /// - Parameters:
    ///   - ignored: the codes of findings that are not reported.
    ///   - budget: the work budget for the emulation of all players; nil: that of `svga validate`.
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
        let ofPlayers = try PlayerCheck.findings(source, prepared, players: players.union(bounds.budget?.players ?? []))
        found += ofPlayers.compactMap { $0.of(players) }
        found += FileCheck.findings(movie) + bounds.findings(movie, byteCount: byteCount, decodedImageBytes: decodedImageBytes)
        let lines = bounds.budget?.lines(movie, byteCount: byteCount, decodedImageBytes, findings: ofPlayers) ?? []
        budgetLines = lines
        found += lines.compactMap(\.finding)
        found.removeAll { ignored.contains($0.code) }
        findings = found.enumerated().sorted { left, right in
            if left.element.severity != right.element.severity { return left.element.severity > right.element.severity }
            return (left.element.code.name, left.offset) < (right.element.code.name, right.offset)
        }.map(\.element)
    }

    /// Whether the check fails: because of an error, or of a warning about a requested player or bound. Other warnings fail only if warnings are
    /// denied.
    public func isFailure(denyingWarnings: Bool) -> Bool { findings.contains { $0.isFailure(denyingWarnings: denyingWarnings) } }

    /// The diagnostics of all images that cannot be decoded, including images that no sprite shows.
    private static func imageDiagnostics(_ prepared: PreparedMovie, _ limits: ReadLimits) throws(SVGAError) -> [Diagnostic] {
        let movie = prepared.movie
        var options = RenderOptions()
        options.limits = limits
        let scene = try prepared.scene(options: options)
        var diagnostics = scene.diagnostics
        let isShown = movie.images.indices.map { scene.showsBitmap(ofImage: $0) }
        let reported = Set(diagnostics.map(\.locationText))
        for (index, image) in movie.images.enumerated() where !isShown[index] && image.format != .unknown {
            let location: Message = "image \"\(image.key)\""
            if reported.contains(location) { continue }
            do throws(SVGAError) {
                _ = try ImageDecoder.prepare(image, limits: limits)
            } catch {
                diagnostics.append(Diagnostic(.imageBroken, error.message, location: location))
            }
        }
        return diagnostics
    }
}

extension Finding {
    /// The finding for a file that cannot be read.
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
