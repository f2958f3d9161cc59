import SVGASupport

#if Video
    import CLibAV
    import Glibc
    package import SVGAExport
    import SVGAModel

    /// Samples in a nameless temporary file, so that memory does not grow with the length of a sound. Where nothing was added, there are
    /// zeros.
    package final class SampleFile: Sendable {
        /// More than this is not written, whoever asks: three hours of stereo.
        private static let mostBytes = 4 << 30

        private let descriptor: Int32
        /// For errors.
        private let folder: String
        private let byteCount = Locked(0)

        /// A file in the folder `TMPDIR`, or `/tmp`.
        package convenience init() throws(ExportError) {
            let named = getenv("TMPDIR").map { String(cString: $0) } ?? ""
            try self.init(folder: named.isEmpty ? "/tmp" : named)
        }

        package convenience init(folder: String) throws(ExportError) {
            var template = Array("\(folder)/svga-sound-XXXXXX".utf8CString)
            let descriptor = mkstemp(&template)
            guard descriptor >= 0 else { throw SampleFile.failure(folder) }
            self.init(descriptor: descriptor, folder: folder)
            guard unlink(template) == 0, fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0 else { throw SampleFile.failure(folder) }
        }

        /// Takes over a descriptor that can be read and written anywhere.
        package init(descriptor: Int32, folder: String) {
            self.descriptor = descriptor
            self.folder = folder
        }

        deinit { close(descriptor) }

        /// Adds samples to those that are there from `index` on.
        package func add(_ samples: UnsafeBufferPointer<Float>, at index: Int) throws(ExportError) {
            // Silence needs no room.
            guard samples.contains(where: { $0 != 0 }) else { return }
            let total = byteCount.withLock {
                $0 += samples.count * MemoryLayout<Float>.stride
                return $0
            }
            guard total <= SampleFile.mostBytes else {
                throw .file(path: folder, reason: "the sound would need more than \(SampleFile.mostBytes >> 30) GB here while it is mixed")
            }
            let sum = UnsafeMutableBufferPointer<Float>.allocate(capacity: samples.count)
            defer { sum.deallocate() }
            try read(at: index, into: sum)
            for (place, sample) in samples.enumerated() {
                // What is no number, or far beyond any sound, would spoil all sums.
                if abs(sample) <= 64 { sum[place] += sample }
            }
            try write(UnsafeRawBufferPointer(sum), at: index * MemoryLayout<Float>.stride)
        }

        package func read(at index: Int, into samples: UnsafeMutableBufferPointer<Float>) throws(ExportError) {
            let bytes = UnsafeMutableRawBufferPointer(samples)
            let start = index * MemoryLayout<Float>.stride
            var done = 0
            while done < bytes.count {
                let count = pread(descriptor, bytes.baseAddress?.advanced(by: done), bytes.count - done, start + done)
                if count < 0 {
                    if errno == EINTR { continue }
                    throw SampleFile.failure(folder)
                }
                if count == 0 { break }
                done += count
            }
            for place in done..<bytes.count { bytes[place] = 0 }
        }

        private func write(_ bytes: UnsafeRawBufferPointer, at start: Int) throws(ExportError) {
            var done = 0
            while done < bytes.count {
                let count = pwrite(descriptor, bytes.baseAddress?.advanced(by: done), bytes.count - done, start + done)
                if count < 0 {
                    if errno == EINTR { continue }
                    throw SampleFile.failure(folder)
                }
                done += count
            }
        }

        private static func failure(_ folder: String) -> ExportError {
            .file(path: folder, reason: "no room for sound while it is mixed: \(LibAV.text(of: svga_averror(errno)))")
        }
    }
#endif
