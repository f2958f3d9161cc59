import SVGAModel
import SVGAPixels
import SVGASupport

/// Frames that the scenes of a ``PreparedMovie`` share. Scenes that put another picture and name into the same keys differ only where those
/// are shown. The second scene that draws a frame keeps it; all later ones copy it and draw only what differs. The pixels are the same
/// either way. A scene that changes other sprites than the one that kept the frame copies only what lies below. A scene that draws its frames
/// again and again, alone, keeps nothing.
final class SharedFrames: Sendable {
    /// The scenes that share: those of the same options that are changed from the same layer upwards.
    private struct Group: Hashable, Sendable {
        let options: RenderOptions
        /// That of the options: equal texts may differ in their bytes, and keys are bytes.
        let only: ByteKey?
        let layer: Int
    }

    /// A scene among those that share.
    struct Member: Sendable {
        /// The lowest layer that its substitutions change.
        let layer: Int
        /// All layers for which something is set, in order.
        let changed: [Int]
        fileprivate let group: Int
        /// No other scene of the movie has this number.
        fileprivate let number: Int
    }

    /// A frame for the scenes of a group.
    private struct Place: Hashable, Sendable {
        let group: Int
        let frame: Int
    }

    private struct Entry: Sendable {
        /// nil: asked for by one scene only, not kept yet.
        var shared: SharedFrame?
        /// The scene that asked first.
        let first: Int
        /// The number of the request that used it last.
        var lastUse: Int
    }

    private struct State: Sendable {
        var groups: [Group: Int] = [:]
        /// The number of the next group; none is used twice.
        var nextGroup = 0
        var entries: [Place: Entry] = [:]
        var bytes = 0
        var requests = 0
        var members = 0
        /// The number of the request before which nothing makes room again.
        var nextDrop = 0

        /// Lets those go that were not used for long, and groups without any. All are looked at, so it does nothing if it was called shortly
        /// before.
        mutating func dropUnused() {
            guard requests >= nextDrop else { return }
            nextDrop = requests + SharedFrames.maximumUnusedRequests / 4
            for (place, entry) in entries where entry.lastUse < requests - SharedFrames.maximumUnusedRequests {
                bytes -= entry.shared?.byteCount ?? 0
                entries[place] = nil
            }
            let used = Set(entries.keys.map(\.group))
            groups = groups.filter { used.contains($0.value) }
        }
    }

    enum Found {
        case kept(SharedFrame)
        /// Whoever draws it should keep it.
        case wanted
        case nothing
    }

    private static let maximumGroups = 64
    private static let maximumEntries = 1 << 13
    /// A frame that was not used during so many requests makes room for others.
    private static let maximumUnusedRequests = 1 << 12

    /// What all frames together may take.
    private let maximumBytes: Int
    private let state = Locked(State())

    init(maximumBytes: Int) { self.maximumBytes = maximumBytes }

    /// What the frames take now.
    var bytes: Int { state.withLock { $0.bytes } }

    /// Adds a scene to those of the same options that are changed from `layer` upwards; nil if there are too many different ones.
    /// - Parameter changed: all layers for which something is set, in order.
    func member(_ options: RenderOptions, layer: Int, changed: [Int]) -> Member? {
        state.withLock { state in
            let group = Group(options: options, only: options.only.map { ByteKey($0) }, layer: layer)
            if state.groups[group] == nil {
                if state.groups.count >= SharedFrames.maximumGroups { state.dropUnused() }
                guard state.groups.count < SharedFrames.maximumGroups else { return nil }
                state.groups[group] = state.nextGroup
                state.nextGroup += 1
            }
            guard let number = state.groups[group] else { return nil }
            state.members += 1
            return Member(layer: layer, changed: changed, group: number, number: state.members)
        }
    }

    /// - Parameter bytes: what the frame would take if it were kept.
    func find(_ member: Member, frame: Int, bytes: Int) -> Found {
        state.withLock { state in
            state.requests += 1
            let place = Place(group: member.group, frame: frame)
            guard let entry = state.entries[place] else {
                if state.entries.count >= SharedFrames.maximumEntries { state.dropUnused() }
                if state.entries.count < SharedFrames.maximumEntries {
                    state.entries[place] = Entry(shared: nil, first: member.number, lastUse: state.requests)
                }
                return .nothing
            }
            state.entries[place]?.lastUse = state.requests
            if let shared = entry.shared { return .kept(shared) }
            guard entry.first != member.number, bytes <= maximumBytes else { return .nothing }
            if state.bytes + bytes > maximumBytes { state.dropUnused() }
            return state.bytes + bytes <= maximumBytes ? .wanted : .nothing
        }
    }

    /// Keeps a frame if there is still room for it.
    func keep(_ shared: SharedFrame, _ member: Member, frame: Int) {
        state.withLock { state in
            let place = Place(group: member.group, frame: frame)
            guard state.entries[place]?.shared == nil, state.bytes + shared.byteCount <= maximumBytes else { return }
            state.entries[place] = Entry(shared: shared, first: member.number, lastUse: state.requests)
            state.bytes += shared.byteCount
        }
    }
}

/// A frame as one scene has drawn it.
struct SharedFrame: Sendable {
    /// What lies below the lowest changed layer.
    let below: PixelCopy
    let whole: PixelCopy
    /// The layers for which something is set in the scene, in order.
    let layers: [Int]
    /// The parts of ``whole`` that the scene's substitutions can touch. Elsewhere it is what every scene draws that changes the same layers.
    let changed: [PixelRect]

    var byteCount: Int { below.byteCount + whole.byteCount }
}

/// The pixels of a whole output.
struct PixelCopy: Sendable {
    private let words: [UInt32]
    private let width: Int

    var byteCount: Int { 4 * words.count }

    init(_ rows: PixelRows, width: Int, height: Int) {
        self.width = width
        words = [UInt32](unsafeUninitializedCapacity: width * height) { words, count in
            guard let base = words.baseAddress else { return }
            for y in 0..<height { (base + y * width).initialize(from: rows.row(y), count: width) }
            count = width * height
        }
    }

    /// Copies a part of the pixels, which lies within them.
    func copy(_ part: PixelRect, to rows: PixelRows) {
        words.withUnsafeBufferPointer { words in
            guard let base = words.baseAddress else { return }
            for y in part.minY..<part.maxY { (rows.row(y) + part.minX).update(from: base + y * width + part.minX, count: part.width) }
        }
    }
}
