#if Video
    import CLibAV
    import SVGAExport

    /// An opened file of sound: the demuxer, and where its bytes come from.
    final class SoundInput {
        /// The formats allowed. Not all that libavformat reads, because some formats open other files.
        private static let payloadFormats = "mp3,aac,wav,w64,ogg,mov,flac"
        private static let fileFormats = payloadFormats + ",matroska,aiff,caf,au,asf,avi,mpegts,mpeg,ac3,eac3,amr,wv,ape,tta"
        /// The codecs allowed in payloads, so that neither pictures nor rare codecs are decoded.
        static let payloadCodecs =
            "mp3float,mp3,mp2float,mp2,mp1float,mp1,aac,aac_latm,vorbis,libvorbis,opus,libopus,flac,alac,speex,libspeex,"
            + "pcm_u8,pcm_s8,pcm_s16le,pcm_s16be,pcm_s24le,pcm_s24be,pcm_s32le,pcm_s32be,pcm_f32le,pcm_f32be,pcm_f64le,pcm_f64be,"
            + "pcm_alaw,pcm_mulaw,adpcm_ms,adpcm_ima_wav,adpcm_ima_qt,gsm_ms,libgsm_ms"

        /// For errors.
        let name: String
        /// nil: what libav knows.
        let codecs: String?
        private let memory: MemoryReader?
        private var format: UnsafeMutablePointer<AVFormatContext>?
        private var index: Int32 = -1
        private(set) var decoder: UnsafePointer<AVCodec>?

        /// A payload of a movie.
        convenience init(payload bytes: [UInt8], name: String) throws(ExportError) {
            try LibAV.load()
            guard let memory = MemoryReader(bytes) else { throw SoundInput.failure(name, svga_averror(ENOMEM)) }
            try self.init(url: nil, memory: memory, name: name, formats: SoundInput.payloadFormats, codecs: SoundInput.payloadCodecs)
        }

        /// A file of sound, or the sound of a film.
        convenience init(path: String) throws(ExportError) {
            try LibAV.load()
            // With the protocol, so that no name is taken as a URL.
            try self.init(url: "file:\(path)", memory: nil, name: path, formats: SoundInput.fileFormats, codecs: nil)
        }

        private init(url: String?, memory: MemoryReader?, name: String, formats: String, codecs: String?) throws(ExportError) {
            self.name = name
            self.memory = memory
            self.codecs = codecs
            guard let context = avformat_alloc_context() else { throw SoundInput.failure(name, svga_averror(ENOMEM)) }
            format = context
            context.pointee.pb = memory?.context
            try check(av_opt_set(context, "format_whitelist", formats, 0))
            try check(av_opt_set(context, "protocol_whitelist", "file", 0))
            if let codecs { try check(av_opt_set(context, "codec_whitelist", codecs, 0)) }
            // Where this fails it frees the context.
            try check(avformat_open_input(&format, url, nil, nil))
            try check(avformat_find_stream_info(format, nil))
            index = av_find_best_stream(format, AVMEDIA_TYPE_AUDIO, -1, -1, &decoder, 0)
            guard index >= 0 else { throw .sound(name, reason: "there is no sound in it") }
            for stream in 0..<Int(context.pointee.nb_streams) where stream != index {
                context.pointee.streams[stream]?.pointee.discard = AVDISCARD_ALL
            }
        }

        deinit { avformat_close_input(&format) }

        var stream: UnsafeMutablePointer<AVStream>? { format?.pointee.streams[Int(index)] }

        /// The next piece of the sound.
        /// - Returns: libav's code, below 0 at the end or where the file breaks off.
        func read(into packet: UnsafeMutablePointer<AVPacket>) -> Int32 {
            while true {
                let result = av_read_frame(format, packet)
                guard result >= 0, packet.pointee.stream_index != index else { return result }
                av_packet_unref(packet)
            }
        }

        private func check(_ code: Int32) throws(ExportError) {
            guard code >= 0 else { throw SoundInput.failure(name, code) }
        }

        static func failure(_ name: String, _ code: Int32) -> ExportError {
            .sound(name, reason: code == svga_averror_eof() ? "it ends before any sound" : LibAV.text(of: code))
        }
    }

    /// Lets libavformat read bytes that are in memory.
    final class MemoryReader {
        private static let bufferBytes = 1 << 14

        private let bytes: [UInt8]
        private var position = 0
        /// Valid as long as this object exists.
        private(set) var context: UnsafeMutablePointer<AVIOContext>?

        /// - Returns: nil where there is no memory.
        init?(_ bytes: [UInt8]) {
            self.bytes = bytes
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

        private func read(_ target: UnsafeMutablePointer<UInt8>?, count: Int) -> Int32 {
            guard let target, count > 0 else { return svga_averror(EINVAL) }
            let count = min(count, bytes.count - position)
            guard count > 0 else { return svga_averror_eof() }
            bytes.withUnsafeBytes {
                UnsafeMutableRawBufferPointer(start: target, count: count).copyMemory(
                    from: UnsafeRawBufferPointer(rebasing: $0[position..<(position + count)]))
            }
            position += count
            return Int32(count)
        }

        private func seek(to offset: Int64, whence: Int32) -> Int64 {
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
            // Beyond the end there is nothing to read.
            position = Int(min(target, Int64(bytes.count)))
            return target
        }
    }
#endif
