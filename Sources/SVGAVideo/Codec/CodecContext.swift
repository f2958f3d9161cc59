#if Video
    import CLibAV
    import Glibc
    import SVGAExport

    /// Owns an encoder of libavcodec and the packet it writes into.
    final class CodecContext {
        let pointer: UnsafeMutablePointer<AVCodecContext>
        let name: String
        private let codec: UnsafePointer<AVCodec>
        private let packet: UnsafeMutablePointer<AVPacket>

        /// - Parameter name: libavcodec's own name of the encoder.
        init(encoder name: String) throws(ExportError) {
            LibAV.quiet()
            guard let codec = avcodec_find_encoder_by_name(name) else { throw .codec(name, reason: "libavcodec was built without it") }
            guard let pointer = avcodec_alloc_context3(codec) else { throw LibAV.noMemory(for: name) }
            guard let packet = av_packet_alloc() else {
                var pointer: UnsafeMutablePointer<AVCodecContext>? = pointer
                avcodec_free_context(&pointer)
                throw LibAV.noMemory(for: name)
            }
            self.name = name
            self.codec = codec
            self.pointer = pointer
            self.packet = packet
        }

        deinit {
            var packet: UnsafeMutablePointer<AVPacket>? = packet
            av_packet_free(&packet)
            var pointer: UnsafeMutablePointer<AVCodecContext>? = pointer
            avcodec_free_context(&pointer)
        }

        /// The rates it takes, in samples a second; nil: any.
        var sampleRates: [Int]? {
            guard var rate = codec.pointee.supported_samplerates else { return nil }
            var rates: [Int] = []
            while rate.pointee != 0 {
                rates.append(Int(rate.pointee))
                rate += 1
            }
            return rates
        }

        /// Sets an option of this encoder's own, before ``open()``.
        func set(_ option: String, _ value: String) throws(ExportError) {
            try LibAV.check(av_opt_set(pointer.pointee.priv_data, option, value, 0), "\(name), \(option)=\(value)")
        }

        func open() throws(ExportError) { try LibAV.check(avcodec_open2(pointer, codec, nil), name) }

        /// Encodes a frame, or with nil what is left at the end, and hands on the packets that are ready; each is valid only
        /// during the call.
        func encode(
            _ frame: UnsafeMutablePointer<AVFrame>?,
            _ take: (UnsafeMutablePointer<AVPacket>) throws(ExportError) -> Void
        ) throws(ExportError) {
            try LibAV.check(avcodec_send_frame(pointer, frame), name)
            while true {
                let result = avcodec_receive_packet(pointer, packet)
                if result == svga_averror(EAGAIN) || result == svga_averror_eof() { return }
                try LibAV.check(result, name)
                defer { av_packet_unref(packet) }
                try take(packet)
            }
        }
    }
#endif
