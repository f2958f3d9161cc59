public import SVGAModel

/// How a ``GIFSink`` makes pictures of at most 255 colours and one bit of alpha.
public struct GIFOptions: Hashable, Sendable {
    /// Where the colours come from that a frame is drawn with.
    public enum PaletteMode: Hashable, Sendable {
        /// Whichever of the other two is smaller at equal quality, by samples of the movie.
        case automatic
        /// One palette for all frames, but for those of at most 255 colours that it does not have: what stays the same looks the same
        /// in every frame.
        case shared
        /// Each frame has its own: closer colours where they change a lot in the course of the movie, for up to 768 bytes a frame.
        case perFrame
    }

    /// 0 (fewest colours, smallest) to 100 (as many as fit). Palettes have as many colours as it takes to reach this.
    public var quality: Int
    /// 0 (flat areas, visible steps in gradients, smallest) to 1 (full error diffusion).
    public var dither: Double
    /// The colour of what the animation is going to lie on; its alpha is ignored.
    ///
    /// A GIF's pixel is either opaque or transparent. With a matte, everything but what is nearly invisible is blended onto that colour,
    /// so that soft edges, glows and shadows look right there, and only there. Without one, what is at least half opaque is
    /// drawn in its own colour and the rest is left out, so that edges are jagged.
    public var matte: Color?
    public var paletteMode: PaletteMode

    /// Values out of range are brought into it.
    public init(quality: Int = 90, dither: Double = 0.5, matte: Color? = nil, paletteMode: PaletteMode = .automatic) {
        self.quality = min(100, max(0, quality))
        self.dither = dither > 0 ? min(1, dither) : 0
        self.matte = matte
        self.paletteMode = paletteMode
    }
}
