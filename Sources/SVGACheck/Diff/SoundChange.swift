public import SVGAModel

/// A sound that is not the same in two movies.
public struct SoundChange: Hashable, Sendable {
    public struct Side: Hashable, Sendable {
        public let format: SoundEntity.Format
        public let byteCount: Int
    }

    public let kind: MovieDifference.Kind
    public let key: String
    /// nil for what was added.
    public let before: Side?
    /// nil for what was removed.
    public let after: Side?

    static func changes(_ first: [SoundEntity], _ second: [SoundEntity]) -> [SoundChange] {
        func side(_ sound: SoundEntity) -> Side { Side(format: sound.format, byteCount: sound.bytes.count) }
        let old = Set(first.map { ByteKey($0.key) })
        let new = Dictionary(second.map { (ByteKey($0.key), $0) }, uniquingKeysWith: { $1 })
        let gone = first.compactMap { sound -> SoundChange? in
            guard let other = new[ByteKey(sound.key)] else {
                return SoundChange(kind: .removed, key: sound.key, before: side(sound), after: nil)
            }
            if sound.bytes == other.bytes { return nil }
            return SoundChange(kind: .changed, key: sound.key, before: side(sound), after: side(other))
        }
        return gone
            + second.filter { !old.contains(ByteKey($0.key)) }.map { SoundChange(kind: .added, key: $0.key, before: nil, after: side($0)) }
    }
}

/// When a sound is played, where that is not the same in two movies.
public struct AudioChange: Hashable, Sendable {
    /// As in ``/SVGAModel/AudioEntity``.
    public struct Side: Hashable, Sendable {
        public let startFrame: Int
        /// First frame without the sound again.
        public let endFrame: Int
        /// Milliseconds into the payload.
        public let startTime: Int
        /// The payload's length in milliseconds.
        public let totalTime: Int

        init(_ audio: AudioEntity) {
            startFrame = audio.startFrame
            endFrame = audio.endFrame
            startTime = audio.startTime
            totalTime = audio.totalTime
        }
    }

    public let kind: MovieDifference.Kind
    public let key: String
    /// nil for what was added.
    public let before: Side?
    /// nil for what was removed.
    public let after: Side?

    /// Entries with the same key are compared in their order.
    static func changes(_ first: [AudioEntity], _ second: [AudioEntity]) -> [AudioChange] {
        var rest = Dictionary(grouping: second) { ByteKey($0.audioKey) }.mapValues { $0[...] }
        var changes: [AudioChange] = []
        for audio in first {
            let before = Side(audio)
            let after = rest[ByteKey(audio.audioKey)]?.popFirst().map(Side.init)
            if before == after { continue }
            changes.append(AudioChange(kind: after == nil ? .removed : .changed, key: audio.audioKey, before: before, after: after))
        }
        for audio in second where rest[ByteKey(audio.audioKey)]?.popFirst() != nil {
            changes.append(AudioChange(kind: .added, key: audio.audioKey, before: nil, after: Side(audio)))
        }
        return changes
    }
}
