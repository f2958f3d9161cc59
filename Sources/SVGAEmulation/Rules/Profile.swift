import SVGAModel
package import SVGARender
import SVGASupport

/// The behavior of a player where the format allows several: one field for each difference between players.
///
/// ``init()`` makes this project's own profile, ``ours``, by "Rules of rendering". The public players' profiles result from their
/// ``PlayerRule``s, each of which changes a field or two and cites its source. Reading, planning, painting and checking all use the
/// profile, so reports match drawing.
package struct Profile: Hashable, Sendable {
    package init() {}

    /// This project's own rules.
    package static let ours = Profile()

    // MARK: Containers

    /// Whether 1.x archives (ZIP) can be opened.
    package enum ArchiveSupport: Hashable, Sendable {
        case always
        /// Only in a page that has also loaded a ZIP library.
        case withLibrary
        case never
    }

    /// Whether 1.x archives can be opened.
    package var archives = ArchiveSupport.always
    /// Whether `movie.binary` of an archive is read; otherwise only `movie.spec`.
    package var readsBinaryEntry = true
    /// Whether gzip streams are supported like zlib streams.
    package var opensGzip = true

    // MARK: Time

    /// The time at which a frame is shown.
    package enum FrameTiming: Hashable, Sendable {
        /// Frame `i` begins at `i / fps` seconds.
        case exact
        /// Each frame lasts an integer number of ticks of a 60 Hz display, so only divisors of 60 play at their frame rate.
        case displayTicks
        /// The frames before the last one share the entire duration, and the last one is shown at the end.
        case lastAtTheEnd
    }

    /// The time at which a frame is shown.
    package var frameTiming = FrameTiming.exact

    /// The behavior after a sprite's last frame.
    package enum FramesPastEnd: Hashable, Sendable {
        case hidden
        /// The last frame stays visible.
        case lastFrame
        /// The player throws, and the movie stops.
        case failure
        /// The player throws while it draws: later sprites are missing in that frame.
        case frameBreaksOff
    }

    /// The content of a sprite in frames of the movie that the sprite does not have.
    package var framesPastEnd = FramesPastEnd.hidden

    // MARK: Bitmaps

    /// The payloads of `images` that are accepted as pictures.
    package enum PictureSupport: Hashable, Sendable {
        /// Every picture that can be decoded; others are skipped.
        case all
        /// Payloads whose base64 starts like a PNG, or like a JPEG that starts with its quantization table. Others make the player throw if
        /// a sprite uses them.
        case byBase64
        /// All payloads must be decodable, or nothing is loaded.
        case allOrNothing
    }

    /// The payloads of `images` that are accepted as pictures.
    package var pictures = PictureSupport.all

    /// How a bitmap fills its layout.
    package enum BitmapFit: Hashable, Sendable {
        /// Each axis is stretched to the layout.
        case fill
        /// Scaled to the largest size that fits in the layout.
        case contain
        /// One point per pixel, independent of the layout's size.
        case naturalSize
    }

    /// The size of a bitmap.
    package var bitmapFit = BitmapFit.fill
    /// The size of a replacement picture with the default fit.
    package var replacementFit = BitmapFit.fill
    /// Whether a layout's `x` and `y` move the sprite's content.
    package var appliesLayoutOffset = true

    /// How bitmaps are sampled.
    package enum Sampling: Hashable, Sendable {
        /// Bilinear with antialiased edges.
        case bilinear
        /// Bilinear; the edges of axis-aligned bitmaps are not antialiased.
        case sharpEdges
        /// As `sharpEdges`; a bitmap that is drawn at half its size or less is halved first.
        case sharpEdgesHalved
    }

    /// How bitmaps are sampled.
    package var sampling = Sampling.bilinear
    /// Whether opaque pictures are reduced to 5, 6 and 5 bits per channel.
    package var reducesOpaqueColors = false

    /// How a sprite's key is compared with the keys of images.
    package enum ImageLookup: Hashable, Sendable {
        /// The key itself; then without `.matte` or `.vector`; then without the last extension on either side.
        case exactThenShortened
        /// Both keys must be equal.
        case exact
        /// The first `.matte` is removed from both keys.
        case droppingMatte
        /// Every `.matte` is removed from the sprite's key, and none from the image's.
        case droppingMatteOfSprite
        /// The last extension is removed from the sprite's key, and in JSON also from the image's.
        case droppingExtension
    }

    /// How a sprite's key finds its image.
    package var imageLookup = ImageLookup.exactThenShortened
    /// Whether a sprite without a key is skipped.
    package var needsKey = false

    // MARK: Alpha and transforms

    /// The lowest alpha above 0 that is drawn; 0: every alpha above 0.
    package var lowestAlpha: Float = 0
    /// The alpha for NaN.
    package var alphaOfNaN: Float = 0
    /// Whether alphas are truncated to steps of 1/255, not rounded.
    package var cutsAlpha = false
    /// The alpha for an alpha of 0 in protobuf, which does not encode 0.
    package var unwrittenAlpha: Float = 0
    /// Whether an alpha above 1 wraps in steps of 256/255; otherwise it is 1.
    package var wrapsAlpha = false
    /// Whether a sprite's parts are composed first and then faded together. Otherwise each part is faded, so that lower parts are visible
    /// through upper ones.
    package var fadesWholeSprite = true
    /// Whether a sprite's alpha below 1 replaces the alpha of its shapes' colors.
    package var alphaReplacesColors = false
    /// The value for an `a` or `d` of 0 in a frame's transform in protobuf, which does not encode 0.
    package var zeroScaleInProtobuf: Float = 0
    /// The same for 0 in JSON; a missing one is 1.
    package var zeroScaleInJSON: Float = 0
    /// Like ``zeroScaleInProtobuf``, for the transforms of shapes.
    package var zeroScaleOfShapes: Float = 0

    // MARK: Mattes and clip paths

    /// How mattes are applied.
    package enum MatteRule: Hashable, Sendable {
        /// To each run of adjacent sprites with the same key, for any position of the matte.
        case runs
        /// As `runs` in frames whose first visible sprite is a matte. In other frames, mattes are drawn as sprites.
        case runsIfFirstIsMatte
        /// If the first sprite is a matte, the end of a run masks the entire canvas by the matte of the next sprite. Otherwise mattes are
        /// drawn as sprites.
        case entireCanvas
        /// All sprites of one key make one layer, at the position of their last run. Mattes must come before.
        case layers
        /// Never: mattes are drawn as sprites.
        case none
    }

    /// How mattes are applied.
    package var mattes = MatteRule.runs

    /// What a clip path clips.
    package enum ClipRule: Hashable, Sendable {
        /// All content of the sprite.
        case all
        /// All content of sprites with a bitmap. Other sprites are not clipped.
        case withBitmap
        /// Bitmap and shapes, but not drawing callbacks.
        case withoutDrawings
    }

    /// What a clip path clips.
    package var clip = ClipRule.all
    /// Whether the edge of a clip path is antialiased.
    package var smoothsClips = true
    /// Whether the inside of a clip path is filled with black before a replacement picture is drawn.
    package var blackensClippedReplacements = false
    /// Whether hiding a key hides only the bitmap.
    package var hidesBitmapOnly = false

    // MARK: Shapes

    /// The shapes that KEEP refers to.
    package enum KeepRule: Hashable, Sendable {
        /// Those of the last earlier frame of the sprite without KEEP; empty lists count.
        case earlierFrame
        /// The same, but empty lists are skipped.
        case earlierFrameWithShapes
        /// The last ones that were read, of any sprite. Empty lists count in protobuf.
        case lastRead
        /// As `earlierFrame`, if the sprite was visible there.
        case earlierFrameIfVisible
    }

    /// The shapes that KEEP refers to.
    package var keep = KeepRule.earlierFrame

    /// The grammar of paths.
    package enum PathGrammar: Hashable, Sendable {
        /// The full SVG grammar.
        case svg
        /// See the ``PlayerRule``s of each player.
        case web, webLite, android, ios, flutter
    }

    /// The grammar of paths.
    package var paths = PathGrammar.svg
    /// Whether a negative corner radius makes the player throw; otherwise it is 0.
    package var failsOnNegativeRadius = false

    /// The range of a color's components.
    package enum ColorRule: Hashable, Sendable {
        /// 0…1; if a color component is above 1, the color's range is 0…255. The same applies to an alpha above 1.
        case detected
        /// 0…1, clamped.
        case unit
        /// 0…1, truncated to steps of 1/255 and clamped. The alpha is not truncated.
        case cut
        /// As `cut`; an alpha below 1 is 0.
        case cutWithoutAlpha
        /// 0…1, truncated to steps of 1/255; larger values wrap in steps of 256/255.
        case wrapped
    }

    /// The range of a color's components.
    package var colors = ColorRule.detected

    /// The appearance of a shape without styles.
    package enum Unstyled: Hashable, Sendable {
        case nothing
        case black
    }

    /// The appearance of a shape without styles.
    package var unstyled = Unstyled.nothing
    /// The width of a colored stroke of width 0; with 0 it is not drawn.
    package var zeroStrokeWidth: Double = 0
    /// Whether a stroke without a color is black in a sprite with alpha below 1; otherwise it is not drawn.
    package var strokesWithoutColor = false

    /// The meaning of a miter limit that is 0 or missing.
    package enum ZeroMiterLimit: Hashable, Sendable {
        case ten
        /// Bevel joins.
        case bevel
        /// Bevel joins in protobuf; a missing one in JSON is 10.
        case bevelInProtobuf
    }

    /// The meaning of a miter limit that is 0 or missing.
    package var zeroMiterLimit = ZeroMiterLimit.ten
    /// Whether miter limits are truncated to integers.
    package var cutsMiterLimit = false

    /// The condition and the pattern of dashed strokes.
    package enum DashRule: Hashable, Sendable {
        /// Dashed if the dash or the gap is above 0.
        case ifPositive
        /// Dash, gap and phase are three dashes; without a gap only the dash.
        case threeDashes
        /// The positive ones of dash, gap and phase, each at its position.
        case positiveDashes
        /// As `ifPositive` in protobuf. In JSON always if present, with a dash of at least 1 and a gap of at least 0.1.
        case alwaysInJSON
    }

    /// The condition and the pattern of dashed strokes.
    package var dashes = DashRule.ifPositive

    /// The transforms that scale a stroke's width.
    package enum StrokeScale: Hashable, Sendable {
        /// All transforms.
        case allTransforms
        /// Only the vertical scale of the frame's transform: the pen is round. With an `a` of 0 the stroke is a hairline.
        case frameTransform
    }

    /// The transforms that scale a stroke's width.
    package var strokeScale = StrokeScale.allTransforms

    /// How the coverage of a pixel by an outline is computed.
    package var coverage = Coverage.exact
    /// Whether a stroke thinner than a pixel is drawn one pixel wide with a lower alpha.
    package var widensThinStrokes = false

    // MARK: Texts

    /// The position of a text that a user has set.
    package enum TextPlace: Hashable, Sendable {
        /// Above the sprite's content, centered in its layout.
        case aboveAll
        /// Below its shapes, and only if the sprite has a bitmap.
        case onBitmap
        /// Below its shapes, even without a bitmap.
        case belowShapes
    }

    /// The position of a text that a user has set.
    package var textPlace = TextPlace.aboveAll
    /// Whether a text fades with its sprite.
    package var fadesTexts = true

    // MARK: Sounds

    /// The supported sound payloads.
    package enum SoundSupport: Hashable, Sendable {
        /// Every format that this project supports.
        case all
        /// Those that begin with an ID3 tag.
        case tagged
        /// Those that begin with an ID3 tag or with `FF FB 94`.
        case taggedOrMPEG
        case none
    }

    /// The supported sound payloads.
    package var sounds = SoundSupport.all
}

