/// A text to be shown over a sprite (Rules of rendering, section 8).
///
/// Line breaks at its beginning and end are dropped, and control characters everywhere. A character that no font has is shown as
/// a box with its code: a name must not lose letters in silence.
public struct TextContent: Hashable, Sendable {
    public var text: String
    /// Whether ``text`` is Pango markup, such as `<b>Ann</b>` or `<span foreground="#ffd700">Ann</span>`; at most 64 KiB.
    public var isMarkup: Bool
    public var style: TextStyle

    public init(_ text: String, isMarkup: Bool = false, style: TextStyle = TextStyle()) {
        self.text = text
        self.isMarkup = isMarkup
        self.style = style
    }
}
