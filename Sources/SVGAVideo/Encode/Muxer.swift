import SVGAModel

#if Video
    import CLibAV
    import SVGAPlatform
    import SVGAExport
    import SVGASupport

    /// Owns a container that libavformat writes.
    final class Muxer {
        private let context: UnsafeMutablePointer<AVFormatContext>
        private let output: FileStream
        private let file: RandomAccessFile
        private let name: String
        /// Reads the file while the index is moved before the data.
        private var reader: FileStream?
        /// libav treats a failed read as the end of the file.
        private var readFailure: FileError?

        /// - Parameter container: libavformat's name of the format.
        init(container name: String, file: RandomAccessFile) throws(SVGAError) {
            try LibAV.load()
            self.name = name
            self.file = file
            output = try FileStream(file, isWriting: true)
            var made: UnsafeMutablePointer<AVFormatContext>?
            try LibAV.check(avformat_alloc_output_context2(&made, nil, name, nil), name)
            guard let made else { throw LibAV.noMemory(for: name) }
            context = made
            made.pointee.pb = output.pointer
            // Omits versions, dates and random numbers, so that the output is reproducible.
            made.pointee.flags |= AVFMT_FLAG_CUSTOM_IO | AVFMT_FLAG_BITEXACT
            made.pointee.url = av_strdup("")
            made.pointee.opaque = Unmanaged.passUnretained(self).toOpaque()
            made.pointee.io_open = openAgain
            made.pointee.io_close2 = closeAgain
        }

        deinit { avformat_free_context(context) }

        /// Whether the container stores the encoders' headers, so that packets need none.
        var wantsGlobalHeaders: Bool { context.pointee.oformat.pointee.flags & AVFMT_GLOBALHEADER != 0 }

        /// - Parameters:
        ///   - codec: an open encoder.
        ///   - pixels: the format of the pictures with alpha, if another encoder encodes it; nil: the encoder's format.
        /// - Returns: the stream's index.
        func addStream(_ codec: CodecContext, pixels: AVPixelFormat? = nil) throws(SVGAError) -> Int32 {
            guard let stream = avformat_new_stream(context, nil) else { throw LibAV.noMemory(for: name) }
            try check(avcodec_parameters_from_context(stream.pointee.codecpar, codec.pointer))
            if let pixels { stream.pointee.codecpar.pointee.format = pixels.rawValue }
            stream.pointee.time_base = codec.pointer.pointee.time_base
            stream.pointee.avg_frame_rate = codec.pointer.pointee.framerate
            return stream.pointee.index
        }

        /// - Parameter seconds: the duration of the output, because a pipe cannot be changed later.
        func begin(_ options: [(name: String, value: String)], seconds: Double) throws(SVGAError) {
            if file.isSequential {
                context.pointee.duration = Int64(saturating: (seconds * Double(AV_TIME_BASE)).rounded())
                context.pointee.flush_packets = 1
            }
            for (name, value) in options { try check(av_opt_set(context.pointee.priv_data, name, value, 0)) }
            try check(avformat_write_header(context, nil))
        }

        /// Writes a packet, interleaved with those of the other stream.
        func write(_ packet: UnsafeMutablePointer<AVPacket>, from codec: CodecContext, to stream: Int32) throws(SVGAError) {
            packet.pointee.stream_index = stream
            if let target = context.pointee.streams[Int(stream)] {
                av_packet_rescale_ts(packet, codec.pointer.pointee.time_base, target.pointee.time_base)
            }
            try check(av_interleaved_write_frame(context, packet))
        }

        /// Writes the remaining packets and the index.
        func end() throws(SVGAError) {
            try check(av_write_trailer(context))
            avio_flush(output.pointer)
            try check(0)
        }

        private func check(_ result: Int32) throws(SVGAError) {
            if let failure = output.failure ?? readFailure { throw SVGAError(failure) }
            try LibAV.check(result, name)
        }

        fileprivate func openReader() -> UnsafeMutablePointer<AVIOContext>? {
            reader = try? FileStream(file, isWriting: false)
            return reader?.pointer
        }

        fileprivate func closeReader() {
            readFailure = readFailure ?? reader?.failure
            reader = nil
        }
    }

    private func muxer(_ context: UnsafeMutablePointer<AVFormatContext>?) -> Muxer? {
        context?.pointee.opaque.map { Unmanaged<Muxer>.fromOpaque($0).takeUnretainedValue() }
    }

    private func openAgain(
        _ context: UnsafeMutablePointer<AVFormatContext>?, _ made: UnsafeMutablePointer<UnsafeMutablePointer<AVIOContext>?>?,
        _ url: UnsafePointer<CChar>?, _ flags: Int32, _ options: UnsafeMutablePointer<OpaquePointer?>?
    ) -> Int32 {
        guard flags & AVIO_FLAG_WRITE == 0, let reader = muxer(context)?.openReader() else { return svga_averror(EIO) }
        made?.pointee = reader
        return 0
    }

    private func closeAgain(_ context: UnsafeMutablePointer<AVFormatContext>?, _ stream: UnsafeMutablePointer<AVIOContext>?) -> Int32 {
        muxer(context)?.closeReader()
        return 0
    }

    /// Owns the AVIOContext through which libav reads or writes a file, with its position and buffer.
    ///
    /// libav passes errors on as numbers, so this object keeps the first actual error.
    final class FileStream {
        private(set) var pointer: UnsafeMutablePointer<AVIOContext>?
        private(set) var failure: FileError?
        private let file: RandomAccessFile
        private var position = 0

        init(_ file: RandomAccessFile, isWriting: Bool) throws(SVGAError) {
            self.file = file
            let bufferByteCount = 1 << 16
            guard let buffer = av_malloc(bufferByteCount) else { throw LibAV.noMemory(for: "libavformat") }
            pointer = avio_alloc_context(
                buffer.assumingMemoryBound(to: UInt8.self), Int32(bufferByteCount), isWriting ? 1 : 0,
                Unmanaged.passUnretained(self).toOpaque(), readFile, writeFile, file.isSequential ? nil : seekFile)
            guard pointer != nil else {
                av_free(buffer)
                throw LibAV.noMemory(for: "libavformat")
            }
        }

        deinit {
            // libav may have replaced the buffer.
            if let pointer { av_free(pointer.pointee.buffer) }
            avio_context_free(&pointer)
        }

        fileprivate func read(_ bytes: UnsafeMutableRawBufferPointer) -> Int32 {
            guard failure == nil else { return svga_averror(EIO) }
            do throws(FileError) {
                let count = try file.read(into: bytes, at: position)
                position += count
                return count == 0 ? svga_averror_eof() : Int32(count)
            } catch {
                failure = error
                return svga_averror(EIO)
            }
        }

        fileprivate func write(_ bytes: UnsafeRawBufferPointer) -> Int32 {
            guard failure == nil else { return svga_averror(EIO) }
            do throws(FileError) {
                try file.write(bytes, at: position)
                position += bytes.count
                return Int32(bytes.count)
            } catch {
                failure = error
                return svga_averror(EIO)
            }
        }

        fileprivate func seek(_ offset: Int64, _ whence: Int32) -> Int64 {
            let target: Int64
            switch whence & ~AVSEEK_FORCE {
            case AVSEEK_SIZE: return Int64(file.byteCount)
            case SEEK_SET: target = offset
            case SEEK_CUR: target = Int64(position) + offset
            case SEEK_END: target = Int64(file.byteCount) + offset
            default: return Int64(svga_averror(EINVAL))
            }
            guard target >= 0 else { return Int64(svga_averror(EINVAL)) }
            position = Int(target)
            return target
        }
    }

    private func stream(_ opaque: UnsafeMutableRawPointer?) -> FileStream? {
        opaque.map { Unmanaged<FileStream>.fromOpaque($0).takeUnretainedValue() }
    }

    private func readFile(_ opaque: UnsafeMutableRawPointer?, _ bytes: UnsafeMutablePointer<UInt8>?, _ count: Int32) -> Int32 {
        stream(opaque)?.read(UnsafeMutableRawBufferPointer(start: bytes, count: Int(count))) ?? svga_averror(EINVAL)
    }

    private func writeFile(_ opaque: UnsafeMutableRawPointer?, _ bytes: UnsafeMutablePointer<UInt8>?, _ count: Int32) -> Int32 {
        stream(opaque)?.write(UnsafeRawBufferPointer(start: bytes, count: Int(count))) ?? svga_averror(EINVAL)
    }

    private func seekFile(_ opaque: UnsafeMutableRawPointer?, _ offset: Int64, _ whence: Int32) -> Int64 {
        stream(opaque)?.seek(offset, whence) ?? Int64(svga_averror(EINVAL))
    }
#endif
