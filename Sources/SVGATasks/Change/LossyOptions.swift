package import SVGAEdit
import SVGAExport
import SVGAFormat
import SVGAModel
import SVGASupport
import SVGAVideo

/// The lossy options of `svga optimize`.
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
        "Lossy", "有损",
        summary: LocalizedText(
            "\(option: "quality") \(option: "audio-bitrate") \(option: "target-size") …",
            "\(option: "quality") \(option: "audio-bitrate") \(option: "target-size") 等"),
        note: LocalizedText(
            """
            Without these options, every frame stays exactly the same. With any of them,
            images that change visibly are restored until every frame reaches \(option: "min-ssim").
            Only PNGs and JPEGs change.
            To reach a target, colors are reduced first, down to \(option: "quality") or 50, then
            resolution (for memory, only resolution), and no more than needed. The report
            says what was reduced. If a target is impossible, the error names the smallest
            size.
            Memory is that of all decoded images, at 4 bytes per pixel.
            Sounds change only with \(option: "audio-bitrate"), and only if they become smaller. MP3
            has bit rates of 32k to 320k, or 8k to 160k for sounds of at most 24000 Hz; the
            next one at or below RATE is used.

            """,
            """
            不用以上选项时，每一帧都与原来完全相同。用了其中任何一个，变化明显的图片会恢复
            原样，直到每帧都达到 \(option: "min-ssim")。只改 PNG/JPEG。
            设定目标时，先减少颜色，到 \(option: "quality") 或 50 为止，再降低分辨率（针对内存时
            只降低分辨率），并且不超过所需。报告会说明减少了什么；达不到目标则报错，
            给出最小的大小。
            内存指所有图片解码后的大小，每像素 4 字节。
            只有给出 \(option: "audio-bitrate") 才改声音，而且变小了才采用。
            MP3 的码率为 32k 到 320k；声音不超过 24000 Hz 时为 8k 到 160k：
            取不超过 RATE 的最近一档。

            """),
        [
            .option(
                \.quality, "quality", placeholder: "N", help: "reduce images to 256 colors; quality 1 to 100 (best)",
                "把图片减少到 256 色；质量 1 到 100（最好）"
            ).field("Quality"),
            .option(\.maximumSide, "max-dim", placeholder: "N", help: "scale images down to at most N pixels per side", "把图片缩小到边长不超过 N 像素")
                .field("Longest side"),
            .option(
                \.density, "density", placeholder: "D", help: "scale images down to D pixels per point at their largest",
                "把图片缩小到每点 D 像素，以显示得最大时为准"
            ).field("Pixels per point"),
            .flag(\.rounds, "round", help: "round positions; a pixel may change by 1 of 255", "舍去位置数值中看不出差别的小数；像素值最多差 1（共 255）"),
            .option(
                \.audioBitrate, "audio-bitrate", placeholder: "RATE", help: "encode sounds as MP3, such as 48k or 64k (k is 1000 bit/s)",
                "把声音编码为 MP3，例如 48k、64k（k 为 1000 bit/s）"),
            .option(
                \.minimumSimilarity, "min-ssim", placeholder: "X", help: "minimum SSIM of every frame (default 0.98)",
                "每一帧 SSIM 的下限（默认 0.98）"
            ).field("Minimum SSIM"),
            .option(
                \.targetSize, "target-size", placeholder: "SIZE", help: "maximum file size, such as 500k or 2m (k is 1000 bytes)",
                "文件大小上限，例如 500k、2m（k 为 1000 字节）"
            ).field("Maximum size"),
            .option(\.targetMemory, "target-memory", placeholder: "SIZE", help: "maximum memory of all decoded images", "所有图片解码后占用内存的上限")
                .field("Maximum memory"),
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

/// Creates the sound recoder for `--audio-bitrate`.
package enum SoundRecodingChoice {
    /// - Returns: nil if no sound is recoded.
    package static func recoding(_ rate: AudioBitrate?) throws(TaskError) -> SoundRecoding? {
        #if Video
            guard let rate else { return nil }
            do throws(SVGAError) {
                // Fails before any file is read if the build cannot encode sound.
                try SoundRecoder.check()
            } catch {
                throw .conversion(file: "", message: "\(option: "audio-bitrate"): \(error.message)")
            }
            return SoundRecoding(bitsPerSecond: rate.bitsPerSecond) { (bytes, key, bitsPerSecond) throws(SVGAError) in
                try recode(bytes, key, bitsPerSecond)
            }
        #else
            if rate != nil { throw .usage("this svga was built without libav, which \(option: "audio-bitrate") needs") }
            return nil
        #endif
    }

    #if Video
        private static func recode(_ bytes: [UInt8], _ key: String, _ bitsPerSecond: Int) throws(SVGAError) -> SoundRecoding.Outcome {
            do throws(SVGAError) {
                switch try SoundRecoder.recode(bytes, name: key, bitsPerSecond: bitsPerSecond) {
                case .encoded(let mp3, let rate, let before):
                    return .encoded(bytes: mp3, bitsPerSecond: rate.bitsPerSecond, sampleRate: rate.sampleRate, sampleRateBefore: before)
                case .notSmaller(let rate): return .notSmaller(bitsPerSecond: rate.bitsPerSecond)
                case .broken(let reason): return .broken(reason: reason)
                }
            } catch .cancelled {
                throw .cancelled
            } catch {
                return .broken(reason: error.message)
            }
        }
    #endif
}
