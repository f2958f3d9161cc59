import SVGAFormat
import SVGAImage
import SVGAModel
import SVGAPlatform
import SVGARender

/// The phases in processing order, then the two references that painting is compared with, then all phases together.
enum PhaseName: String, CaseIterable, Codable {
    case inflate, decode, resolve, image, scene, plan, paint, naive, limit, wholeCommand

    /// Whether the work is done once for each frame.
    var isPerFrame: Bool {
        switch self {
        case .inflate, .decode, .resolve, .image, .scene, .wholeCommand: false
        case .plan, .paint, .naive, .limit: true
        }
    }

    /// Whether the phase is a yardstick: it does not change with the code that is measured, only with the machine.
    var isYardstick: Bool { self == .naive || self == .limit }

    func make(_ subject: Subject) throws -> any Phase {
        switch self {
        case .inflate: InflatePhase(subject)
        case .decode: try DecodePhase(subject)
        case .resolve: try ResolvePhase(subject)
        case .image: ImagePhase(subject)
        case .scene: ScenePhase(subject)
        case .plan: PlanPhase(subject)
        case .paint: try PaintPhase(subject)
        case .naive: try NaivePhase(subject)
        case .limit: LimitPhase(subject)
        case .wholeCommand: try WholeCommandPhase(subject)
        }
    }
}

/// One thing that is measured. The initializer prepares what it needs, so that ``run()`` does only the work itself.
protocol Phase: AnyObject {
    func run() throws
    /// Runs once, and returns the milliseconds of processor time it took.
    func measure() throws -> Double
}

extension Phase {
    func measure() throws -> Double {
        let before = Clock.seconds(CLOCK_THREAD_CPUTIME_ID)
        try run()
        return 1000 * (Clock.seconds(CLOCK_THREAD_CPUTIME_ID) - before)
    }
}

/// Unpacking the container: inflating the movie's message and, in a ZIP, the images.
final class InflatePhase: Phase {
    private let subject: Subject

    init(_ subject: Subject) { self.subject = subject }

    func run() throws {
        try subject.bytes.withUnsafeBufferPointer { bytes in
            try MovieMessage.unpack(bytes, limits: subject.limits) { (_, _) throws(SVGAError) in }
        }
    }
}

/// Decoding the message, protobuf or JSON, to a `WireMovie`.
final class DecodePhase: Phase {
    private let message: [UInt8]
    private let encoding: ArchiveReader.Encoding
    private let limits: ReadLimits

    init(_ subject: Subject) throws {
        (message, encoding) = try subject.bytes.withUnsafeBufferPointer { bytes in
            try MovieMessage.unpack(bytes, limits: subject.limits) { (message, encoding) throws(SVGAError) in (Array(message), encoding) }
        }
        limits = subject.limits
    }

    func run() throws {
        _ = try message.withUnsafeBufferPointer { try MovieMessage.decode($0, encoding, limits: limits) }
    }
}

/// Resolving a `WireMovie` to a `VideoEntity`.
final class ResolvePhase: Phase {
    private let document: SVGADocument

    init(_ subject: Subject) throws { document = try DocumentReader.read(subject.bytes, limits: subject.limits) }

    func run() throws { _ = try Resolver.resolve(document, options: ReadOptions()) }
}

/// Decoding, premultiplying and trimming every image that the movie shows, one after the other.
final class ImagePhase: Phase {
    private let images: [ImageEntity]
    private let limits: ReadLimits

    init(_ subject: Subject) {
        images = zip(subject.movie.images, subject.scene.bitmaps).filter { $0.1 != nil }.map(\.0)
        limits = subject.limits
    }

    func run() throws {
        for image in images { _ = try ImageDecoder.prepare(image, limits: limits) }
    }
}

/// Another scene of a movie that is prepared already: a new picture, decoded from one of the movie's own payloads, and a new name.
final class ScenePhase: Phase {
    private let scene: SVGAScene
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
        if let key = keys.last { person.setText("林小雨 \(runs)", forKey: key) }
        _ = try scene.prepared.scene(substitutions: person)
    }
}

/// Building the display list of each frame.
final class PlanPhase: Phase {
    private let subject: Subject
    private var plan = DisplayList()

    init(_ subject: Subject) { self.subject = subject }

    func run() {
        for frame in subject.frames { plan.build(frame: frame, of: subject.scene) }
    }
}

/// Painting each frame, display list included.
final class PaintPhase: Phase {
    private let frames: [Int]
    private let painter: FramePainter

    init(_ subject: Subject) throws {
        frames = subject.frames
        painter = try subject.scene.makePainter()
    }

    func run() throws {
        for frame in frames { try painter.paint(frame: frame) }
    }
}

/// Painting each frame with ``NaivePainter``, display list included.
final class NaivePhase: Phase {
    private let frames: [Int]
    private let painter: NaivePainter

    init(_ subject: Subject) throws {
        frames = subject.frames
        painter = try NaivePainter(subject.scene)
    }

    func run() throws {
        for frame in frames { try painter.paint(frame: frame) }
    }
}

/// The command that makes raw pixels of the whole movie, from the start of its process to its end: `svga render --format rgba --threads 1`.
final class WholeCommandPhase: Phase {
    private let command: [String]

    init(_ subject: Subject) throws {
        command = [try SVGAProgram.path(), "render", subject.path, "--format", "rgba", "--threads", "1", "-q", "-o", "-"]
    }

    func run() throws { _ = try measure() }

    func measure() throws -> Double { 1000 * (try ProcessRun([command]).processorSeconds) }
}
