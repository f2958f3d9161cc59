import SVGAFormat

/// A `WireMovie` made a `VideoEntity`.
final class ResolvePhase: Phase {
    private let document: SVGADocument

    init(_ subject: Subject) throws { document = try DocumentReader.read(subject.bytes, limits: subject.limits) }

    func run() throws { _ = try Resolver.resolve(document, options: ReadOptions()) }
}
