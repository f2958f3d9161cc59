import SVGAModel
package import SVGARender
import SVGASupport

/// The behavior of a player where players differ. Each field is one difference.
///
/// ``init()`` creates this project's own profile, ``ours``, by the article "Rules of rendering". For a public player, ``PlayerRule``s change
/// one or two fields each and cite their sources. Reading, planning, painting and checking use the same profile, so that reports match the
/// drawing.
package struct Profile: Hashable, Sendable {
    package init() {}

    /// This project's own rules.
    package static let ours = Profile()

    // MARK: Containers

    /// Whether 1.x archives (ZIP) can be opened.
    package enum ArchiveSupport: Hashable, Sendable {
        case always
        /// Only if the web page has also loaded a ZIP library.
        case withLibrary
        case never
    }

    /// Whether 1.x archives can be opened.
    package var archives = ArchiveSupport.always
    /// Whether `movie.binary` of an archive is read; if false, only `movie.spec` is.
    package var readsBinaryEntry = true
    /// Whether gzip streams are supported like zlib streams.
    package var opensGzip = true

    // MARK: Time

    /// The time at which a frame is shown.
    package enum FrameTiming: Hashable, Sendable {
        /// Frame `i` begins at `i / fps` seconds.
        case exact
        /// Each frame lasts an integer number of ticks of a 60 Hz display. Only divisors of 60 play at their exact frame rate.
        case displayTicks
        /// The frames before the last frame share the entire duration. The last frame is shown at the end.
        case lastAtTheEnd
    }

    /// The time at which a frame is shown.
    package var frameTiming = FrameTiming.exact

    /// The content of a sprite in the movie's frames after the sprite's last frame.
    package enum FramesPastEnd: Hashable, Sendable {
        case hidden
        /// The last frame stays visible.
        case lastFrame
        /// The player throws, and the movie stops.
        case failure
        /// The player throws while it draws the sprite, so later sprites are missing in that frame.
        case frameBreaksOff
    }

    /// The content of a sprite in the movie's frames after the sprite's last frame.
    package var framesPastEnd = FramesPastEnd.hidden

    // MARK: Bitmaps

    /// The payloads of `images` that are accepted as pictures.
    package enum PictureSupport: Hashable, Sendable {
        /// Every picture that can be decoded; the player skips the others.
        case all
        /// PNG, and JPEG that starts with its quantization table; the player recognizes them by their base64. It throws if a sprite uses any other
        /// payload.
        case byBase64
        /// As `byBase64`, but sprites with other payloads have no image. Sounds with an ID3 tag are accepted, too.
        case byBase64OrNone
        /// All payloads. If one cannot be decoded, the player does not load the file.
        case allOrNothing
    }

    /// The payloads of `images` that are accepted as pictures.
    package var pictures = PictureSupport.all
    /// Whether `allOrNothing` also decodes payloads whose keys begin with `audio`.
    package var decodesSounds = false

    /// How a bitmap fills its layout.
    package enum BitmapFit: Hashable, Sendable {
        /// Each axis is stretched to the layout.
        case fill
        /// Scaled to the largest size that fits in the layout.
        case contain
        /// One point per pixel, independent of the layout's size.
        case naturalSize
        /// Both axes are scaled by the ratio of the widths.
        case width
    }

    /// How a bitmap of the file fills its layout.
    package var bitmapFit = BitmapFit.fill
    /// How a replacement picture fills its layout if the user sets no fit.
    package var replacementFit = BitmapFit.fill
    /// Whether a layout's `x` and `y` move the sprite's content.
    package var appliesLayoutOffset = true

    /// How bitmaps are sampled.
    package enum Sampling: Hashable, Sendable {
        /// Bilinear with antialiased edges.
        case bilinear
        /// Bilinear; the edges of axis-aligned bitmaps are not antialiased.
        case sharpEdges
        /// As `sharpEdges`; a bitmap that is drawn at half its size or smaller is halved first.
        case sharpEdgesHalved
    }

    /// How bitmaps are sampled.
    package var sampling = Sampling.bilinear
    /// Whether opaque pictures are reduced to RGB 565: 5 bits for red, 6 for green and 5 for blue.
    package var reducesOpaqueColors = false
    /// Whether the colors of a PNG with a `gAMA` chunk are converted to sRGB; if false, the chunk is ignored.
    package var appliesGamma = false

    /// How a sprite's key is compared with the keys of images.
    package enum ImageLookup: Hashable, Sendable {
        /// First the key itself, then without `.matte` or `.vector`, then with the last extension removed from both keys.
        case exactThenShortened
        /// Both keys must be equal.
        case exact
        /// The first `.matte` is removed from both keys.
        case droppingMatte
        /// The first `.matte` is removed from the sprite's key.
        case droppingFirstMatteOfSprite
        /// Every `.matte` is removed from the sprite's key, and in JSON from the image's.
        case droppingAllMattesOfSprite
        /// `.matte` is removed from the end of the sprite's key. In JSON, every `.matte` is removed from the image's key.
        case droppingMatteOfSprite
        /// The last extension is removed from the sprite's key, and in JSON also from the image's.
        case droppingExtension
    }

    /// How a sprite's key finds its image.
    package var imageLookup = ImageLookup.exactThenShortened
    /// Whether a sprite without a key is skipped.
    package var needsKey = false
    /// Whether `movie.binary` has no image for a file name with fewer than 4 bytes.
    package var needsLongNames = false

    /// Whether an image that a user has set is drawn. If not, its sprite has no image.
    package var drawsReplacements = true

    // MARK: Alpha and transforms

    /// The lowest alpha above 0 that is drawn. If 0, every alpha above 0 is drawn.
    package var lowestAlpha: Float = 0
    /// The alpha that NaN is replaced by.
    package var alphaOfNaN: Float = 0
    /// Whether alphas are truncated, not rounded, to multiples of 1/255.
    package var cutsAlpha = false
    /// The alpha that 0 is replaced by in protobuf. Protobuf omits fields that are 0.
    package var unwrittenAlpha: Float = 0
    /// Whether an alpha above 1 wraps around with a period of 256/255; if false, it is 1.
    package var wrapsAlpha = false
    /// Whether alpha applies to the composed sprite. If false, alpha applies to each part, so that lower parts are visible through upper ones.
    package var fadesWholeSprite = true

    /// Which sprites' alpha replaces the alpha of their shapes' colors.
    package enum AlphaReplacement: Hashable, Sendable {
        case never, ofTranslucentSprites, ofAllSprites
    }

    /// Which sprites' alpha replaces the alpha of their shapes' colors.
    package var alphaReplacesColors = AlphaReplacement.never
    /// Whether alpha applies to bitmaps with a clip path.
    package var fadesClippedBitmaps = true
    /// The value that replaces an `a` or `d` of 0 in a frame's transform in protobuf. Protobuf omits fields that are 0.
    package var zeroScaleInProtobuf: Float = 0
    /// Like ``zeroScaleInProtobuf``, for JSON. A missing `a` or `d` in JSON is 1.
    package var zeroScaleInJSON: Float = 0
    /// Like ``zeroScaleInProtobuf``, for the transforms of shapes.
    package var zeroScaleOfShapes: Float = 0

    // MARK: Mattes and clip paths

    /// How mattes are applied.
    package enum MatteRule: Hashable, Sendable {
        /// Each run of adjacent sprites with the same matteKey is masked by the matte with that key. The matte may have any position.
        case runs
        /// As `runs` in frames whose first visible sprite is a matte, but the matte must come before the run. In other frames, mattes are drawn as
        /// sprites.
        case runsIfFirstIsMatte
        /// A player error. Where a run ends, the entire canvas is masked, not only the run. The matte is that of the sprite after the run. If the first
        /// sprite is not a matte, mattes are drawn as sprites.
        case entireCanvas
        /// All sprites with the same matteKey form one layer, at the position of their last run. The matte must come before them.
        case layers
        /// Mattes mask nothing and are drawn as sprites.
        case none
        /// As `none`, but the player throws if the first sprite is a matte.
        case noneUnlessFirst
    }

    /// How mattes are applied.
    package var mattes = MatteRule.runs

    /// Whether a missing matteKey in protobuf is the key "", for `entireCanvas`.
    package var countsEmptyMatteKeys = true
    /// Whether a sprite without a key is a matte, for `entireCanvas`.
    package var mattesHaveNoKey = false

    /// What a clip path clips.
    package enum ClipRule: Hashable, Sendable {
        /// All content of the sprite.
        case all
        /// All content of sprites that have a bitmap. Other sprites are not clipped.
        case withBitmap
        /// Bitmaps and shapes, but not the output of drawing callbacks.
        case withoutDrawings
    }

    /// What a clip path clips.
    package var clip = ClipRule.all
    /// Whether the edge of a clip path is antialiased.
    package var smoothsClips = true
    /// Whether the transform of a shape also applies to the clip path of the shape.
    package var movesClips = false
    /// Whether the area of a clip path is filled with black before a replacement picture is drawn.
    package var blackensClippedReplacements = false
    /// Whether hiding a key hides only the bitmap.
    package var hidesBitmapOnly = false

    // MARK: Shapes

    /// The shapes that a KEEP shape repeats.
    package enum KeepRule: Hashable, Sendable {
        /// Those of the sprite's latest earlier frame without KEEP, even if that frame has no shapes.
        case earlierFrame
        /// As `earlierFrame`, but frames without shapes are skipped.
        case earlierFrameWithShapes
        /// The shapes that were read last, of any sprite. In protobuf, an empty list counts.
        case lastRead
        /// As `earlierFrame`, but only if the sprite was visible in that frame.
        case earlierFrameIfVisible
        /// None.
        case nothing
    }

    /// The shapes that a KEEP shape repeats.
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
    /// Whether the player throws on a negative corner radius; if false, the radius is 0.
    package var failsOnNegativeRadius = false
    /// Whether a rect with a negative corner radius is not drawn.
    package var hidesNegativeRadii = false
    /// Whether a rect or ellipse with a negative size is not drawn.
    package var hidesNegativeSizes = false
    /// Whether the player throws on a shape with an empty path.
    package var failsOnEmptyPath = false
    /// Whether a shape with a fill is also stroked.
    package var strokesFilledShapes = true

    /// The range of a color's components.
    package enum ColorRule: Hashable, Sendable {
        /// 0…1. If a color component is above 1, the range of the color components is 0…255. The same applies to alpha separately.
        case detected
        /// 0…1, clamped.
        case unit
        /// 0…1, truncated to multiples of 1/255 and clamped. The alpha is not truncated.
        case cut
        /// As `cut`; an alpha below 1 is 0.
        case cutWithoutAlpha
        /// If any number of the color is above 1, the range of all four is 0…255. Truncated to multiples of 1/255.
        case detectedTogether
        /// All four are multiplied by 255, truncated, shifted by 8 bits each, and combined into 32 bits. Larger values change other components.
        case packed
        /// 0…1, truncated to multiples of 1/255. Larger values wrap around with a period of 256/255.
        case wrapped
    }

    /// The range of a color's components.
    package var colors = ColorRule.detected

    /// Whether the player throws on a color in protobuf without a written alpha; if false, that alpha is 0.
    package var failsWithoutColorAlpha = false

    /// The fill of a shape without styles.
    package enum Unstyled: Hashable, Sendable {
        case nothing
        case black
    }

    /// The fill of a shape without styles.
    package var unstyled = Unstyled.nothing
    /// The width of a stroke that has a color and the width 0. If this is 0, the stroke is not drawn.
    package var zeroStrokeWidth: Double = 0
    /// Whether a stroke without a color is black if the sprite's alpha is below 1; if false, it is not drawn.
    package var strokesWithoutColor = false

    /// The replacement for a miter limit that is 0 or missing.
    package enum ZeroMiterLimit: Hashable, Sendable {
        case ten
        /// Bevel joins.
        case bevel
        /// Bevel joins in protobuf. A missing miter limit in JSON is 10.
        case bevelInProtobuf
    }

    /// The replacement for a miter limit that is 0 or missing.
    package var zeroMiterLimit = ZeroMiterLimit.ten
    /// Whether miter limits are truncated to integers.
    package var cutsMiterLimit = false

    /// Which strokes are dashed, and by which pattern.
    package enum DashRule: Hashable, Sendable {
        /// Dashed if the dash or the gap is above 0.
        case ifPositive
        /// Dash, gap and phase form a pattern of three lengths. Without a gap, the pattern is only the dash.
        case threeDashes
        /// The positive values among dash, gap and phase, each in its own position of the pattern.
        case positiveDashes
        /// Those of dash, gap and phase that are not 0, one after the other.
        case nonzeroDashes
        /// Dash and gap, without the phase; without a gap, the stroke is not dashed.
        case withoutPhase
        /// As `ifPositive` in protobuf. In JSON, every stroke with a pattern is dashed, with a dash of at least 1 and a gap of at least 0.1.
        case alwaysInJSON
        /// As `alwaysInJSON`; in protobuf, every stroke is dashed, also without a pattern.
        case always
        /// As `ifPositive`, but the first dash begins at the phase, and nothing is drawn before it. Dashes and gaps are counted through all subpaths.
        case fromPhase
    }

    /// Which strokes are dashed, and by which pattern.
    package var dashes = DashRule.ifPositive

    /// Which transforms scale the width of a stroke.
    package enum StrokeScale: Hashable, Sendable {
        /// All transforms.
        case allTransforms
        /// Only the vertical scale of the frame's transform, so the pen stays round. If `a` is 0, the stroke is a hairline.
        case frameTransform
    }

    /// Which transforms scale the width of a stroke.
    package var strokeScale = StrokeScale.allTransforms
    /// Whether the dashes of a rect start at the lower end of its left side, not at its upper side.
    package var startsRectsLowerLeft = false
    /// Whether the dashes of an ellipse start at its left, not at its right.
    package var startsEllipsesLeft = false

    /// How the coverage of a pixel by a path is computed.
    package var coverage = Coverage.exact
    /// Whether a stroke thinner than one pixel is drawn one pixel wide with a lower alpha.
    package var widensThinStrokes = false

    // MARK: Texts

    /// The position of a text that a user has set.
    package enum TextPosition: Hashable, Sendable {
        /// Above the sprite's content, centered in its layout.
        case aboveAll
        /// Between the bitmap and the shapes, and only if the sprite has a bitmap.
        case onBitmap
        /// Below the shapes, even if the sprite has no bitmap.
        case belowShapes
    }

    /// The position of a text that a user has set.
    package var textPosition = TextPosition.aboveAll
    /// Whether the sprite's alpha applies to a text.
    package var fadesTexts = true
    /// Whether a clip path clips texts.
    package var clipsTexts = true

    /// Whether the em box of a text is centered, not its line, and the baseline is a row of pixels.
    package var centersEmBoxes = false

    // MARK: Sounds

    /// The supported sound payloads.
    package enum SoundSupport: Hashable, Sendable {
        /// Every format that this project supports.
        case all
        /// MP3 files that begin with an ID3 tag.
        case tagged
        /// MP3 files that begin with an ID3 tag or with the bytes `FF FB 94`.
        case taggedOrMPEG
        /// MP3 files that begin with an ID3 tag of version 2.3.
        case taggedThird
        case none
    }

    /// The supported sound payloads.
    package var sounds = SoundSupport.all
}
