import SVGAModel
import SVGAPixels
import SVGASupport

/// Frames that the scenes of a ``PreparedMovie`` share. Scenes with other pictures and names for the same keys differ only at those
/// sprites. The second scene that draws a frame stores it; later ones copy it and draw only the differences. Pixels do not depend on
/// sharing. If the scenes change different sprites, only the layers below are copied. A single scene that repeats its frames stores
/// nothing.
final class SharedFrames: Sendable {
    /// Scenes that can share frames: with the same options and the same lowest changed layer.
    private struct Group: Hashable, Sendable {
        let options: RenderOptions
        /// Of the options: keys are bytes, and equal strings may have different bytes.
        let only: ByteKey?
        let layer: Int
    }

    /// A scene that shares frames.
    struct Member: Sendable {
        /// The lowest layer with a substitution.
        let layer: Int
        /// All layers with substitutions, ascending.
        let changed: [Int]
        fileprivate let group: Int
        /// Unique among the scenes of the movie.
        fileprivate let number: Int
    }

    /// The cache key of a frame of a group.
    private struct Key: Hashable, Sendable {
        let group: Int
        let frame: Int
    }

    private struct Entry: Sendable {
        /// nil: only one scene has requested it, so it is not stored yet.
        var shared: SharedFrame?
        /// The first scene that requested it.
        let first: Int
        /// The number of its last request.
        var lastUse: Int
    }

    private struct State: Sendable {
        var groups: [Group: Int] = [:]
        /// The number of the next group; numbers are not reused.
        var nextGroup = 0
        var entries: [Key: Entry] = [:]
        var bytes = 0
        var requests = 0
        var members = 0
        /// The request number before which no entries are evicted again.
        var nextDrop = 0

        /// Evicts frames that were not used for long, and groups without frames. Visits all entries, so it does nothing shortly after
        /// another call.
        mutating func dropUnused() {
            guard requests >= nextDrop else { return }
            nextDrop = requests + SharedFrames.maximumUnusedRequests / 4
            for (key, entry) in entries where entry.lastUse < requests - SharedFrames.maximumUnusedRequests {
                bytes -= entry.shared?.byteCount ?? 0
                entries[key] = nil
            }
            let used = Set(entries.keys.map(\.group))
            groups = groups.filter { used.contains($0.value) }
        }
    }

    enum Found {
        case kept(SharedFrame)
        /// The caller should draw and store it.
        case wanted
        case nothing
    }

    private static let maximumGroups = 64
    private static let maximumEntries = 1 << 13
    /// A frame that was not used during this many requests may be evicted.
    private static let maximumUnusedRequests = 1 << 12

    /// The maximum size of all frames.
    private let maximumBytes: Int
    private let state = Locked(State())

    init(maximumBytes: Int) { self.maximumBytes = maximumBytes }

    /// The current size of all frames.
    var bytes: Int { state.withLock { $0.bytes } }

    /// Adds a scene to the group with the same options and the same lowest changed layer; nil if there are too many groups.
    /// - Parameter changed: all layers with substitutions, ascending.
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

    /// - Parameter bytes: the size of the frame if it were stored.
    func find(_ member: Member, frame: Int, bytes: Int) -> Found {
        state.withLock { state in
            state.requests += 1
            let key = Key(group: member.group, frame: frame)
            guard let entry = state.entries[key] else {
                if state.entries.count >= SharedFrames.maximumEntries { state.dropUnused() }
                if state.entries.count < SharedFrames.maximumEntries {
                    state.entries[key] = Entry(shared: nil, first: member.number, lastUse: state.requests)
                }
                return .nothing
            }
            state.entries[key]?.lastUse = state.requests
            if let shared = entry.shared { return .kept(shared) }
            guard entry.first != member.number, bytes <= maximumBytes else { return .nothing }
            if state.bytes + bytes > maximumBytes { state.dropUnused() }
            return state.bytes + bytes <= maximumBytes ? .wanted : .nothing
        }
    }

    /// Stores a frame if the size limit allows it.
    func keep(_ shared: SharedFrame, _ member: Member, frame: Int) {
        state.withLock { state in
            let key = Key(group: member.group, frame: frame)
            guard state.entries[key]?.shared == nil, state.bytes + shared.byteCount <= maximumBytes else { return }
            state.entries[key] = Entry(shared: shared, first: member.number, lastUse: state.requests)
            state.bytes += shared.byteCount
        }
    }
}

/// A frame drawn by one scene.
struct SharedFrame: Sendable {
    /// The pixels of the layers below the lowest changed layer.
    let below: PixelCopy
    let output: PixelCopy
    /// The scene's layers with substitutions, ascending.
    let layers: [Int]
    /// The parts of ``output`` that the scene's substitutions can touch. Other parts are equal in all scenes that change the same layers.
    let changed: [PixelRect]

    var byteCount: Int { below.byteCount + output.byteCount }
}
