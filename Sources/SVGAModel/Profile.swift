/// How a player treats what the format leaves open: one field for each rule in which players differ.
///
/// A profile made with ``init()`` is this project's own, ``ours``, as "Rules of rendering" decides; those of the public players differ
/// from it field by field. "Where players differ" has the reasons. Today only checking reads profiles: a movie is always drawn as ``ours``
/// says.
package struct Profile: Hashable, Sendable {
    /// This project's own rules, as ``ours``.
    package init() {}

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
    }

    /// What a sprite shows in frames of the movie for which its own list has none.
    package var framesPastEnd = FramesPastEnd.hidden

    // MARK: Bitmaps

    /// How a bitmap fills its layout.
    package enum BitmapFit: Hashable, Sendable {
        /// Each axis is stretched to the layout's.
        case fill
        /// As large as fits into the layout, with the bitmap's aspect.
        case contain
        /// As `fill`; in some versions of the player both axes are scaled by the ratio of the widths.
        case fillOrWidth
        /// One point for each pixel, whatever the layout's size.
        case naturalSize
    }

    /// The size in which a bitmap is drawn.
    package var bitmapFit = BitmapFit.fill
    /// A layout's `x` and `y` move the sprite's content.
    package var appliesLayoutOffset = true

    /// Which JPEG payloads are drawn.
    package enum JPEGSupport: Hashable, Sendable {
        case all
        /// All, in recent versions of the player.
        case recentVersions
        /// Files that begin with a quantisation table only.
        case someFiles
    }

    /// Which JPEG payloads are drawn. PNG is drawn by all players.
    package var jpeg = JPEGSupport.all
    /// WebP, GIF and BMP payloads are drawn.
    package var drawsOtherImages = true

    /// How a sprite's key is compared with the keys of images.
    package enum ImageLookup: Hashable, Sendable {
        /// The key itself; else without `.matte` or `.vector`; else without the last extension, on either side.
        case exactThenShortened
        /// Both keys must be equal.
        case exact
        /// A `.matte` at the end is left out of both keys.
        case droppingMatte
        /// The last extension is left out of both keys.
        case droppingExtension
    }

    /// How a sprite's key finds its image.
    package var imageLookup = ImageLookup.exactThenShortened

    // MARK: Alpha and transforms

    /// The lowest alpha that is drawn, above 0. With 0, every alpha above 0 is drawn.
    package var lowestAlpha = 0.0
    /// The parts of a sprite are composed first and then faded together. Otherwise each is faded alone, so that parts below shine
    /// through those above.
    package var fadesWholeSprite = true
    /// What `a` and `d` of a transform in protobuf become where they are 0, which protobuf does not write.
    package var zeroScaleInProtobuf: Float = 0
    /// The same for a 0 in JSON. One that is absent there is 1.
    package var zeroScaleInJSON: Float = 0

    // MARK: Mattes and clip paths

    /// When mattes are applied.
    package enum MatteSupport: Hashable, Sendable {
        case all
        /// Only if the key of the movie's first sprite ends in `.matte`.
        case ifFirstKeyEndsInMatte
        /// Only if the key of the movie's first sprite has `.matte` anywhere.
        case ifFirstKeyContainsMatte
        /// Never: sprites are drawn unmasked.
        case none
    }

    /// When mattes are applied.
    package var mattes = MatteSupport.all

    /// What a `matteKey` does that names no sprite.
    package enum UnknownMatte: Hashable, Sendable {
        case drawnUnmasked
        case hidden
        /// A layer is begun and never ended.
        case openLayer
        /// The player throws.
        case failure
    }

    /// What happens to a sprite whose `matteKey` names no sprite.
    package var unknownMatte = UnknownMatte.drawnUnmasked
    /// 1.x movies of JSON with more than one matte, or more than one masked sprite, make the player throw.
    package var failsOnSeveralMattes = false

    /// How a clip path acts on shapes.
    package enum ShapeClip: Hashable, Sendable {
        /// The clip path is in the sprite's space, as for bitmaps.
        case spriteSpace
        /// The clip path goes through each shape's own transform.
        case shapeSpace
        /// Sprites without a bitmap are not clipped.
        case ignored
    }

    /// What a clip path does to the shapes of a sprite without a bitmap.
    package var shapeClip = ShapeClip.spriteSpace

    // MARK: Shapes

    /// The path commands that are drawn, as capital letters; each stands for its lower case too.
    package var pathCommands: Set<Character> = ["M", "L", "H", "V", "C", "S", "Q", "T", "A", "Z"]
    /// An absolute `H` or `V` keeps the other coordinate. Otherwise that becomes 0.
    package var keepsOtherCoordinate = true
    /// Arguments that follow those of a command without a new letter repeat the command. Otherwise they are left out.
    package var drawsRepeatedArguments = true
    /// The miter limit where the file says 0 or nothing.
    package var defaultMiterLimit = 10.0

    /// Which strokes are dashed.
    package enum DashRule: Hashable, Sendable {
        /// A stroke is dashed if its dash or its gap is above 0.
        case ifPositive
        /// As `ifPositive`, but the phase is taken for a third dash.
        case phaseAsDash
        /// Every stroke of protobuf is dashed; without a dash or a gap the gaps are 0.1.
        case always
    }

    /// When strokes are dashed.
    package var dashes = DashRule.ifPositive

    /// Which transforms scale a stroke's width.
    package enum StrokeScale: Hashable, Sendable {
        /// All transforms scale a stroke's width.
        case allTransforms
        /// Only the frame's transform does, and by its `a`: with 0 the stroke vanishes.
        case frameTransform
    }

    /// What scales a stroke's width.
    package var strokeScale = StrokeScale.allTransforms
    /// Colours with a part above 1 are taken for 0…255. Otherwise all are 0…1.
    package var detectsColorRange = true

    // MARK: Sounds

    /// Which sound payloads are played.
    package enum SoundSupport: Hashable, Sendable {
        /// Every format that this project knows.
        case all
        /// Those that begin with an ID3 tag.
        case tagged
        /// Those that begin with an ID3 tag of version 2.3.
        case taggedVersion3
        /// Those that begin with an ID3 tag or with `FF FB 94`.
        case taggedOrMPEG
        case none
    }

    /// Which payloads are played.
    package var sounds = SoundSupport.all
    /// A sound that no `audios` entry of a zlib movie plays makes the player throw.
    package var failsOnUnusedSound = false
}

