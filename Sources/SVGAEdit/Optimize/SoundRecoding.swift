import SVGAFormat
package import SVGAModel
package import SVGASupport

/// Re-encodes the sounds of a movie for ``Optimizer``, as constant bitrate MP3, with the caller's encoder.
package struct SoundRecoding: Sendable {
    /// The result for one sound.
    package enum Outcome: Hashable, Sendable {
        /// - Parameters:
        ///   - bitsPerSecond: the requested bitrate, or the next lower one of MP3.
        ///   - sampleRate: in Hz.
        case encoded(bytes: [UInt8], bitsPerSecond: Int, sampleRate: Int, sampleRateBefore: Int)
        /// The result would not be smaller.
        case notSmaller(bitsPerSecond: Int)
        /// The sound cannot be decoded completely; the reason is text.
        case broken(reason: Message)
    }

    package typealias Recode = @Sendable (_ sound: [UInt8], _ key: String, _ bitsPerSecond: Int) throws(SVGAError) -> Outcome

    /// The requested bitrate.
    let bitsPerSecond: Int
    private let encode: Recode

    /// - Parameter recode: called for several sounds concurrently.
    package init(bitsPerSecond: Int, _ recode: @escaping Recode) {
        self.bitsPerSecond = bitsPerSecond
        encode = recode
    }

    /// Encodes a sound.
    package func recode(_ sound: [UInt8], _ key: String) throws(SVGAError) -> Outcome { try encode(sound, key, bitsPerSecond) }
}

/// The result of ``SoundRecoding`` for a movie's sounds.
struct RecodedSounds: Sendable {
    /// By the payload's index.
    private(set) var payloads: [Int: [UInt8]] = [:]
    private(set) var changes: [Optimization.SoundChange] = []
    /// Notes on changed and unchanged sounds.
    private(set) var remarks: [Message] = []
    private(set) var unchanged: [Message] = []

    /// No sounds.
    init() {}

    /// Re-encodes payloads; equal ones once.
    init(_ images: [WireImage], _ recoding: SoundRecoding, threads: Int) async throws(SVGAError) {
        let sounds = images.indices.filter { images[$0].isSound }
        var firsts: [[UInt8]: Int] = [:]
        for index in sounds where firsts[images[index].bytes] == nil { firsts[images[index].bytes] = index }
        let distinct = firsts.values.sorted()
        let outcomes = try await Parallel.map(distinct.count, threads: threads, cancelled: SVGAError.cancelled) {
            (index) throws(SVGAError) in
            try RecodedSounds.outcome(images[distinct[index]], recoding)
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

    private static func outcome(_ sound: WireImage, _ recoding: SoundRecoding) throws(SVGAError) -> SoundRecoding.Outcome {
        if case .sound(.mp3) = PayloadKind.sniff(sound.bytes) {
            let stream = MPEGStream(sound.bytes)
            // A re-encoded sound would hide that a part is missing.
            if stream.missingBytes > 0 || stream.missingFrames > 0 { return .broken(reason: "it is truncated") }
            // Re-encoding would only reduce the quality. Tags count as well; small ones do not justify a loss.
            if stream.frames > 0, Double(sound.bytes.count * 8) <= 1.03 * stream.seconds * Double(recoding.bitsPerSecond) {
                return .notSmaller(bitsPerSecond: recoding.bitsPerSecond)
            }
        }
        let outcome = try recoding.recode(sound.bytes, sound.key)
        // Silent parts compress to almost nothing in a file, so the compressed sizes are compared.
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
        let name: Message = "the sound \"\(sound.key)\""
        let wanted = recoding.bitsPerSecond
        switch outcome {
        case .encoded(_, let bitsPerSecond, let rate, let before):
            if bitsPerSecond != wanted {
                let why: Message = "MP3 at \(rate) Hz does not support \(wanted.kilobits); this is the next lower rate"
                remarks.append("\(name) has \(bitsPerSecond.kilobits): \(why)")
            }
            if rate != before {
                remarks.append("\(name) has \(rate) Hz instead of \(before) Hz, which MP3 does not support at \(wanted.kilobits)")
            }
        case .notSmaller(let bitsPerSecond): unchanged.append("\(name) is unchanged: at \(bitsPerSecond.kilobits) it would not be smaller")
        case .broken(let reason): unchanged.append("\(name) is unchanged: it cannot be decoded completely: \(reason)")
        }
    }
}

extension Int {
    /// The bitrate as text.
    fileprivate var kilobits: String { "\(Units.decimal(Double(self) / 1000, places: 3)) kbit/s" }
}

extension OptimizeWork {
    /// Replaces the sounds' payloads before all other steps, so that comparisons and files contain them.
    mutating func recodeSounds() async throws(SVGAError) {
        guard let recoding else { return }
        sounds = try await RecodedSounds(document.movie.images, recoding, threads: options.threadCount)
        for (index, bytes) in sounds.payloads {
            document.movie.images[index].bytes = bytes
            payloads[index] = bytes
        }
        if !sounds.payloads.isEmpty { movie = try OptimizeWork.resolved(document, options.limits) }
    }
}
