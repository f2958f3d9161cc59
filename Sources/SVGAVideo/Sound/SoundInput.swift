#if Video
    import CLibAV
    import SVGAExport

    /// An opened file of sound: the demuxer, and where its bytes come from.
    final class SoundInput {
        /// What sounds may be packed in. Not everything that libavformat reads: some formats fetch other files.
        private static let payloadFormats = "mp3,aac,wav,w64,ogg,mov,flac"
        private static let fileFormats = payloadFormats + ",matroska,aiff,caf,au,asf,avi,mpegts,mpeg,ac3,eac3,amr,wv,ape,tta"
        /// The codecs of payloads: no picture is decoded while the format looks for sound, and nothing obscure.
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
            guard let memory = MemoryReader(bytes) else { throw SoundInput.failure(name, svga_averror(ENOMEM)) }
            try self.init(url: nil, memory: memory, name: name, formats: SoundInput.payloadFormats, codecs: SoundInput.payloadCodecs)
        }

        /// A file, which may be a film: of that, the sound.
        convenience init(path: String) throws(ExportError) {
            // Spelled out, so that no name can be an address of something else.
            try self.init(url: "file:\(path)", memory: nil, name: path, formats: SoundInput.fileFormats, codecs: nil)
        }

        private init(url: String?, memory: MemoryReader?, name: String, formats: String, codecs: String?) throws(ExportError) {
            LibAV.quiet()
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
        /// - Returns: libav's code: below 0 at the end, which may be an early one.
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
#endif