// MARK: - What follows from the fields

extension Profile.ImageLookup {
    /// The key in the form in which it is compared, of sprites and of images. For `exactThenShortened` that is the first of its forms.
    package func compared(_ key: String) -> String {
        switch self {
        case .exactThenShortened, .exact: key
        case .droppingMatte: key.endsInBytes(of: ".matte") ? key.droppingLastBytes(6) : key
        case .droppingExtension: key.utf8.lastIndex(of: UInt8(ascii: ".")).flatMap { $0 > key.startIndex ? String(key[..<$0]) : nil } ?? key
        }
    }
}

extension Profile.MatteSupport {
    /// Whether mattes are applied in a movie whose first sprite has this key.
    package func applies(firstKey: String) -> Bool {
        switch self {
        case .all: true
        case .ifFirstKeyEndsInMatte: firstKey.endsInBytes(of: ".matte")
        case .ifFirstKeyContainsMatte: firstKey.contains(".matte")
        case .none: false
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
        case .taggedVersion3: isTagged && bytes.count > 3 && bytes[3] == 3
        case .taggedOrMPEG: isTagged || bytes.starts(with: [0xFF, 0xFB, 0x94])
        case .none: false
        }
    }
}

// MARK: - Profiles

extension Profile {
    /// This project's own rules.
    package static let ours = Profile()

