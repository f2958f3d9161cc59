#if Video
    import CLibAV
    import SVGAPlatform

    /// A file that libav reads: the demuxer and its byte source. All files are opened here, because untrusted input
    /// must not make libav open other files or use rarely tested decoders.
    final class MediaInput {
        enum Source {
            case path(String)
            case bytes([UInt8])
        }

        /// The allowed formats and codecs.
        struct Kind: Sendable {
            /// Not all formats of libavformat, because some open other files.
            let formats: String
            /// nil: all codecs of libav.
            let codecs: String?

            static let soundPayload = Kind(formats: "mp3,aac,wav,w64,ogg,mov,flac", codecs: payloadCodecs)
            static let soundFile = Kind(
                formats: soundPayload.formats + ",matroska,aiff,caf,au,asf,avi,mpegts,mpeg,ac3,eac3,amr,wv,ape,tta", codecs: nil)
            static let film = Kind(
                formats: "mov,matroska,avi,flv,mpegts,mpeg,ogg,asf,ivf,yuv4mpegpipe", codecs: videoCodecs + "," + payloadCodecs)

            /// Excludes pictures and rare codecs.
            private static let payloadCodecs =
                "mp3float,mp3,mp2float,mp2,mp1float,mp1,aac,aac_latm,vorbis,libvorbis,opus,libopus,flac,alac,speex,libspeex,"
                + "pcm_u8,pcm_s8,pcm_s16le,pcm_s16be,pcm_s24le,pcm_s24be,pcm_s32le,pcm_s32be,pcm_f32le,pcm_f32be,pcm_f64le,pcm_f64be,"
                + "pcm_alaw,pcm_mulaw,adpcm_ms,adpcm_ima_wav,adpcm_ima_qt,gsm_ms,libgsm_ms"
            private static let videoCodecs =
                "h264,hevc,libvpx,libvpx-vp9,vp8,vp9,av1,libdav1d,libaom-av1,prores,qtrle,png,mjpeg,mpeg4,mpeg2video,mpeg1video,theora,"
                + "rawvideo,wrapped_avframe,ffv1,huffyuv,ffvhuff,utvideo,dnxhd,cfhd,hap,vc1,wmv3,wmv2,wmv1,flv,h263,msmpeg4,ac3,eac3,wmav2"
        }

        /// libav's error code.
        struct Failure: Error {
            let code: Int32
        }

        let kind: Kind
        private let memory: MemoryReader?
        private(set) var format: UnsafeMutablePointer<AVFormatContext>?

        /// - Parameter maximumPixels: the maximum pixels per picture; nil: libav's maximum.
        /// - Precondition: libav is loaded.
        init(_ source: Source, _ kind: Kind, maximumPixels: Int? = nil) throws(Failure) {
            self.kind = kind
            var url: String?
            switch source {
            case .path(let path):
                // With the protocol, so that no name is interpreted as a URL.
                (url, memory) = ("file:\(path)", nil)
            case .bytes(let bytes):
                // A sound is read about twice; a film may seek for each packet.
                let maximum = maximumPixels == nil ? 16 * bytes.count + (16 << 20) : Int.max
                guard let reader = MemoryReader(bytes, maximumReadBytes: maximum) else { throw Failure(code: svga_averror(ENOMEM)) }
                memory = reader
            }
            guard let context = avformat_alloc_context() else { throw Failure(code: svga_averror(ENOMEM)) }
            format = context
            context.pointee.pb = memory?.context
            do throws(Failure) {
                try check(av_opt_set(context, "format_whitelist", kind.formats, 0))
                try check(av_opt_set(context, "protocol_whitelist", "file", 0))
                if let codecs = kind.codecs { try check(av_opt_set(context, "codec_whitelist", codecs, 0)) }
                // If this fails, it frees the context.
                try check(avformat_open_input(&format, url, nil, nil))
                try findStreams(maximumPixels)
            } catch {
                avformat_close_input(&format)
                throw error
            }
        }

        deinit { avformat_close_input(&format) }

        /// Analyzes the streams; libav decodes some pictures for that.
        private func findStreams(_ maximumPixels: Int?) throws(Failure) {
            guard let format else { return }
            guard let maximumPixels else { return try check(avformat_find_stream_info(format, nil)) }
            // Streams that appear during the analysis get no options. These formats list all streams at their start, or have no sizes there.
            var options = [OpaquePointer?](repeating: nil, count: Int(format.pointee.nb_streams))
            defer { for index in options.indices { av_dict_free(&options[index]) } }
            for index in options.indices { try check(av_dict_set(&options[index], "max_pixels", "\(maximumPixels)", 0)) }
            try check(avformat_find_stream_info(format, &options))
        }

        var streamCount: Int { format.map { Int($0.pointee.nb_streams) } ?? 0 }

        func stream(_ index: Int32) -> UnsafeMutablePointer<AVStream>? {
            guard let format, index >= 0, index < format.pointee.nb_streams else { return nil }
            return format.pointee.streams[Int(index)]
        }

        /// Selects the best stream of a type, and discards the others.
        /// - Returns: a negative number if no stream can be decoded.
        func select(_ type: AVMediaType, _ decoder: inout UnsafePointer<AVCodec>?) -> Int32 {
            let index = av_find_best_stream(format, type, -1, -1, &decoder, 0)
            guard index >= 0, let format else { return index }
            for other in 0..<Int(format.pointee.nb_streams) where other != index {
                format.pointee.streams[other]?.pointee.discard = AVDISCARD_ALL
            }
            return index
        }

        /// Reads the next packet of a stream.
        /// - Returns: libav's code, negative at the end or if the file is truncated.
        func read(_ index: Int32, into packet: UnsafeMutablePointer<AVPacket>) -> Int32 {
            while true {
                let result = av_read_frame(format, packet)
                guard result >= 0, packet.pointee.stream_index != index else { return result }
                av_packet_unref(packet)
            }
        }

        private func check(_ code: Int32) throws(Failure) {
            guard code >= 0 else { throw Failure(code: code) }
        }
    }

    /// Lets libavformat read bytes in memory.
    final class MemoryReader {
        private static let bufferBytes = 1 << 14

        private let bytes: [UInt8]
        private let maximumReadBytes: Int
        private var position = 0
        /// The bytes that were read so far. libav reads a damaged Ogg again from each of its pages.
        private(set) var readBytes = 0
        /// Valid during the lifetime of this object.
        private(set) var context: UnsafeMutablePointer<AVIOContext>?

        /// - Parameter maximumReadBytes: after so many bytes, also repeated ones, the file ends.
        /// - Returns: nil if memory allocation fails.
        init?(_ bytes: [UInt8], maximumReadBytes: Int) {
            (self.bytes, self.maximumReadBytes) = (bytes, maximumReadBytes)
            guard let buffer = av_malloc(MemoryReader.bufferBytes) else { return nil }
            context = avio_alloc_context(
                buffer.assumingMemoryBound(to: UInt8.self), Int32(MemoryReader.bufferBytes), 0, Unmanaged.passUnretained(self).toOpaque(),
                { MemoryReader.object($0)?.read($1, count: Int($2)) ?? svga_averror(EINVAL) }, nil,
                { MemoryReader.object($0)?.seek(to: $1, whence: $2) ?? Int64(svga_averror(EINVAL)) })
            guard context != nil else {
                av_free(buffer)
                return nil
            }
        }

        deinit {
            guard let context else { return }
            // libavformat may have replaced the buffer.
            av_free(context.pointee.buffer)
            avio_context_free(&self.context)
        }

        private static func object(_ opaque: UnsafeMutableRawPointer?) -> MemoryReader? {
            opaque.map { Unmanaged<MemoryReader>.fromOpaque($0).takeUnretainedValue() }
        }

        func read(_ target: UnsafeMutablePointer<UInt8>?, count: Int) -> Int32 {
            guard let target, count > 0 else { return svga_averror(EINVAL) }
            let count = min(count, bytes.count - position, maximumReadBytes - readBytes)
            guard count > 0 else { return svga_averror_eof() }
            bytes.withUnsafeBytes {
                UnsafeMutableRawBufferPointer(start: target, count: count).copyMemory(
                    from: UnsafeRawBufferPointer(rebasing: $0[position..<(position + count)]))
            }
            position += count
            readBytes += count
            return Int32(count)
        }

        func seek(to offset: Int64, whence: Int32) -> Int64 {
            let base: Int64
            switch whence & ~AVSEEK_FORCE {
            case AVSEEK_SIZE: return Int64(bytes.count)
            case SEEK_SET: base = 0
            case SEEK_CUR: base = Int64(position)
            case SEEK_END: base = Int64(bytes.count)
            default: return Int64(svga_averror(EINVAL))
            }
            let (target, overflow) = base.addingReportingOverflow(offset)
            guard !overflow, target >= 0 else { return Int64(svga_averror(EINVAL)) }
            // There is nothing to read beyond the end.
            position = Int(min(target, Int64(bytes.count)))
            return target
        }
    }
#endif