// MARK: - Derived behavior

extension Profile {
    /// The frame at this time after the start, for a movie that plays once.
    package func frame(atSeconds seconds: Double, fps: Int, frames: Int) -> Int {
        let position: Double
        switch frameTiming {
        case .exact: position = seconds * Double(fps)
        case .displayTicks: position = seconds * 60 / Double(max(1, 60 / fps))
        case .lastAtTheEnd: position = seconds * Double(fps) * Double(frames - 1) / Double(frames)
        }
        return min(max(0, Int(saturating: min(position, 1e9))), max(0, frames - 1))
    }
}

extension Profile.ImageLookup {
    /// The form of a sprite's key for the lookup.
    package func form(ofSprite key: String) -> String {
        switch self {
        case .exactThenShortened, .exact: key
        case .droppingMatte: key.droppingFirst(".matte")
        case .droppingMatteOfSprite: key.droppingAll(".matte")
        case .droppingExtension: key.droppingExtension
        }
    }

    /// The form of an image's key for the lookup.
    package func form(ofImage key: String, isJSON: Bool) -> String {
        switch self {
        case .exactThenShortened, .exact, .droppingMatteOfSprite: key
        case .droppingMatte: key.droppingFirst(".matte")
        case .droppingExtension: isJSON ? key.droppingExtension : key
        }
    }
}

extension Profile.SoundSupport {
    /// Whether the player plays a sound with these bytes.
    package func plays(_ bytes: [UInt8]) -> Bool {
        let isTagged = bytes.starts(with: [0x49, 0x44, 0x33])
        return switch self {
        case .all: true
        case .tagged: isTagged
        case .taggedOrMPEG: isTagged || bytes.starts(with: [0xFF, 0xFB, 0x94])
        case .none: false
        }
    }
}

extension String {
    fileprivate func droppingFirst(_ part: String) -> String {
        guard containsBytes(of: part), let range = utf8.firstRange(of: part.utf8) else { return self }
        return String(self[..<range.lowerBound]) + String(self[range.upperBound...])
    }

    fileprivate func droppingAll(_ part: String) -> String {
        guard containsBytes(of: part) else { return self }
        return utf8.split(separator: part.utf8, omittingEmptySubsequences: false).map { String(Substring($0)) }.joined()
    }

    fileprivate var droppingExtension: String {
        utf8.lastIndex(of: UInt8(ascii: ".")).flatMap { $0 > startIndex ? String(self[..<$0]) : nil } ?? self
    }
}
