import SVGAModel
import SVGASupport

#if Video
    import CLibAV
    import SVGAExport

    /// A sample format: the sample rate and the channel count.
    struct SoundForm: Hashable, Sendable {
        var sampleRate: Int
        /// 1 or 2.
        var channels: Int

        /// The format of mixed sound.
        static let mixed = SoundForm(sampleRate: 48000, channels: 2)
    }

    /// Converts decoded sound of any format to one sample format, piece by piece.
    final class SoundResampler {
        /// The format of a decoder's output; it may change within a file.
        private struct Form: Equatable {
            var sampleRate: Int32
            var sampleFormat: Int32
            var channels: Int32
            /// The channel layout as bits; 0 if the file does not contain it.
            var speakers: UInt64

            init(_ frame: UnsafeMutablePointer<AVFrame>) {
                sampleRate = frame.pointee.sample_rate
                sampleFormat = frame.pointee.format
                channels = frame.pointee.ch_layout.nb_channels
                speakers = frame.pointee.ch_layout.order == AV_CHANNEL_ORDER_NATIVE ? frame.pointee.ch_layout.u.mask : 0
            }
        }

        private static let blockSamples = 1 << 13
        /// The valid ratios of sample rates; the filter's memory grows with the ratio.
        private static let ratios = 1.0 / 5000...256.0

        /// The maximum output channels.
        private static let maximumChannels = 2

        private let speed: Double
        private let choose: (SoundForm) -> SoundForm
        /// The output format; nil before the first frame.
        private(set) var output: SoundForm?
        private var context: OpaquePointer?
        private var form: Form?
        private let block: UnsafeMutableBufferPointer<Float>

        /// - Parameter choose: maps the format of the first frame to the output format.
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

        /// Whether a frame has the current input format.
        func fits(_ frame: UnsafeMutablePointer<AVFrame>) -> Bool { form == Form(frame) }

        /// Configures the input format of frames. Discards buffered samples: call ``flush(_:)`` first.
        func setUp(for frame: UnsafeMutablePointer<AVFrame>, name: String) throws(SVGAError) {
            swr_free(&context)
            let form = Form(frame)
            let source = SoundForm(
                sampleRate: Int(form.sampleRate), channels: min(SoundResampler.maximumChannels, max(1, Int(form.channels))))
            // If the input format changes, the output format stays.
            let target = output ?? choose(source)
            output = target
            let ratio = Double(form.sampleRate) * speed / Double(target.sampleRate)
            guard SoundResampler.ratios.contains(ratio) else {
                let fast = speed == 1 ? "" : " at \(speed) times the speed"
                throw .sound(name, reason: "a sample rate of \(form.sampleRate) Hz\(fast) cannot be converted")
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
            // More than two channels are mixed down without exceeding full scale.
            try check(av_opt_set_double(UnsafeMutableRawPointer(context), "rematrix_maxval", 1, 0), name)
            if form.channels == 1, target.channels == 2 {
                // Mono plays on both channels at full volume, as on the web.
                try check(swr_set_matrix(context, [1, 1], 1), name)
            }
            try check(swr_init(context), name)
            self.form = form
        }

        /// The samples of a frame, or a part of them; valid until the next call. Empty: none yet.
        func convert(_ frame: UnsafeMutablePointer<AVFrame>, name: String) throws(SVGAError) -> UnsafeBufferPointer<Float> {
            try run(frame, count: frame.pointee.nb_samples, name)
        }

        /// More samples of the latest frame.
        func drain(_ frame: UnsafeMutablePointer<AVFrame>, name: String) throws(SVGAError) -> UnsafeBufferPointer<Float> {
            try run(frame, count: 0, name)
        }

        /// The buffered samples, at the end of the sound.
        func flush(name: String) throws(SVGAError) -> UnsafeBufferPointer<Float> {
            context == nil ? UnsafeBufferPointer(rebasing: block[..<0]) : try run(nil, count: 0, name)
        }

        private func run(_ frame: UnsafeMutablePointer<AVFrame>?, count: Int32, _ name: String) throws(SVGAError) -> UnsafeBufferPointer<
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

        private func check(_ code: Int32, _ name: String) throws(SVGAError) {
            guard code >= 0 else { throw SoundInput.failure(name, code) }
        }
    }
#endif
