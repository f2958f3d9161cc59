import SVGAFormat
import SVGAModel
import SVGASupport

/// Encodes the sounds of a movie anew, for ``Optimizer``: as MP3 of a constant bitrate, by whatever library the caller has.
package struct SoundRecoding: Sendable {
    /// What became of a sound.
    package enum Outcome: Hashable, Sendable {
        /// - Parameters:
        ///   - bitsPerSecond: the one asked for, or the next below that MP3 has.
        ///   - sampleRate: in Hz.
        case encoded(bytes: [UInt8], bitsPerSecond: Int, sampleRate: Int, sampleRateBefore: Int)
        /// It would have as many bytes or more.
        case notSmaller(bitsPerSecond: Int)
        /// It cannot be decoded, or not all of it; the reason is for a person.
        case broken(reason: String)
    }

    package typealias Recode = @Sendable (_ sound: [UInt8], _ key: String, _ bitsPerSecond: Int) throws(EditError) -> Outcome

    /// What is asked for.
    let bitsPerSecond: Int
    let recode: Recode

    /// - Parameter recode: called for several sounds at once.
    package init(bitsPerSecond: Int, _ recode: @escaping Recode) {
        self.bitsPerSecond = bitsPerSecond
        self.recode = recode
    }
}

/// What ``SoundRecoding`` made of a movie's sounds.
struct RecodedSounds: Sendable {
    /// By the payload's index.
    private(set) var payloads: [Int: [UInt8]] = [:]
    private(set) var changes: [Optimization.SoundChange] = []
    /// What is to be said of those that changed, and of those that did not.
    private(set) var remarks: [String] = []
    private(set) var unchanged: [String] = []

    /// Without any sound.
    init() {}

    /// Encodes payloads that are equal once.
    init(_ images: [WireImage], _ recoding: SoundRecoding, threads: Int) async throws(EditError) {
        let sounds = images.indices.filter { images[$0].isSound }
        var firsts: [[UInt8]: Int] = [:]
        for index in sounds where firsts[images[index].bytes] == nil { firsts[images[index].bytes] = index }
        let distinct = firsts.values.sorted()
        let outcomes = try await Parallel.map(distinct.count, threads: threads, cancelled: EditError.cancelled) {
            (place) throws(EditError) in
            try RecodedSounds.outcome(images[distinct[place]], recoding)
        }
        var byBytes: [[UInt8]: SoundRecoding.Outcome] = [:]
        for (index, outcome) in zip(distinct, outcomes) {
            byBytes[images[index].bytes] = outcome
            note(outcome, of: images[index], recoding)
        }
        for index in sounds {
            guard case .encoded(let bytes, let bitsPerSecond, _, _) = byBytes[images[index].bytes] else { continue }
            payloads[index] = bytes
            changes.append(
                Optimization.SoundChange(
                    key: images[index].key, bytesBefore: images[index].bytes.count, bytesAfter: bytes.count, bitsPerSecond: bitsPerSecond))
        }
        if sounds.isEmpty { unchanged = ["there is no sound to encode"] }
    }

    private static func outcome(_ sound: WireImage, _ recoding: SoundRecoding) throws(EditError) -> SoundRecoding.Outcome {
        if case .sound(.mp3) = PayloadKind.sniff(sound.bytes) {
            let stream = MPEGStream(sound.bytes)
            // Encoded again nobody could tell any more that something is missing.
            if stream.missingBytes > 0 || stream.missingFrames > 0 { return .broken(reason: "it breaks off") }
            // Encoded again it would only sound worse. Tags count as well; small ones are not worth a loss.
            if stream.frames > 0, Double(sound.bytes.count * 8) <= 1.03 * stream.seconds * Double(recoding.bitsPerSecond) {
                return .notSmaller(bitsPerSecond: recoding.bitsPerSecond)
            }
        }
        let outcome = try recoding.recode(sound.bytes, sound.key, recoding.bitsPerSecond)
        // Silence, of which some sounds are full, takes next to nothing in a file: what counts is what is written.
        if case .encoded(let bytes, let bitsPerSecond, _, _) = outcome, writtenBytes(bytes) >= writtenBytes(sound.bytes) {
            return .notSmaller(bitsPerSecond: bitsPerSecond)
        }
        return outcome
    }

    private static func writtenBytes(_ bytes: [UInt8]) -> Int {
        guard let deflater = LibdeflateCompressor(level: 9) else { return bytes.count }
        return deflater.zlib(bytes).count
    }

    private mutating func note(_ outcome: SoundRecoding.Outcome, of sound: WireImage, _ recoding: SoundRecoding) {
        let name = "the sound \"\(sound.key)\""
        let wanted = recoding.bitsPerSecond
        switch outcome {
        case .encoded(_, let bitsPerSecond, let rate, let before):
            if bitsPerSecond != wanted {
                let why = "at \(rate) Hz MP3 has no \(wanted.kilobits), and that is the next below"
                remarks.append("\(name) has \(bitsPerSecond.kilobits): \(why)")
            }
            if rate != before {
                remarks.append("\(name) has \(rate) Hz in place of \(before), which MP3 does not have at \(wanted.kilobits)")
            }
        case .notSmaller(let bitsPerSecond): unchanged.append("\(name) stays: at \(bitsPerSecond.kilobits) it would be no smaller")
        case .broken(let reason): unchanged.append("\(name) stays: it cannot be decoded, or not all of it: \(reason)")
        }
    }
}

extension Int {
    /// Bits a second, for a person.
    fileprivate var kilobits: String { "\(Units.decimal(Double(self) / 1000, places: 3)) kbit/s" }
}

extension OptimizeWork {
    /// Gives sounds their new payloads before all else: what is compared and written has them then.
    mutating func recodeSounds() async throws(EditError) {
        guard let recoding else { return }
        sounds = try await RecodedSounds(document.movie.images, recoding, threads: options.threadCount)
        for (index, bytes) in sounds.payloads {
            document.movie.images[index].bytes = bytes
            payloads[index] = bytes
        }
        if !sounds.payloads.isEmpty { movie = try OptimizeWork.resolved(document, options.limits) }
    }
}
