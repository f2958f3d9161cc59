package import SVGAFormat
package import SVGAModel
package import SVGARender
package import SVGASupport

/// A change of what is drawn or played, as ``DocumentEdit`` has it too, with a report for each text. Several are applied in order, each to the result
/// of the previous one.
package enum MovieEdit: Sendable {
    /// Adds a text to the picture, as ``Substitutions/setText(_:isMarkup:style:forKey:)`` draws it.
    ///
    /// Each layout size of the sprites with this key gets an image of the text, and a sprite that shows it above each of them. If a sprite with an
    /// image fades, its image gets the text instead, because two sprites fade separately.
    case setText(key: String, TextContent, fonts: FontSet)
    /// Removes the sprites with this key, and those that they mask, so that the picture is the same as with the key hidden.
    case hide(key: String)
    /// Keeps a rectangle of the canvas, in points. Sprites that it never shows are removed.
    case crop(x: Double, y: Double, width: Double, height: Double)
    /// Moves sprites, in their order, to a position in the drawing order. Mattes stay in place, but before the sprites that they mask.
    case reorder(SpriteSelection, SpritePosition)
    /// Removes sprites, mattes that mask nothing else, and images that become unused. It is an error if a matte of another sprite is among them.
    case removeSprites(SpriteSelection)
    /// Plays the frames from `first` to `last`, both included, `count` times in all.
    ///
    /// A sound that starts in them starts again in each repetition, and is cut at the end of all but the last. A sound that starts before them plays
    /// on. Later sounds move.
    case loopSection(first: Int, last: Int, count: Int)
    /// Adds a sprite that fills the canvas with a color, behind all others. A second one replaces the first.
    case setCanvasColor(SVGAColor)
    /// Inserts a copy directly above each sprite. With `key`, the copies get this key and their own image, which can be replaced.
    case duplicate(SpriteSelection, key: String?)
    /// Multiplies the alpha of sprites in all frames, 0…1. For a matte this fades the sprites that it masks.
    case setOpacity(SpriteSelection, Double)
    /// Moves sprites and their clip paths in all frames, in points. For a matte this moves the mask.
    case setOffset(SpriteSelection, x: Double, y: Double)
    /// Repeats or leaves out frames, so that the frames from `first` to `last` take `frames` frames, along an easing curve.
    ///
    /// Sounds keep their speed; they start with the same frames as before.
    case retime(first: Int, last: Int, frames: Int, CubicEasing)
    /// Moves a sound, so that it first starts at a frame.
    case startSound(key: String, frame: Int)
    /// Multiplies the volume of an MP3, in steps of 1.5 dB, without encoding it again.
    case setVolume(key: String, Double)
}

/// Sprites by key or by index.
public enum SpriteSelection: Hashable, Sendable {
    /// With or without `.matte` or `.vector`.
    case key(String)
    /// 0-based, in the order of the file.
    case indices([ClosedRange<Int>])
}

/// A position in the drawing order: later sprites are drawn above earlier ones.
public enum SpritePosition: Hashable, Sendable {
    /// Above all other sprites.
    case front
    /// Below all other sprites.
    case back
    /// Directly above the topmost of these sprites.
    case above(SpriteSelection)
    /// Directly below the lowest of these sprites.
    case below(SpriteSelection)
}

/// The result of an edit.
package struct EditSummary: Sendable {
    /// One line of text.
    package let note: Message
    /// For a text: how it differs from the text that was set.
    package var text: TextRemarks?
    /// Whether no frame shows the edited key.
    package var isUnseen = false
}

extension SVGADocument {
    /// Changes the document.
    /// - Throws: ``SVGAError``. The document is then unchanged.
    package mutating func change(_ edit: MovieEdit, limits: ReadLimits = .default) throws(SVGAError) -> EditSummary {
        var editor = MovieEditor(movie, limits: limits)
        let summary = try editor.apply(edit)
        movie = editor.movie
        return EditSummary(note: editor.note, text: summary.text, isUnseen: summary.isUnseen)
    }
}

extension MovieEditor {
    mutating func apply(_ edit: MovieEdit) throws(SVGAError) -> EditSummary {
        switch edit {
        case .setText(let key, let content, let fonts): return try setText(key, content, fonts)
        case .hide(let key): try hide(key)
        case .crop(let x, let y, let width, let height): try crop(x: x, y: y, width: width, height: height)
        case .reorder(let sprites, let position): try reorder(sprites, position)
        case .removeSprites(let sprites): try removeSprites(sprites)
        case .loopSection(let first, let last, let count): try loopSection(first: first, last: last, count: count)
        case .setCanvasColor(let color): try setCanvasColor(color)
        case .duplicate(let sprites, let key): try duplicate(sprites, as: key)
        case .setOpacity(let sprites, let opacity): try setOpacity(sprites, opacity)
        case .setOffset(let sprites, let x, let y): try setOffset(sprites, x: x, y: y)
        case .retime(let first, let last, let frames, let easing): try retime(first: first, last: last, frames: frames, easing)
        case .startSound(let key, let frame): try startSound(key, at: frame)
        case .setVolume(let key, let volume): try setVolume(key, volume)
        }
        return EditSummary(note: "")
    }
}

extension MovieEditor {
    /// The indices of sprites, ascending.
    /// - Throws: if an index is too large, or if no sprite has the key.
    func indices(of selection: SpriteSelection) throws(SVGAError) -> [Int] {
        switch selection {
        case .key(let key):
            let found = movie.sprites.indices.filter { movie.sprites[$0].isNamed(key) }
            guard !key.isEmpty, !found.isEmpty else { throw .unknownKey(key: key, nearest: nearestSprites(key)) }
            return found
        case .indices(let ranges):
            for range in ranges where range.lowerBound < 0 || range.upperBound >= movie.sprites.count {
                throw .invalid(
                    reason: movie.sprites.isEmpty
                        ? "the movie has no sprites"
                        : "there is no sprite \(range.upperBound): the movie has sprites 0 to \(movie.sprites.count - 1)")
            }
            return Set(ranges.flatMap { Array($0) }).sorted()
        }
    }

    /// The most similar keys of sprites.
    func nearestSprites(_ key: String) -> [String] {
        if key.isEmpty { return [] }
        return NearestNames.of(key, in: movie.sprites.map { SpriteEntity.droppingKindSuffix($0.imageKey) }.filter { !$0.isEmpty })
    }

    /// A sprite for messages: `sprite 3 "user1"`.
    func name(ofSprite index: Int) -> Message { "sprite \(index) \"\(movie.sprites[index].imageKey)\"" }
}

extension SpriteSelection {
    /// For messages: the key in quotation marks, or the indices.
    var text: Message {
        switch self {
        case .key(let key): Message.quoted([key])
        case .indices(let ranges):
            "sprite \(ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }.joined(separator: ","))"
        }
    }
}

extension WireMovie {
    /// A key that neither a payload nor a sprite nor a sound has.
    func newKey(_ wanted: String) -> String {
        let used = SimilarKeys(images.map(\.key) + sprites.map(\.imageKey) + audios.map(\.audioKey))
        var key = wanted
        var number = 1
        while used.mayMean(key) {
            number += 1
            key = "\(wanted)-\(number)"
        }
        return key
    }
}
