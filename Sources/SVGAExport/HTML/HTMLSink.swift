public import SVGAImage
package import SVGAModel
import SVGAPixels
package import SVGASupport

/// Writes one HTML page that plays an animation in any current browser without other files: alpha, scrubber, keyboard, sound.
///
/// The page contains all frames as WebP patches, lossless by default. See ``MoviePage`` for a page that draws the movie itself.
/// The page shows frame ⌊t × rate⌋ at time t; while sound plays, the sound's clock gives t.
/// It loads nothing. Scripts use `window.svga`: `show(frame)`, a promise, `play()`, `pause()`, `frame`, `frames` and `canvas`.
package final class HTMLSink: FrameSink {
    /// Compresses a track to a sound file that browsers play, for example an MP3.
    package typealias SoundCompressor = @Sendable (any SoundTrack) throws(SVGAError) -> (bytes: [UInt8], mimeType: String)

    private let options: HTMLOptions
    private let compressSound: SoundCompressor?
    private var sound: (any SoundTrack)?
    private var page: HTMLPage?
    private var file: SinkFile

    /// - Parameters:
    ///   - options: the title and the compression of frames.
    ///   - compressSound: nil writes the sound as WAV, 16 bits per sample.
    package init(to destination: OutputDestination, options: HTMLOptions, compressSound: SoundCompressor? = nil) {
        file = SinkFile(destination)
        self.options = options
        self.compressSound = compressSound
    }

    package static var repetition: Repetition { .stored(maximum: Int(Int32.max)) }
    package static var holdsSound: Bool { true }
    package var byteCount: Int { file.byteCount }

    package func begin(_ plan: ExportPlan, preview: FramePreview) throws(SVGAError) -> HTMLFrameEncoder {
        try file.open()
        sound = plan.sound
        let encoder = HTMLFrameEncoder(
            webP: WebPEncoder(options: options.webP), width: plan.widthPixels, height: plan.heightPixels,
            keyInterval: HTMLFrameEncoder.keyInterval(width: plan.widthPixels, height: plan.heightPixels))
        let page = HTMLPage(plan: plan, options: options, keyInterval: encoder.keyInterval)
        try file.append(page.start)
        self.page = page
        return encoder
    }

    package func write(_ packet: [UInt8], at position: Int) throws(SVGAError) {
        if position > 0 { try file.append(",\n") }
        try file.append(packet)
    }

    package func finish() throws(SVGAError) {
        guard let page else { return }
        try file.append(page.middle)
        try HTMLPage.append(sound, compressSound, to: &file)
        try file.append(page.end)
    }

    package func commit() throws(SVGAError) { try file.commit() }
    package func abandon() { file.abandon() }
}

/// Options for a web page that plays an animation.
public struct HTMLOptions: Hashable, Sendable {
    /// The title above the picture and on the browser's tab. Any text.
    public var title: String
    /// Whether the page plays when it opens. It is then muted until the user turns sound on, as browsers require.
    public var autoplay: Bool
    /// The compression of frames and pictures, lossless by default. Pictures that do not become smaller stay unchanged.
    public var webP: WebPOptions
    /// Whether the page contains all frames as rendered pictures, instead of the movie's pictures that the browser draws.
    /// Such pages are much larger. Drawings, and any ``PlayableAnimation`` that is not an ``SVGAScene``, are always baked.
    public var bakesFrames: Bool

    /// The default page plays when it opens and draws the movie itself.
    public init(title: String = "SVGA", autoplay: Bool = true, webP: WebPOptions = WebPOptions(), bakesFrames: Bool = false) {
        self.title = title
        self.autoplay = autoplay
        self.webP = webP
        self.bakesFrames = bakesFrames
    }
}

/// Encodes frames as WebP patches of the previous frame, in the page's own list.
///
/// A patch is `[x, y, isLaidOver, "WebP in base64"]`. It is drawn over the canvas if `isLaidOver`, else it replaces its area. `0` means no patch.
/// Frames at multiples of the interval start with an empty canvas, so any frame needs only a few patches.
package struct HTMLFrameEncoder: FrameEncoder {
    let webP: WebPEncoder
    let width: Int
    let height: Int
    let keyInterval: Int

    package static var comparesFrames: Bool { true }

    /// The number of frames between key frames. A player keeps the patches between them in memory, so large canvases have more key frames.
    static func keyInterval(width: Int, height: Int) -> Int { min(16, max(4, (24 << 20) / (width * height))) }

    package func encode(_ picture: FramePicture) throws(SVGAError) -> [UInt8] {
        let isKey = picture.position % keyInterval == 0
        let picture = FramePicture(
            pixels: picture.pixels, previous: isKey ? nil : picture.previous, changed: isKey ? nil : picture.changed,
            position: picture.position, frame: picture.frame)
        let patch = FramePatch(picture, width: width, height: height)
        guard !patch.isUnchanged else { return [UInt8(ascii: "0")] }
        let bytes = try patch.webP(webP, frame: picture.frame)
        var base64 = Base64(after: Array("[\(patch.area.x),\(patch.area.y),\(patch.isLaidOver),\"".utf8))
        bytes.withUnsafeBytes { base64.append($0) }
        base64.end()
        return base64.text + "\"]".utf8
    }
}
