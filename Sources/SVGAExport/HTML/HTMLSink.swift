import SVGAImage
import SVGASupport

/// One page that shows the movie in any current browser and needs nothing else: alpha, scrubber, keyboard, sound.
///
/// Frames are WebP patches in the page, lossless by default. The page shows frame ⌊t × rate⌋ at time t, by the sound's own clock while it is
/// heard. It loads nothing from anywhere. For scripts it has `window.svga`: `show(frame)`, a promise, `play()`, `pause()`, `frame`,
/// `frames` and `canvas`.
public final class HTMLSink: FrameSink {
    /// Makes a sound file that browsers play, for example an MP3, of a track.
    public typealias SoundCompressor = (any SoundTrack) throws(ExportError) -> (bytes: [UInt8], mimeType: String)

    private let path: String
    private let isOverwriting: Bool
    private let options: HTMLOptions
    private let compressSound: SoundCompressor?
    private var sound: (any SoundTrack)?
    private var file: OutputFile?
    public private(set) var byteCount = 0

    /// - Parameters:
    ///   - path: a file, a pipe, a device, or `-` for the standard output.
    ///   - overwrite: replace a file that is there; otherwise it is ``ExportError/exists(path:)``.
    ///   - options: the title and how frames are compressed.
    ///   - compressSound: nil writes the sound as WAV, 16 bits a sample.
    public init(path: String, overwrite: Bool = false, options: HTMLOptions, compressSound: SoundCompressor? = nil) {
        self.path = path
        isOverwriting = overwrite
        self.options = options
        self.compressSound = compressSound
    }

    public static var repetition: Repetition { .stored(most: Int(Int32.max)) }
    public static var holdsSound: Bool { true }

    public func begin(_ plan: ExportPlan, preview: FramePreview) throws(ExportError) -> HTMLFrameEncoder {
        file = try OutputFile(path: path, overwrite: isOverwriting)
        sound = plan.sound
        let encoder = HTMLFrameEncoder(
            webP: WebPEncoder(options: options.webP), width: plan.widthPixels, height: plan.heightPixels,
            keyInterval: HTMLFrameEncoder.keyInterval(width: plan.widthPixels, height: plan.heightPixels))
        try append(HTMLPage(plan: plan, options: options, keyInterval: encoder.keyInterval).beforeFrames)
        return encoder
    }

    public func write(_ packet: [UInt8], at position: Int) throws(ExportError) {
        if position > 0 { try append(",\n") }
        try append(packet)
    }

    public func finish() throws(ExportError) {
        try append(HTMLPage.beforeSound)
        if let sound { try append(sound) } else { try append("null") }
        try append(HTMLPage.afterSound)
    }

    public func commit() throws(ExportError) {
        try file?.commit()
        file = nil
    }

    public func abandon() { file = nil }

    private func append(_ text: String) throws(ExportError) { try append([UInt8](text.utf8)) }

    private func append(_ bytes: [UInt8]) throws(ExportError) {
        try file?.write(bytes)
        byteCount += bytes.count
    }

    private func append(_ sound: any SoundTrack) throws(ExportError) {
        let compressed = try compressSound?(sound)
        try append("{\"type\":\(JSONText.quoted(compressed?.mimeType ?? "audio/wav", escaping: [.delete, .html])),\"data\":\"")
        var base64 = Base64()
        if let compressed {
            compressed.bytes.withUnsafeBytes { base64.append($0) }
        } else {
            try WAVWriter.write(sound) { piece throws(ExportError) in
                base64.append(piece)
                try append(base64.text)
                base64.text.removeAll(keepingCapacity: true)
            }
        }
        base64.end()
        try append(base64.text)
        try append("\"}")
    }
}
