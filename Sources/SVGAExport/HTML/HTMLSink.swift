public import SVGAImage
import SVGAPixels
package import SVGASupport

/// One page that shows an animation in any current browser and needs nothing else: alpha, scrubber, keyboard, sound.
///
/// All frames are in the page, as WebP patches, lossless by default. See ``MoviePage`` for one that draws a movie itself. The page shows frame ⌊t × rate⌋ at time t, by the sound's own clock while it is
/// heard. It loads nothing from anywhere. For scripts it has `window.svga`: `show(frame)`, a promise, `play()`, `pause()`, `frame`,
/// `frames` and `canvas`.
package final class HTMLSink: FrameSink {
    /// Makes a sound file that browsers play, for example an MP3, of a track.
    package typealias SoundCompressor = @Sendable (any SoundTrack) throws(ExportError) -> (bytes: [UInt8], mimeType: String)

    private let options: HTMLOptions
    private let compressSound: SoundCompressor?
    private var sound: (any SoundTrack)?
    private var page: HTMLPage?
    private var file: SinkFile

    /// - Parameters:
    ///   - options: the title and how frames are compressed.
    ///   - compressSound: nil writes the sound as WAV, 16 bits a sample.
    package init(to place: OutputPlace, options: HTMLOptions, compressSound: SoundCompressor? = nil) {
        file = SinkFile(place)
        self.options = options
        self.compressSound = compressSound
    }

    package static var repetition: Repetition { .stored(maximum: Int(Int32.max)) }
    package static var holdsSound: Bool { true }
    package var byteCount: Int { file.byteCount }

    package func begin(_ plan: ExportPlan, preview: FramePreview) throws(ExportError) -> HTMLFrameEncoder {
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

    package func write(_ packet: [UInt8], at position: Int) throws(ExportError) {
        if position > 0 { try file.append(",\n") }
        try file.append(packet)
    }

    package func finish() throws(ExportError) {
        guard let page else { return }
        try file.append(page.middle)
        try HTMLPage.append(sound, compressSound, to: &file)
        try file.append(page.end)
    }

    package func commit() throws(ExportError) { try file.commit() }
    package func abandon() { file.abandon() }
}

/// What a web page that plays an animation is like.
public struct HTMLOptions: Hashable, Sendable {
    /// Above the picture and on the browser's tab. Any text.
    public var title: String
    /// Whether the page plays when it opens; then without sound until that is asked for, as browsers demand.
    public var autoplay: Bool
    /// How frames and pictures are compressed; lossless by default. Pictures of the movie that do not become smaller stay as they are.
    public var webP: WebPOptions
    /// Whether the page holds all frames as pictures, exactly as they are rendered, instead of the movie's own pictures, of which the
    /// browser draws them. Such pages are much larger. What only this library can draw is always baked: drawings, and any
    /// ``PlayableAnimation`` that is not a ``SVGAScene``.
    public var bakesFrames: Bool

    /// By default: a page that plays when it opens and draws the movie itself.
    public init(title: String = "SVGA", autoplay: Bool = true, webP: WebPOptions = WebPOptions(), bakesFrames: Bool = false) {
        self.title = title
        self.autoplay = autoplay
        self.webP = webP
        self.bakesFrames = bakesFrames
    }
}

/// Turns frames into patches of the frame before, as WebP, in the page's own list of them.
///
/// A patch is `[x, y, isLaidOver, "WebP in base64"]`: unless it is laid over what is there, it replaces it. `0` is not a patch at all. Frames at
/// multiples of the interval begin with an empty canvas, so that every frame can be shown after a few patches.
package struct HTMLFrameEncoder: FrameEncoder {
    let webP: WebPEncoder
    let width: Int
    let height: Int
    let keyInterval: Int

    package static var comparesFrames: Bool { true }

    /// How many frames there are from one that needs none before it to the next such frame. A player keeps the patches between them in
    /// memory, so large canvases have such frames more often.
    static func keyInterval(width: Int, height: Int) -> Int { min(16, max(4, (24 << 20) / (width * height))) }

    package func encode(_ picture: FramePicture) throws(ExportError) -> [UInt8] {
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
