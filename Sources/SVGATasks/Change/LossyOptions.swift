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
            With none of these every frame stays the same to the last bit. With one of them,
            images that change visibly are restored until every frame reaches \(option: "min-ssim").
            Only PNGs and JPEGs are changed.
            To reach a target, colors are reduced first, down to \(option: "quality") or 50, then
            resolution (for memory, only resolution), and no more than needed. The report
            says what was reduced; if a target is impossible, the error names the smallest
            size.
            Memory is that of all images decoded, at 4 bytes a pixel.
            Sounds change with \(option: "audio-bitrate") alone, and if they become smaller; a target
            leaves the rest to the images. MP3 has 32k to 320k, and 8k to 160k where sounds
            have 24000 Hz or less: the next below RATE is taken.

            """,
            """
            以上选项都不用时，每一帧都与原来完全相同，精确到最后一位。用了其中任何一个，变化
            明显的图片会恢复原样，直到每帧都达到 \(option: "min-ssim")。只改 PNG/JPEG。
            设定目标时，先减少颜色，到 \(option: "quality") 或 50 为止，再降低分辨率（针对内存时
            只降低分辨率），并且不超过所需。报告会说明减少了什么；达不到目标则报错，
            给出最小的大小。
            内存指所有图片解码后的大小，每像素 4 字节。
            只有给出 \(option: "audio-bitrate") 才改声音，而且变小了才用；目标的其余部分由图片承担。
            MP3 的码率为 32k 到 320k；声音不超过 24000 Hz 时为 8k 到 160k：
            取不超过 RATE 的最近一档。

            """),
        [
            .option(\.quality, "quality", placeholder: "N", help: "palettes of 256 colors, 1 to 100 (best)", "用 256 色调色板，1 到 100（最好）"),
            .option(\.maximumSide, "max-dim", placeholder: "N", help: "shrink images to sides of N pixels", "把图片缩小到边长不超过 N 像素"),
            .option(
                \.density, "density", placeholder: "D", help: "shrink to D pixels a point, where shown largest", "缩小到每点 D 像素，以显示得最大的那一帧为准"
            ),
            .flag(\.rounds, "round", help: "round places; a pixel may change by 1 of 255", "舍去位置数值中看不出差别的小数；像素值最多差 1（共 255 级）"),
            .option(
                \.audioBitrate, "audio-bitrate", placeholder: "RATE", help: "encode sounds as MP3: 48k, 64k (k is 1000)",
                "把声音重新编码为 MP3：48k、64k（k 为 1000）"),
            .option(\.minimumSimilarity, "min-ssim", placeholder: "X", help: "of every frame; default 0.98", "每一帧的 SSIM 下限；默认 0.98"),
            .option(
                \.targetSize, "target-size", placeholder: "SIZE", help: "at most this large: 500k, 2m (k is 1000 bytes)",
                "文件大小上限：500k、2m（k 为 1000 字节）"),
            .option(\.targetMemory, "target-memory", placeholder: "SIZE", help: "the same for the decoded images", "同上，针对图片解码后占用的内存"),
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
            if rate != nil { throw .usage("this was built without libav, which \(option: "audio-bitrate") needs") }
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
