#if Video
    import SVGAExport
    import SVGASupport

    /// How many frames an encoder holds at once, which is most of what a video takes in memory: of large frames fewer.
    struct CodecBuffers {
        /// The encoder's own.
        let threads: Int
        /// How far x264 and x265 look ahead: 30 frames more make files 1 to 2 % smaller.
        let lookahead: Int
        let bFrames: Int
        /// The frames that another may be made of: no more than level 4 allows, which every phone decodes.
        let references: Int
        let memory: SinkMemory

        /// - Parameter layout: of a coded frame.
        init(_ format: VideoFormat, _ options: VideoOptions, _ layout: VideoLayout) {
            let pixels = layout.width * layout.height
            let blocks = (layout.width + 15) / 16 * ((layout.height + 15) / 16)
            let wanted = options.threads > 0 ? options.threads : min(8, Processors.count)
            threads = min(wanted, max(1, 8_388_608 / max(1, pixels)))
            // Larger than pictures of 4K: frames are coded as they come.
            let isHuge = pixels > 8_388_608
            // What is put side by side is H.264 of the baseline profile, which has none.
            bFrames = isHuge || (options.alpha != .native && !options.usesHEVC) ? 0 : 5
            let affordable = isHuge ? 1 : max(bFrames + 1, 24_000_000 / max(1, pixels))
            let most = options.usesHEVC ? 20 : 40
            lookahead = options.effort > 4 && !isHuge ? most : min(most, affordable)
            references = min(5, max(1, 32_768 / max(1, blocks)))
            memory = CodecBuffers.memory(
                format, options, pixels, threads: threads, held: lookahead, bFrames: bFrames, references: references)
        }

        /// In bytes a pixel, as `tools/memory` measured it.
        private static func memory(
            _ format: VideoFormat, _ options: VideoOptions, _ pixels: Int, threads: Int, held: Int, bFrames: Int, references: Int
        ) -> SinkMemory {
            let bytes: (fixed: Int, own: Int, packet: Int) =
                switch format {
                case .mp4 where options.usesHEVC: (40_000_000, 100 + 3 * held + 6 * references + 6 * bFrames + 20 * threads, 2)
                case .mp4: (0, (bFrames > 0 ? 26 : 8) + 7 * held + 6 * references + 13 * threads, 2)
                // libvpx 1.12 fills 48 bytes a pixel with zeros when it is opened, once for colours and once for alpha.
                case .webm: (40_000_000, options.isOpaque || options.alpha != .native ? 80 : 155, 4)
                case .proRes: (0, 30 + (threads > 1 ? 35 * threads : 0), 8)
                case .animation: (0, 30, 4)
                }
            return SinkMemory(
                pixels: pixels, fixed: bytes.fixed, own: bytes.own, encoding: max(4, bytes.packet), packet: bytes.packet)
        }
    }
#endif