    /// The iOS player.
    package static let ios: Profile = {
        var profile = Profile()
        profile.opensGzip = false
        profile.frameTiming = .displayTicks
        profile.framesPastEnd = .lastFrame
        profile.bitmapFit = .contain
        profile.jpeg = .recentVersions
        profile.drawsOtherImages = false
        profile.imageLookup = .droppingExtension
        profile.unknownMatte = .hidden
        profile.pathCommands.subtract(["S", "T", "A"])
        profile.drawsRepeatedArguments = false
        profile.defaultMiterLimit = 0
        profile.dashes = .always
        profile.detectsColorRange = false
        profile.sounds = .tagged
        return profile
    }()

    /// The Android player.
    package static let android: Profile = {
        var profile = Profile()
        profile.opensGzip = false
        profile.bitmapFit = .fillOrWidth
        profile.appliesLayoutOffset = false
        profile.drawsOtherImages = false
        profile.imageLookup = .droppingMatte
        profile.fadesWholeSprite = false
        profile.zeroScaleInProtobuf = 1
        profile.mattes = .ifFirstKeyEndsInMatte
        profile.unknownMatte = .openLayer
        profile.pathCommands.subtract(["S", "T", "A"])
        profile.keepsOtherCoordinate = false
        profile.drawsRepeatedArguments = false
        profile.defaultMiterLimit = 0
        profile.strokeScale = .frameTransform
        profile.sounds = .taggedOrMPEG
        return profile
    }()

    /// The official web player.
    package static let web: Profile = {
        var profile = Profile()
        profile.archives = .withLibrary
        profile.readsBinaryEntry = false
        profile.opensGzip = false
        profile.framesPastEnd = .failure
        profile.bitmapFit = .naturalSize
        profile.appliesLayoutOffset = false
        profile.jpeg = .someFiles
        profile.drawsOtherImages = false
        profile.imageLookup = .droppingMatte
        profile.lowestAlpha = 0.05
        profile.fadesWholeSprite = false
        profile.zeroScaleInProtobuf = 1
        profile.zeroScaleInJSON = 1
        profile.mattes = .ifFirstKeyContainsMatte
        profile.unknownMatte = .failure
        profile.failsOnSeveralMattes = true
        profile.shapeClip = .ignored
        profile.pathCommands.subtract(["T", "A"])
        profile.drawsRepeatedArguments = false
        profile.dashes = .phaseAsDash
        profile.detectsColorRange = false
        profile.sounds = .taggedVersion3
        profile.failsOnUnusedSound = true
        return profile
    }()

    /// The smaller web player, Web-Lite.
    package static let webLite: Profile = {
        var profile = Profile()
        profile.archives = .never
        profile.opensGzip = false
        profile.framesPastEnd = .failure
        profile.appliesLayoutOffset = false
        profile.drawsOtherImages = false
        profile.imageLookup = .exact
        profile.lowestAlpha = 0.05
        profile.fadesWholeSprite = false
        profile.zeroScaleInProtobuf = 1
        profile.mattes = .none
        profile.shapeClip = .ignored
        profile.pathCommands.subtract(["T", "A"])
        profile.drawsRepeatedArguments = false
        profile.dashes = .phaseAsDash
        profile.detectsColorRange = false
        profile.sounds = .none
        return profile
    }()

    /// The Flutter player.
    package static let flutter: Profile = {
        var profile = Profile()
        profile.archives = .never
        profile.opensGzip = false
        profile.appliesLayoutOffset = false
        profile.drawsOtherImages = false
        profile.imageLookup = .exact
        profile.fadesWholeSprite = false
        profile.mattes = .none
        profile.shapeClip = .shapeSpace
        profile.pathCommands.subtract(["T", "A"])
        profile.drawsRepeatedArguments = false
        profile.defaultMiterLimit = 0
        profile.detectsColorRange = false
        profile.sounds = .none
        return profile
    }()
}
