#if Video
    import CLibAV
    import SVGAExport

    /// What samples are: so many a second, and as many in each of them as there are channels.
    struct SoundForm: Hashable, Sendable {
        var sampleRate: Int
        /// 1 or 2.
        var channels: Int

        /// What sounds are mixed as.
        static let mixed = SoundForm(sampleRate: 48000, channels: 2)
    }

    /// Turns decoded sound of any kind into samples of one form, piece by piece.
    final class SoundResampler {
        /// What a decoder puts out; it may change in the middle of a file.
        private struct Form: Equatable {
            var sampleRate: Int32
            var sampleFormat: Int32
            var channels: Int32
            /// The speakers, as bits; 0 where the file does not say.
            var speakers: UInt64

            init(_ frame: UnsafeMutablePointer<AVFrame>) {
                sampleRate = frame.pointee.sample_rate
                sampleFormat = frame.pointee.format
                channels = frame.pointee.ch_layout.nb_channels
                speakers = frame.pointee.ch_layout.order == AV_CHANNEL_ORDER_NATIVE ? frame.pointee.ch_layout.u.mask : 0
            }
        }

        private static let blockSamples = 1 << 13
        /// The ratios of rates allowed; the filter's memory grows with the ratio.
        private static let ratios = 1.0 / 5000...256.0

        /// The most channels that come out.
        private static let maximumChannels = 2

        private let speed: Double
        private let choose: (SoundForm) -> SoundForm
        /// What comes out; nil before the first frame.
        private(set) var output: SoundForm?
        private var context: OpaquePointer?
        private var form: Form?
        private let block: UnsafeMutableBufferPointer<Float>

        /// - Parameter choose: is told the form of the first frame, and returns what is to come out.
        init(speed: Double, choose: @escaping (SoundForm) -> SoundForm) {
            self.speed = speed
            self.choose = choose
            block = .allocate(capacity: SoundResampler.blockSamples * SoundResampler.maximumChannels)
            block.initialize(repeating: 0)
        }

        deinit {
            swr_free(&context)
            block.deallocate()
        }

        /// Whether a frame is of the kind this is set up for.
        func fits(_ frame: UnsafeMutablePointer<AVFrame>) -> Bool { form == Form(frame) }

        /// Sets up for frames of this kind. What is still held is dropped: ``flush(_:)`` first.
        func setUp(for frame: UnsafeMutablePointer<AVFrame>, name: String) throws(ExportError) {
            swr_free(&context)
            let form = Form(frame)
            let own = SoundForm(sampleRate: Int(form.sampleRate), channels: min(SoundResampler.maximumChannels, max(1, Int(form.channels))))
            // A sound that changes on its way comes out as it began.
            let target = output ?? choose(own)
            output = target
            let ratio = Double(form.sampleRate) * speed / Double(target.sampleRate)
            guard SoundResampler.ratios.contains(ratio) else {
                let fast = speed == 1 ? "" : " at \(speed) times the speed"
                throw .sound(name, reason: "\(form.sampleRate) samples a second\(fast) cannot be converted")
            }
            // Only the ratio of the rates matters.
            let rates = av_d2q(ratio, 1_000_000)
            var input = AVChannelLayout()
            var layout = AVChannelLayout()
            av_channel_layout_default(&layout, Int32(target.channels))
            if form.speakers == 0 || av_channel_layout_from_mask(&input, form.speakers) < 0 {
                av_channel_layout_default(&input, form.channels)
            }
            try check(
                swr_alloc_set_opts2(
                    &context, &layout, AV_SAMPLE_FMT_FLT, rates.den, &input, AVSampleFormat(form.sampleFormat), rates.num, 0, nil), name)
            // More channels than two are mixed down without exceeding full scale.
            try check(av_opt_set_double(UnsafeMutableRawPointer(context), "rematrix_maxval", 1, 0), name)
            if form.channels == 1, target.channels == 2 {
                // A mono sound goes to both channels at full volume, as on the web.
                try check(swr_set_matrix(context, [1, 1], 1), name)
            }
            try check(swr_init(context), name)
            self.form = form
        }

        /// The samples of a frame, or the first of them; valid until the next call. Empty: none yet.
        func convert(_ frame: UnsafeMutablePointer<AVFrame>, name: String) throws(ExportError) -> UnsafeBufferPointer<Float> {
            try run(frame, count: frame.pointee.nb_samples, name)
        }

        /// More of the frame given last.
        func drain(_ frame: UnsafeMutablePointer<AVFrame>, name: String) throws(ExportError) -> UnsafeBufferPointer<Float> {
            try run(frame, count: 0, name)
        }

        /// The samples held back, at the end of the sound.
        func flush(name: String) throws(ExportError) -> UnsafeBufferPointer<Float> {
            context == nil ? UnsafeBufferPointer(rebasing: block[..<0]) : try run(nil, count: 0, name)
        }

        private func run(_ frame: UnsafeMutablePointer<AVFrame>?, count: Int32, _ name: String) throws(ExportError) -> UnsafeBufferPointer<
            Float
        > {
            let input = frame.map {
                UnsafeMutableRawPointer($0.pointee.extended_data).assumingMemoryBound(to: UnsafePointer<UInt8>?.self)
            }
            var start: UnsafeMutablePointer<UInt8>? = UnsafeMutableRawPointer(block.baseAddress)?.assumingMemoryBound(to: UInt8.self)
            let made = swr_convert(context, &start, Int32(SoundResampler.blockSamples), input, count)
            try check(made, name)
            return UnsafeBufferPointer(rebasing: block[..<(Int(made) * (output?.channels ?? 0))])
        }

        private func check(_ code: Int32, _ name: String) throws(ExportError) {
            guard code >= 0 else { throw SoundInput.failure(name, code) }
        }
    }
#endif
