import SVGAImage
import SVGAModel
import SVGARender

/// Another scene of a movie that is prepared already: a new picture, decoded from one of the movie's own payloads, and a new name.
final class ScenePhase: Phase {
    private let scene: Scene
    private let limits: ReadLimits
    private let picture: [UInt8]?
    /// Keys of sprites with a bitmap: the first gets the picture, the last the name.
    private let keys: [String]
    private var runs = 0

    init(_ subject: Subject) {
        scene = subject.scene
        limits = subject.limits
        let shown = subject.movie.sprites.filter { $0.kind == .bitmap && $0.imageIndex.map(subject.scene.showsBitmap) ?? false }
        keys = shown.map(\.replacementKey)
        picture = shown.last?.imageIndex.map { subject.movie.images[$0].bytes }
    }

    func run() throws {
        runs += 1
        var person = Substitutions()
        if let key = keys.first, let picture { person.setImage(try ReplacementImage(bytes: picture, limits: limits), forKey: key) }
        if let key = keys.last { person.setText(TextContent("林小雨 \(runs)"), forKey: key) }
        _ = try scene.prepared.scene(substitutions: person)
    }
}
