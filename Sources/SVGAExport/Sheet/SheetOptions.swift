/// The size and the form of a sprite sheet.
public struct SheetOptions: Hashable, Sendable {
    /// How the JSON lists frames. Both are known from texture packers.
    public enum Form: String, Hashable, Sendable, CaseIterable {
        /// `"frames": [{"filename": …, "frame": …}, …]`.
        case array
        /// `"frames": {"gift-00.png": {"frame": …}, …}`, in the order of the frames.
        case hash
    }

    /// Neither side of the sheet gets longer: 1 to 16384 pixels; 4096 is what every GPU of the last ten years takes.
    public var maxSide: Int { didSet { maxSide = min(max(maxSide, 1), 16384) } }
    /// Pixels kept free between frames, so that filtering does not bleed: 0 to 64.
    public var padding: Int { didSet { padding = min(max(padding, 0), 64) } }
    /// Both sides are powers of two, for old GPUs and compressed textures.
    public var isPowerOfTwo = false
    public var form = Form.array
    /// Of the PNG's compression; see ``PNGEncoder/level``.
    public var level = 6

    public init(maxSide: Int = 4096, padding: Int = 2) {
        self.maxSide = min(max(maxSide, 1), 16384)
        self.padding = min(max(padding, 0), 64)
    }
}
