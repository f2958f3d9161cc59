#if Video
    import SVGAExport
    package import SVGAModel
    import SVGAPlatform
    import SVGASupport

    /// A mix: sounds at their positions, added up.
    package struct MixedSound: SoundTrack {
        package let sampleCount: Int
        private let samples: SampleFile

        package var sampleRate: Int { SoundForm.mixed.sampleRate }
        package var channels: Int { SoundForm.mixed.channels }

        /// A section of a sound and its position in the mix, in sample frames.
        struct Clip {
            /// The range in the mix; not empty.
            let range: Range<Int>
            /// The sound's offset at the start of ``range``.
            let offset: Int

            /// The end of the needed samples, in sample frames of the sound.
            var soundEnd: Int { offset + range.count }
        }

        init(sampleCount: Int) throws(SVGAError) {
            self.sampleCount = sampleCount
            samples = try SampleFile()
        }

        /// Decodes a sound once, up to the last needed sample, and adds it to all its positions.
        func add(_ decoder: SoundDecoder, _ clips: [Clip]) throws(SVGAError) {
            let end = clips.map(\.soundEnd).max() ?? 0
            var position = 0
            while position < end, let piece = try decoder.next() {
                let next = position + piece.count / channels
                for clip in clips {
                    let heard = max(position, clip.offset)..<max(position, clip.offset, min(next, clip.soundEnd))
                    guard !heard.isEmpty else { continue }
                    let part = piece[((heard.lowerBound - position) * channels)..<((heard.upperBound - position) * channels)]
                    try samples.add(
                        UnsafeBufferPointer(rebasing: part), at: (clip.range.lowerBound + heard.lowerBound - clip.offset) * channels)
                }
                position = next
            }
        }

        package func read(at position: Int, into target: UnsafeMutableBufferPointer<Float>) throws(SVGAError) {
            let wanted = position..<(position + target.count / channels)
            let inside = wanted.clamped(to: 0..<sampleCount)
            guard !inside.isEmpty else { return target.update(repeating: 0) }
            let part = ((inside.lowerBound - position) * channels)..<((inside.upperBound - position) * channels)
            target[..<part.lowerBound].update(repeating: 0)
            target[part.upperBound...].update(repeating: 0)
            let heard = UnsafeMutableBufferPointer(rebasing: target[part])
            try samples.read(at: inside.lowerBound * channels, into: heard)
            for index in heard.indices { heard[index] = max(-1, min(1, heard[index])) }
        }
    }

    /// Samples in an unlinked temporary file, so that memory does not grow with the duration. Initially all samples are 0.
    package final class SampleFile: Sendable {
        /// The maximum file size: three hours of stereo.
        private static let maximumBytes = 4 << 30

        private let descriptor: Int32
        /// The folder of the file, for errors.
        private let folder: String
        private let byteCount = Locked(0)

        /// A file in the folder `TMPDIR`, or `/tmp`.
        package convenience init() throws(SVGAError) { try self.init(folder: TemporaryFiles.folder.string) }

        package convenience init(folder: String) throws(SVGAError) {
            do throws(FileError) {
                self.init(descriptor: try TemporaryFiles.makeNamelessFile(in: FilePath(folder)), folder: folder)
            } catch {
                guard case .failed(_, let reason) = error else { throw SVGAError(error) }
                throw SampleFile.failure(folder, reason)
            }
        }

        /// Takes ownership of a descriptor with random access.
        package init(descriptor: Int32, folder: String) {
            self.descriptor = descriptor
            self.folder = folder
        }

        deinit { close(descriptor) }

        /// Adds samples to those from `index` on.
        package func add(_ samples: UnsafeBufferPointer<Float>, at index: Int) throws(SVGAError) {
            // Silence is not stored.
            guard samples.contains(where: { $0 != 0 }) else { return }
            let total = byteCount.withLock {
                $0 += samples.count * MemoryLayout<Float>.stride
                return $0
            }
            guard total <= SampleFile.maximumBytes else {
                throw .file(
                    path: folder, reason: "mixing the sound would need more than \(SampleFile.maximumBytes >> 30) GB")
            }
            let sum = UnsafeMutableBufferPointer<Float>.allocate(capacity: samples.count)
            defer { sum.deallocate() }
            try read(at: index, into: sum)
            for (offset, sample) in samples.enumerated() {
                // NaN or huge values would corrupt the sums.
                if abs(sample) <= 64 { sum[offset] += sample }
            }
            try write(UnsafeRawBufferPointer(sum), at: index * MemoryLayout<Float>.stride)
        }

        package func read(at index: Int, into samples: UnsafeMutableBufferPointer<Float>) throws(SVGAError) {
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
            for offset in done..<bytes.count { bytes[offset] = 0 }
        }

        private func write(_ bytes: UnsafeRawBufferPointer, at start: Int) throws(SVGAError) {
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

        private static func failure(_ folder: String, _ reason: Message = errorText(errno)) -> SVGAError {
            .file(path: folder, reason: "no space for mixing the sound: \(reason)")
        }
    }
#endif
