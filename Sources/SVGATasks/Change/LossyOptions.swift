package import SVGAEdit
import SVGAExport
import SVGAFormat
import SVGASupport
import SVGAVideo

/// What `svga optimize` may give up.
package struct LossyOptions: Sendable {
    package var quality: Percent?
    package var maximumSide: PositiveCount?
    package var density: Scale?
    package var rounds = false
    package var audioBitrate: AudioBitrate?
    package var minimumSimilarity: Similarity?
    package var targetSize: ByteSize?
    package var targetMemory: ByteSize?

    package static let group = ParameterGroup<LossyOptions>(
        "Lossy", summary: "\(options: "quality", "audio-bitrate", "target-size") …",
        note: """
            With none of these every frame stays the same to the last bit. With one of them
            images whose change can be seen too well are left as they are, until every frame
            is as much like the input's as \(option: "min-ssim") says. Only PNGs and JPEGs are changed.
            A target gives up as little as it takes: first colors, down to \(option: "quality") or 50,
            then pixels; for memory, which colors do not change, pixels. What still fits is
            given back. It says what it gave up, or names the smallest that it found.
            Memory is that of all images decoded, at 4 bytes a pixel.
            Sounds change with \(option: "audio-bitrate") alone, and if they become smaller; a target
            leaves the rest to the images. MP3 has 32k to 320k, and 8k to 160k where sounds
            have 24000 Hz or less: the next below RATE is taken.

            """,
        [
            .option(\.quality, "quality", placeholder: "N", help: "palettes of 256 colors, 1 to 100 (best)"),
            .option(\.maximumSide, "max-dim", placeholder: "N", help: "shrink images to sides of N pixels"),
            .option(\.density, "density", placeholder: "D", help: "shrink to D pixels a point, where shown largest"),
            .flag(\.rounds, "round", help: "round places; a pixel may change by 1 of 255"),
            .option(\.audioBitrate, "audio-bitrate", placeholder: "RATE", help: "encode sounds as MP3: 48k, 64k (k is 1000)"),
            .option(\.minimumSimilarity, "min-ssim", placeholder: "X", help: "of every frame; default 0.98"),
            .option(\.targetSize, "target-size", placeholder: "SIZE", help: "at most this large: 500k, 2m (k is 1000 bytes)"),
            .option(\.targetMemory, "target-memory", placeholder: "SIZE", help: "the same for the decoded images"),
        ])

    package func apply(to options: inout OptimizeOptions) {
        options.quality = quality?.value
        options.maximumSide = maximumSide?.value
        options.density = density?.factor
        options.rounds = rounds
        if let minimumSimilarity { options.minimumSimilarity = minimumSimilarity.value }
        options.targetBytes = targetSize?.value
        options.targetDecodedBytes = targetMemory?.value
    }
}

/// Who encodes the sounds for `--audio-bitrate`.
package enum SoundRecodingChoice {
    /// - Returns: nil where none is to be encoded.
    package static func recoding(_ rate: AudioBitrate?) throws(TaskError) -> SoundRecoding? {
        #if Video
            guard let rate else { return nil }
            do throws(ExportError) {
                // Before any file is read, as no sound could be encoded.
                try SoundRecoder.check()
            } catch {
                throw .conversion(file: "", message: "\(option: "audio-bitrate"): \(error.description)")
            }
            return SoundRecoding(bitsPerSecond: rate.bitsPerSecond) { (bytes, key, bitsPerSecond) throws(EditError) in
                try recode(bytes, key, bitsPerSecond)
            }
        #else
            if rate != nil { throw .usage("this was built without libav, which \(option: "audio-bitrate") needs") }
            return nil
        #endif
    }

    #if Video
        private static func recode(_ bytes: [UInt8], _ key: String, _ bitsPerSecond: Int) throws(EditError) -> SoundRecoding.Outcome {
            do throws(ExportError) {
                switch try SoundRecoder.recode(bytes, name: key, bitsPerSecond: bitsPerSecond) {
                case .encoded(let mp3, let rate, let before):
                    return .encoded(bytes: mp3, bitsPerSecond: rate.bitsPerSecond, sampleRate: rate.sampleRate, sampleRateBefore: before)
                case .notSmaller(let rate): return .notSmaller(bitsPerSecond: rate.bitsPerSecond)
                case .broken(let reason): return .broken(reason: reason)
                }
            } catch .cancelled {
                throw .cancelled
            } catch {
                return .broken(reason: error.description)
            }
        }
    #endif
}
