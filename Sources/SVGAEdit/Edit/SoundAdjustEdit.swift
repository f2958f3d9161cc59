import SVGAFormat
import SVGAModel
import SVGASupport

extension MovieEditor {
    /// The sounds with a key.
    private func audios(_ key: String) throws(SVGAError) -> [Int] {
        let found = movie.audios.indices.filter { movie.audios[$0].audioKey.hasSameBytes(as: key) }
        guard !key.isEmpty, !found.isEmpty else {
            if movie.audios.isEmpty { throw .invalid(reason: "the movie has no sounds") }
            let keys = Message.quoted(movie.audios.prefix(8).map(\.audioKey))
            throw .invalid(reason: "no sound has the key \"\(key)\"; the sounds are \(keys)")
        }
        return found
    }

    /// Moves a sound, so that it first starts at a frame. What would be after the last frame is cut.
    mutating func startSound(_ key: String, at frame: Int) throws(SVGAError) {
        let length = max(0, Int(movie.frames))
        let chosen = try audios(key)
        guard (0..<length).contains(frame) else {
            throw .invalid(reason: "there is no frame \(frame): the movie has \(counted(length, "frame"))")
        }
        let heard = heardSounds
        let spans = chosen.map { movie.audios[$0].span(movieFrames: length) }
        let shift = frame - (spans.map(\.lowerBound).min() ?? 0)
        var outside: Set<Int> = []
        for (index, span) in zip(chosen, spans) {
            let start = span.lowerBound.addingSaturating(shift)
            let isOpenEnded = movie.audios[index].isOpenEnded
            if start >= length { outside.insert(index) }
            movie.audios[index].startFrame = Int32(clamping: start)
            if !isOpenEnded {
                movie.audios[index].endFrame = Int32(clamping: min(length, max(start + 1, span.upperBound.addingSaturating(shift))))
            }
        }
        movie.audios = movie.audios.enumerated().filter { !outside.contains($0.offset) }.map(\.element)
        note = "the sound \"\(key)\" starts at frame \(frame)"
        if !outside.isEmpty { note += "; removed \(counted(outside.count, "sound")) after the last frame" }
        note += cutSounds(since: heard)
    }

    /// Multiplies the volume of a sound, without encoding it again.
    mutating func setVolume(_ key: String, _ volume: Double) throws(SVGAError) {
        guard volume >= 0.01, volume <= 4 else { throw .invalid(reason: "the volume must be 0.01 to 4, not \(volume.brief)") }
        let payloads = PayloadIndex(movie.images)
        let chosen = try audios(key)
        guard let index = chosen.compactMap({ payloads.sound(for: movie.audios[$0].audioKey) }).first else {
            throw .invalid(reason: "the sound \"\(key)\" is missing in the file")
        }
        let gain = SoundGain(volume)
        guard let changed = gain.applied(toMP3: movie.images[index].bytes) else {
            throw .invalid(reason: "the sound \"\(key)\" is not an MP3, and only the volume of an MP3 can be changed; convert it first")
        }
        movie.images[index].bytes = changed.bytes
        note = "volume of the sound \"\(key)\" multiplied by \(gain.factor.hundredths.brief) (\(gain.decibels.hundredths.brief) dB)"
        if changed.limited > 0 { note += "; \(counted(changed.limited, "granule")) of it cannot be that loud" }
        let others = movie.audios.filter { !$0.audioKey.hasSameBytes(as: key) && payloads.sound(for: $0.audioKey) == index }
        if !others.isEmpty { note += "; it is also the sound of \(Message.quoted(Set(others.map(\.audioKey)).sorted()))" }
    }
}

/// A change of the volume in steps of 1.5 dB, the precision of MP3.
struct SoundGain: Hashable {
    /// The gain in steps; each multiplies the amplitude by the fourth root of 2.
    let steps: Int

    /// The nearest number of steps to a positive factor of the amplitude.
    init(_ factor: Double) {
        let power = factor * factor * factor * factor
        // 2^steps is nearest to the fourth power.
        steps = Int(power.exponent) + (power.significand >= 2.0.squareRoot() ? 1 : 0)
    }

    var factor: Double {
        let root = 2.0.squareRoot().squareRoot()
        return (0..<steps.magnitude).reduce(1) { product, _ in steps < 0 ? product / root : product * root }
    }

    var decibels: Double { Double(steps) * 1.505149978 }

    /// Changes the gain of each granule, which a decoder multiplies after everything else. So no other bit of the sound changes.
    /// - Returns: nil if the bytes are not MPEG audio of layer III. `limited`: the granules whose gain has no more room.
    func applied(toMP3 bytes: [UInt8]) -> (bytes: [UInt8], limited: Int)? {
        guard case .sound(.mp3) = PayloadKind.sniff(bytes), let frames = MPEGStream.layerIII(bytes), !frames.isEmpty else { return nil }
        if steps == 0 { return (bytes, 0) }
        var bytes = bytes
        var limited = 0
        for frame in frames {
            for bit in frame.gainBits {
                let gain = SoundGain.byte(of: bytes, at: bit)
                // 0 is silence.
                if gain == 0 { continue }
                let wanted = Int(gain) + steps
                if wanted > 255 { limited += 1 }
                SoundGain.set(UInt8(clamping: max(1, wanted)), in: &bytes, at: bit)
            }
            frame.updateChecksum(of: &bytes)
        }
        return (bytes, limited)
    }

    /// Eight bits from a bit position on.
    private static func byte(of bytes: [UInt8], at bit: Int) -> UInt8 {
        let pair = UInt16(bytes[bit / 8]) << 8 | UInt16(bytes[bit / 8 + 1])
        return UInt8(truncatingIfNeeded: pair >> (8 - bit % 8))
    }

    private static func set(_ value: UInt8, in bytes: inout [UInt8], at bit: Int) {
        let shift = 8 - bit % 8
        let old = UInt16(bytes[bit / 8]) << 8 | UInt16(bytes[bit / 8 + 1])
        let pair = old & ~(0xFF << shift) | UInt16(value) << shift
        bytes[bit / 8] = UInt8(truncatingIfNeeded: pair >> 8)
        bytes[bit / 8 + 1] = UInt8(truncatingIfNeeded: pair)
    }
}
