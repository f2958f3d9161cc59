#if Video
    import SVGAExport
    import SVGASupport

    /// The number of frames that an encoder buffers, which dominates a video's memory. Large frames get fewer.
    struct CodecBuffers {
        /// The encoder's threads.
        let threads: Int
        /// The lookahead of x264 and x265: 30 more frames make files 1 to 2 % smaller.
        let lookahead: Int
        let bFrames: Int
        /// The reference frames: at most what level 4 allows, which every phone decodes.
        let references: Int
        let memory: SinkMemory

        /// - Parameter layout: the layout of a coded frame.
        init(_ format: VideoFormat, _ options: VideoOptions, _ layout: VideoLayout) {
            let pixels = layout.width * layout.height
            let blocks = (layout.width + 15) / 16 * ((layout.height + 15) / 16)
            let wanted = options.threads > 0 ? options.threads : min(8, Processors.count)
            threads = min(wanted, max(1, 8_388_608 / max(1, pixels)))
            // Above 4K, frames are coded without reordering.
            let isHuge = pixels > 8_388_608
            // Side-by-side video uses the H.264 baseline profile, which has no B-frames.
            bFrames = isHuge || (options.alpha != .native && !options.usesHEVC) ? 0 : 5
            let affordable = isHuge ? 1 : max(bFrames + 1, 24_000_000 / max(1, pixels))
            let maximum = options.usesHEVC ? 20 : 40
            lookahead = options.effort > 4 && !isHuge ? maximum : min(maximum, affordable)
            references = min(5, max(1, 32_768 / max(1, blocks)))
            memory = CodecBuffers.memory(
                format, options, pixels, threads: threads, lookahead: lookahead, bFrames: bFrames, references: references)
        }

        /// In bytes per pixel, as measured by `tools/memory`.
        private static func memory(
            _ format: VideoFormat, _ options: VideoOptions, _ pixels: Int, threads: Int, lookahead: Int, bFrames: Int, references: Int
        ) -> SinkMemory {
            let bytes: (fixed: Int, shared: Int, packet: Int) =
                switch format {
                case .mp4 where options.usesHEVC: (40_000_000, 100 + 3 * lookahead + 6 * references + 6 * bFrames + 20 * threads, 2)
                case .mp4: (0, (bFrames > 0 ? 26 : 8) + 7 * lookahead + 6 * references + 13 * threads, 2)
                // libvpx 1.12 zeroes 48 bytes per pixel when it is opened, once for color and once for alpha.
                case .webm: (40_000_000, options.isOpaque || options.alpha != .native ? 80 : 155, 4)
                case .proRes: (0, 30 + (threads > 1 ? 35 * threads : 0), 8)
                case .animation: (0, 30, 4)
                }
            // The converter's copy of a frame.
            let converted = 4 + (format == .webm && !options.isOpaque ? FaintColors.bytesPerPixel : 0)
            return SinkMemory(
                pixels: pixels, fixed: bytes.fixed, shared: bytes.shared, encoding: max(converted, bytes.packet), packet: bytes.packet)
        }
    }
#endif
