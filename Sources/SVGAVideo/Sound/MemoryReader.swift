#if Video
    import CLibAV

    /// Lets libavformat read bytes that are in memory.
    final class MemoryReader {
        private static let bufferBytes = 1 << 14

        private let bytes: [UInt8]
        private var position = 0
        /// Valid as long as this object is; it refers to it.
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
