#if Video
    import CLibAV
    package import SVGAImage
    package import SVGAExport
    import SVGAModel
    import SVGAPixels

    /// The pictures of a film, by libav, with its alpha if it has any.
    package final class VideoReader: AnimationReader {
        private let name: String
        private var format: UnsafeMutablePointer<AVFormatContext>?
        private var codec: UnsafeMutablePointer<AVCodecContext>?
        private var packet: UnsafeMutablePointer<AVPacket>?
        private var frame: UnsafeMutablePointer<AVFrame>?
        private var scaler: OpaquePointer?
        private var stream: Int32 = -1
        private var isAtEnd = false
        /// How long each picture is shown where the file does not say it.
        private var usualSeconds = 0.04

        /// - Throws: ``ExportError/codec(_:reason:)`` for a file without pictures that libav can decode.
        package init(path: String) throws(ExportError) {
            try LibAV.load()
            name = path
            packet = av_packet_alloc()
            frame = av_frame_alloc()
            guard packet != nil, frame != nil else { throw LibAV.noMemory(for: path) }
            // With the protocol, so that no name is taken as a URL.
            try check(avformat_open_input(&format, "file:\(path)", nil, nil))
            try check(avformat_find_stream_info(format, nil))
            var decoder: UnsafePointer<AVCodec>?
            stream = av_find_best_stream(format, AVMEDIA_TYPE_VIDEO, -1, -1, &decoder, 0)
            guard stream >= 0, let track = format?.pointee.streams[Int(stream)] else {
                throw .codec(path, reason: "there are no pictures in it")
            }
            // libav's own decoder of VP9 leaves the alpha out.
            if track.pointee.codecpar.pointee.codec_id == AV_CODEC_ID_VP9, let libvpx = avcodec_find_decoder_by_name("libvpx-vp9") {
                decoder = libvpx
            }
            codec = avcodec_alloc_context3(decoder)
            guard let codec else { throw LibAV.noMemory(for: path) }
            try check(avcodec_parameters_to_context(codec, track.pointee.codecpar))
            codec.pointee.pkt_timebase = track.pointee.time_base
            try check(avcodec_open2(codec, decoder, nil))
            let rate = track.pointee.avg_frame_rate
            if rate.num > 0, rate.den > 0 { usualSeconds = Double(rate.den) / Double(rate.num) }
        }

        deinit {
            sws_freeContext(scaler)
            avcodec_free_context(&codec)
            avformat_close_input(&format)
            av_frame_free(&frame)
            av_packet_free(&packet)
        }

        package func next() throws(ImageError) -> ShownPicture? {
            guard let frame else { return nil }
            while true {
                let result = avcodec_receive_frame(codec, frame)
                if result >= 0 {
                    defer { av_frame_unref(frame) }
                    return ShownPicture(pixmap: try pixmap(frame), seconds: usualSeconds)
                }
                if result != svga_averror(EAGAIN) || isAtEnd { return nil }
                feed()
            }
        }

        private func feed() {
            guard let packet else { return }
            repeat {
                if av_read_frame(format, packet) < 0 {
                    isAtEnd = true
                    _ = avcodec_send_packet(codec, nil)
                    return
                }
                // A broken packet is skipped, as players do.
                if packet.pointee.stream_index == stream { _ = avcodec_send_packet(codec, packet) }
                let isOurs = packet.pointee.stream_index == stream
                av_packet_unref(packet)
                if isOurs { return }
            } while true
        }

        private func pixmap(_ frame: UnsafeMutablePointer<AVFrame>) throws(ImageError) -> Pixmap {
            let (width, height) = (frame.pointee.width, frame.pointee.height)
            if scaler == nil {
                let source = AVPixelFormat(frame.pointee.format)
                let flags = SWS_BILINEAR | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INT
                scaler = sws_getContext(width, height, source, width, height, AV_PIX_FMT_RGBA, flags, nil, nil, nil)
                let matrix = sws_getCoefficients(SWS_CS_ITU709)
                // From BT.709, limited range. The call fails from RGB, which needs none.
                _ = sws_setColorspaceDetails(scaler, matrix, 0, matrix, 1, 0, 1 << 16, 1 << 16)
            }
            guard let scaler else { throw .outOfMemory(bytes: 4 * Int(width) * Int(height)) }
            var pixmap = Pixmap(width: Int(width), height: Int(height))
            let rows = pixmap.pixels.withUnsafeMutableBytes { bytes in
                var target = bytes.baseAddress.map { Optional($0.assumingMemoryBound(to: UInt8.self)) } ?? nil
                var bytesPerRow = 4 * width
                return withUnsafePointer(to: &frame.pointee.data) { data in
                    withUnsafePointer(to: &frame.pointee.linesize) { lines in
                        data.withMemoryRebound(to: UnsafePointer<UInt8>?.self, capacity: 8) { data in
                            lines.withMemoryRebound(to: Int32.self, capacity: 8) { lines in
                                sws_scale(scaler, data, lines, 0, height, &target, &bytesPerRow)
                            }
                        }
                    }
                }
            }
            guard rows == height else { throw .broken(.unknown, reason: LibAV.text(of: rows)) }
            pixmap.pixels.withUnsafeMutableBytes { AlphaConversion.premultiply($0) }
            return pixmap
        }

        private func check(_ code: Int32) throws(ExportError) {
            guard code >= 0 else { throw .codec(name, reason: LibAV.text(of: code)) }
        }
    }
#endif
