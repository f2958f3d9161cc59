import SVGAModel
package import SVGARender
import SVGASupport

/// How a player treats what the format leaves open: one field for each choice in which players differ.
///
/// A profile made with ``init()`` is this project's own, ``ours``, as "Rules of rendering" decides. Those of the public players are made
/// of it by their ``PlayerRule``s, each of which changes a field or two and says where it was learned. Reading, planning and painting ask
/// the profile, and so does checking: what is reported of a player is what drawing as that player shows.
package struct Profile: Hashable, Sendable {
    package init() {}

    /// This project's own rules.
    package static let ours = Profile()

    // MARK: Containers

    /// Whether 1.x archives (ZIP) can be opened.
    package enum ArchiveSupport: Hashable, Sendable {
        case always
        /// Only in a page that has loaded a ZIP library too.
        case withLibrary
        case never
    }

    /// Whether 1.x archives can be opened.
    package var archives = ArchiveSupport.always
    /// `movie.binary` of an archive is read. Otherwise only `movie.spec` is.
    package var readsBinaryEntry = true
    /// A gzip stream is opened like a zlib stream.
    package var opensGzip = true

    // MARK: Time

    /// When a frame is shown.
    package enum FrameTiming: Hashable, Sendable {
        /// Frame `i` begins at `i / fps` seconds.
        case exact
        /// Each frame is shown for a whole number of ticks of a 60 Hz display, so only divisors of 60 play at their speed.
        case displayTicks
        /// The frames before the last share the whole duration, and the last is shown only when it is over.
        case lastAtTheEnd
    }

    /// When a frame is shown.
    package var frameTiming = FrameTiming.exact

    /// What happens past the end of a sprite's own frames.
    package enum FramesPastEnd: Hashable, Sendable {
        case hidden
        /// The sprite's last frame stays.
        case lastFrame
        /// The player throws, and the movie stops.
        case failure
        /// The player throws while it draws: what comes after the sprite is missing in that frame.
        case frameBreaksOff
    }

    /// What a sprite shows in frames of the movie for which its own list has none.
    package var framesPastEnd = FramesPastEnd.hidden

    // MARK: Bitmaps

    /// Which payloads of `images` are taken for pictures.
    package enum PictureSupport: Hashable, Sendable {
        /// Every picture that can be decoded; anything else is left out.
        case all
        /// Payloads whose base64 starts as that of a PNG, or of a JPEG that opens with its quantization table. Any other that a sprite
        /// shows makes the player throw.
        case byBase64
        /// All must decode, or nothing is loaded.
        case allOrNothing
    }

    /// Which payloads of `images` are taken for pictures.
    package var pictures = PictureSupport.all

    /// How a bitmap fills its layout.
    package enum BitmapFit: Hashable, Sendable {
        /// Each axis is stretched to the layout's.
        case fill
        /// As large as fits into the layout, with the bitmap's aspect.
        case contain
        /// One point for each pixel, whatever the layout's size.
        case naturalSize
    }

    /// The size in which a bitmap is drawn.
    package var bitmapFit = BitmapFit.fill
    /// The size in which a picture is drawn that a user has set, unless it is told otherwise.
    package var replacementFit = BitmapFit.fill
    /// A layout's `x` and `y` move the sprite's content.
    package var appliesLayoutOffset = true

    /// How bitmaps are sampled.
    package enum Sampling: Hashable, Sendable {
        /// Bilinear, edges antialiased.
        case bilinear
        /// Bilinear; the edges of upright bitmaps end at whole pixels.
        case sharpEdges
        /// As `sharpEdges`, and a bitmap that is drawn at half of its size or less is halved first.
        case sharpEdgesHalved
    }

    /// How bitmaps are sampled.
    package var sampling = Sampling.bilinear
    /// Opaque pictures keep 5, 6 and 5 bits of their colors.
    package var reducesOpaqueColors = false

    /// How a sprite's key is compared with the keys of images.
    package enum ImageLookup: Hashable, Sendable {
        /// The key itself; else without `.matte` or `.vector`; else without the last extension, on either side.
        case exactThenShortened
        /// Both keys must be equal.
        case exact
        /// The first `.matte` is left out of both keys.
        case droppingMatte
        /// Every `.matte` is left out of the sprite's key, and none of the image's.
        case droppingMatteOfSprite
        /// The last extension is left out of the sprite's key, and in JSON of the image's too.
        case droppingExtension
    }

    /// How a sprite's key finds its image.
    package var imageLookup = ImageLookup.exactThenShortened
    /// A sprite without a key is left out.
    package var needsKey = false

    // MARK: Alpha and transforms

    /// The lowest alpha that is drawn, above 0. With 0, every alpha above 0 is drawn.
    package var lowestAlpha: Float = 0
    /// What an alpha counts as that is not a number.
    package var alphaOfNaN: Float = 0
    /// Alphas are cut to steps of 1/255, not rounded.
    package var cutsAlpha = false
    /// What an alpha of 0 in protobuf counts as, which protobuf does not write.
    package var unwrittenAlpha: Float = 0
    /// An alpha above 1 keeps what is left of it after steps of 256/255. Otherwise it is 1.
    package var wrapsAlpha = false
    /// The parts of a sprite are composed first and then faded together. Otherwise each is faded alone, so that parts below shine
    /// through those above.
    package var fadesWholeSprite = true
    /// A sprite's alpha below 1 takes the place of the alpha of its shapes' colors.
    package var alphaReplacesColors = false
    /// What `a` and `d` of a frame's transform in protobuf become where they are 0, which protobuf does not write.
    package var zeroScaleInProtobuf: Float = 0
    /// The same for a 0 in JSON. One that is absent there is 1.
    package var zeroScaleInJSON: Float = 0
    /// The same as ``zeroScaleInProtobuf`` for the transforms of shapes.
    package var zeroScaleOfShapes: Float = 0

    // MARK: Mattes and clip paths

    /// How mattes are applied.
    package enum MatteRule: Hashable, Sendable {
        /// To each run of neighbors with the same key, wherever the matte stands.
        case runs
        /// As `runs`, in frames in which the first sprite that is drawn is a matte. In others, mattes are drawn as sprites.
        case runsIfFirstIsMatte
        /// If the first sprite is a matte: at the end of a run everything on the canvas is masked, by the matte of the sprite after the run.
        /// Otherwise mattes are drawn as sprites.
        case wholeCanvas
        /// All sprites of one key make one layer, which stands where their last run does. Mattes must come before.
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
        /// All content of sprites that show a bitmap. Others are not clipped.
        case withBitmap
        /// Bitmap and shapes, but not what a program draws.
        case withoutDrawings
    }

    /// What a clip path clips.
    package var clip = ClipRule.all
    /// The edge of a clip path is antialiased.
    package var smoothsClips = true
    /// The inside of a clip path is filled with black before a picture is drawn that a user has set.
    package var blackensClippedReplacements = false
    /// What is hidden by key loses its bitmap only.
    package var hidesBitmapOnly = false

    // MARK: Shapes

    /// Which shapes a KEEP stands for.
    package enum KeepRule: Hashable, Sendable {
        /// Those of the nearest earlier frame of the sprite whose first shape is not KEEP; an empty list counts.
        case earlierFrame
        /// The same, but empty lists do not count.
        case earlierFrameWithShapes
        /// Those that were read last before, of whatever sprite. Empty lists count in protobuf.
        case lastRead
        /// As `earlierFrame`, if the sprite was visible there.
        case earlierFrameIfShown
    }

    /// Which shapes a KEEP stands for.
    package var keep = KeepRule.earlierFrame

    /// What is read as a path.
    package enum PathGrammar: Hashable, Sendable {
        /// The whole grammar of SVG.
        case svg
        /// See ``PlayerRule``s of each player.
        case web, webLite, android, ios, flutter
    }

    /// What is read as a path.
    package var paths = PathGrammar.svg
    /// A negative corner radius makes the player throw. Otherwise it is 0.
    package var failsOnNegativeRadius = false

    /// How the numbers of a color are read.
    package enum ColorRule: Hashable, Sendable {
        /// 0…1; colors with a part above 1 are taken for 0…255, and so is an alpha above 1.
        case detected
        /// 0…1, more is 1.
        case unit
        /// 0…1, cut to steps of 1/255; more is 1. The alpha is not cut.
        case cut
        /// As `cut`, and an alpha below 1 is 0.
        case cutWithoutAlpha
        /// 0…1, cut to steps of 1/255; more keeps what is left after steps of 256/255.
        case wrapped
    }

    /// How the numbers of a color are read.
    package var colors = ColorRule.detected

    /// What a shape without styles looks like.
    package enum Unstyled: Hashable, Sendable {
        case nothing
        case black
    }

    /// What a shape without styles looks like.
    package var unstyled = Unstyled.nothing
    /// The width of a stroke of width 0 with a color. With 0 it is not drawn.
    package var zeroStrokeWidth: Double = 0
    /// A stroke without a color is black in a sprite whose alpha is below 1. Otherwise it is not drawn.
    package var strokesWithoutColor = false

    /// What a miter limit of 0 means, or none.
    package enum ZeroMiterLimit: Hashable, Sendable {
        case ten
        /// Corners are cut off.
        case bevel
        /// Corners are cut off in protobuf; without one in JSON it is 10.
        case bevelInProtobuf
    }

    /// What a miter limit of 0 means, or none.
    package var zeroMiterLimit = ZeroMiterLimit.ten
    /// Miter limits are cut to whole numbers.
    package var cutsMiterLimit = false

    /// Which strokes are dashed, and how.
    package enum DashRule: Hashable, Sendable {
        /// If the dash or the gap is above 0.
        case ifPositive
        /// Dash, gap and phase are three dashes; without a gap the dash alone.
        case threeDashes
        /// Those of dash, gap and phase that are above 0, each in its place.
        case positiveDashes
        /// As `ifPositive` in protobuf; in JSON whenever it is there, with at least a dash of 1 and a gap of 0.1.
        case alwaysInJSON
    }

    /// Which strokes are dashed, and how.
    package var dashes = DashRule.ifPositive

    /// Which transforms scale a stroke's width.
    package enum StrokeScale: Hashable, Sendable {
        /// All transforms scale a stroke's width.
        case allTransforms
        /// Only the frame's transform does, by its height: the pen is round. With an `a` of 0 the stroke is a hairline.
        case frameTransform
    }

    /// What scales a stroke's width.
    package var strokeScale = StrokeScale.allTransforms

    /// How it is found out how much of a pixel an outline covers.
    package var coverage = Coverage.exact
    /// A stroke thinner than a pixel is drawn a pixel wide, and fainter.
    package var widensThinStrokes = false

    // MARK: Texts

    /// Where a text is drawn that a user has set.
    package enum TextPlace: Hashable, Sendable {
        /// Above the sprite's content, centerd in its layout.
        case aboveAll
        /// Below its shapes, and only if the sprite has a bitmap.
        case onBitmap
        /// Below its shapes, without a bitmap too.
        case belowShapes
    }

    /// Where a text is drawn that a user has set.
    package var textPlace = TextPlace.aboveAll
    /// A text fades with its sprite.
    package var fadesTexts = true

    // MARK: Sounds

    /// Which sound payloads are played.
    package enum SoundSupport: Hashable, Sendable {
        /// Every format that this project knows.
        case all
        /// Those that begin with an ID3 tag.
        case tagged
        /// Those that begin with an ID3 tag or with `FF FB 94`.
        case taggedOrMPEG
        case none
    }

    /// Which payloads are played.
    package var sounds = SoundSupport.all
}

// MARK: - What follows from the fields

extension Profile {
    /// The frame that is shown so long after the start, of a movie that is played once.
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
    /// The forms in which a sprite's key is looked for, the first that is found counts.
    package func form(ofSprite key: String) -> String {
        switch self {
        case .exactThenShortened, .exact: key
        case .droppingMatte: key.droppingFirst(".matte")
        case .droppingMatteOfSprite: key.droppingAll(".matte")
        case .droppingExtension: key.droppingExtension
        }
    }

    /// The form in which an image's key is found.
    package func form(ofImage key: String, isJSON: Bool) -> String {
        switch self {
        case .exactThenShortened, .exact, .droppingMatteOfSprite: key
        case .droppingMatte: key.droppingFirst(".matte")
        case .droppingExtension: isJSON ? key.droppingExtension : key
        }
    }
}

extension Profile.SoundSupport {
    /// Whether a sound with these bytes is played.
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
