#if Video
    import CLibAV
    import Glibc
    import SVGAExport

    /// Owns libav's view of a file: a position in it and a buffer.
    ///
    /// libav knows errors by number only, so the first real one is kept here: it is the one to report.
    final class FileStream {
        private(set) var pointer: UnsafeMutablePointer<AVIOContext>?
        private(set) var failure: ExportError?
        private let file: RandomAccessFile
        private var position = 0

        init(_ file: RandomAccessFile, isWriting: Bool) throws(ExportError) {
            self.file = file
            let bufferByteCount = 1 << 16
            guard let buffer = av_malloc(bufferByteCount) else { throw LibAV.noMemory(for: "libavformat") }
            pointer = avio_alloc_context(
                buffer.assumingMemoryBound(to: UInt8.self), Int32(bufferByteCount), isWriting ? 1 : 0,
                Unmanaged.passUnretained(self).toOpaque(), readFile, writeFile, seekFile)
            guard pointer != nil else {
                av_free(buffer)
                throw LibAV.noMemory(for: "libavformat")
            }
        }

        deinit {
            // libav may have put another buffer there.
            if let pointer { av_free(pointer.pointee.buffer) }
            avio_context_free(&pointer)
        }

        fileprivate func read(_ bytes: UnsafeMutableRawBufferPointer) -> Int32 {
            guard failure == nil else { return svga_averror(EIO) }
            do throws(ExportError) {
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
            do throws(ExportError) {
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
