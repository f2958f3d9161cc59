public import SVGAImage

/// What a page of ``HTMLSink`` is like.
public struct HTMLOptions: Hashable, Sendable {
    /// Above the picture and on the browser's tab. Any text.
    public var title: String
    /// Whether the page plays when it opens; then without sound until that is asked for, as browsers demand.
    public var autoplay = true
    /// How frames are compressed; lossless by default.
    public var webP = WebPOptions()

    public init(title: String) { self.title = title }
}
