package import SVGAModel
package import SVGASupport

/// Exports only the sound, as a WAV file, without drawing frames.
package struct WAVExporter: Sendable {
    package init() {}

    /// Exports the sound that a video with the same timing has: 16-bit PCM, exactly as long as its frames.
    ///
    /// Writing to a file needs constant memory. Cancellation takes effect within a moment.
    /// - Parameters:
    ///   - sound: the movie's sound, or any other.
    ///   - frameCount: the number of frames of the animation.
    ///   - frameRate: the frame rate of the animation.
    ///   - destination: the destination of the file.
    ///   - timing: the frames, their order, speed and repetition; ``ExportTiming/frameRate`` only affects the duration.
    ///   - maximumBytes: a larger file throws ``SVGAError/Kind/tooLarge`` before it is written. The maximum is 4 GB.
    ///   - progress: called repeatedly with the progress, 0…1.
    /// - Throws: the error; ``SVGAError/Kind/cancelled`` if the task was canceled. No file remains then.
    @discardableResult
    package func export(
        _ sound: any SoundSource, frameCount: Int, frameRate: FrameRate, to destination: OutputDestination,
        timing: ExportTiming = ExportTiming(),
        maximumBytes: Int? = nil, progress: @escaping @Sendable (Double) -> Void = { _ in }
    ) async throws(SVGAError) -> ExportResult {
        let timeline = try timing.timeline(frameCount: frameCount, frameRate: frameRate, repetition: .written)
        // Opened before the work, because the path may be unusable.
        let file = try SVGAError.mapping(OutputFile(destination))
        let track = try sound.track(for: timeline, frameRate: frameRate)
        let byteCount = try WAVWriter.write(track, to: file, maximumBytes: maximumBytes) {
            progress(Double($0) / Double(max(1, track.sampleCount)))
        }
        try SVGAError.mapping(file.commit())
        return ExportResult(frames: timeline.frames.count, frameRate: timeline.frameRate, byteCount: byteCount)
    }
}

/// Writes sound as a WAV file: 16 bits per sample, rounded to nearest. The length is in the header, so pipes work too.
package enum WAVWriter {
    /// The sizes in the header have 32 bits.
    package static let maximumFileBytes = Int(UInt32.max)
    package static let headerBytes = 44

    private static let blockSamples = 1 << 14

    /// - Parameter progress: called repeatedly with the sample frames written.
    /// - Returns: the size of the file, in bytes.
    /// - Throws: ``SVGAError/Kind/tooLarge`` before anything is written; ``SVGAError/Kind/cancelled``; errors of the track and the
    ///   file.
    @discardableResult
    package static func write(
        _ track: any SoundTrack, to file: OutputFile, maximumBytes: Int? = nil, progress: (_ samplesDone: Int) -> Void = { _ in }
    ) throws(SVGAError) -> Int {
        try write(track, maximumBytes: maximumBytes, progress: progress) { (piece) throws(SVGAError) in
            try SVGAError.mapping(file.write(piece))
        }
    }

    /// Writes to any byte consumer.
    @discardableResult
    package static func write(
        _ track: any SoundTrack, maximumBytes: Int? = nil, progress: (_ samplesDone: Int) -> Void = { _ in },
        to take: (UnsafeRawBufferPointer) throws(SVGAError) -> Void
    ) throws(SVGAError) -> Int {
        let dataBytes = track.sampleCount * track.channels * 2
        let allowed = min(maximumFileBytes, maximumBytes ?? maximumFileBytes)
        guard headerBytes + dataBytes <= allowed else { throw .tooLarge(bytes: headerBytes + dataBytes, allowed: allowed) }
        try header(track, dataBytes: dataBytes).withUnsafeBufferPointer { (bytes) throws(SVGAError) in
            try take(UnsafeRawBufferPointer(bytes))
        }
        var samples = [Float](repeating: 0, count: blockSamples * track.channels)
        var bytes = [UInt8](repeating: 0, count: 2 * samples.count)
        var position = 0
        while position < track.sampleCount {
            guard !Task.isCancelled else { throw .cancelled }
            let count = min(blockSamples, track.sampleCount - position)
            try samples.withUnsafeMutableBufferPointer { (samples) throws(SVGAError) in
                try track.read(at: position, into: UnsafeMutableBufferPointer(rebasing: samples[..<(count * track.channels)]))
            }
            let byteCount = pack(samples.prefix(count * track.channels), into: &bytes)
            try bytes.withUnsafeBufferPointer { (bytes) throws(SVGAError) in
                try take(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes[..<byteCount])))
            }
            position += count
            progress(position)
        }
        return headerBytes + dataBytes
    }

    /// Full scale is 32768, as in decoders, so that unmixed 16-bit sound stays unchanged.
    package static func word(_ sample: Float) -> Int16 { Int16(saturating: min(32767, max(-32768, (sample * 32768).rounded()))) }

    private static func pack(_ samples: ArraySlice<Float>, into bytes: inout [UInt8]) -> Int {
        var index = 0
        for sample in samples {
            let value = UInt16(bitPattern: word(sample))
            bytes[index] = UInt8(truncatingIfNeeded: value)
            bytes[index + 1] = UInt8(truncatingIfNeeded: value >> 8)
            index += 2
        }
        return index
    }

    private static func header(_ track: any SoundTrack, dataBytes: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        func add(_ text: StaticString) { text.withUTF8Buffer { bytes += $0 } }
        add("RIFF")
        bytes.append(little: headerBytes - 8 + dataBytes, bytes: 4)
        add("WAVEfmt ")
        bytes.append(little: 16, bytes: 4)
        // 1: PCM.
        bytes.append(little: 1, bytes: 2)
        bytes.append(little: track.channels, bytes: 2)
        bytes.append(little: track.sampleRate, bytes: 4)
        bytes.append(little: track.sampleRate * track.channels * 2, bytes: 4)
        bytes.append(little: track.channels * 2, bytes: 2)
        bytes.append(little: 16, bytes: 2)
        add("data")
        bytes.append(little: dataBytes, bytes: 4)
        return bytes
    }
}
