import SVGAFormat
import SVGAImage
import SVGAModel
package import SVGASupport

/// A probable mistake in a folder's `movie.json`, or in a referenced file, that does not prevent packing.
package struct FolderNote: Hashable, Sendable, CustomStringConvertible {
    /// Such as `sprites[3].frames`.
    package let location: String
    package let line: Int
    package let reason: Message

    package var message: Message { "\(location): \(reason) (line \(line))" }
    package var description: String { message.description }
}

/// Offsets in `movie.json` of values that can be checked only after everything was read.
struct FolderMarks {
    var viewBox = 0
    var fps = 0
    var frames = 0
    var payloads: [Int] = []
    var audios: [Int] = []
    /// The offsets of each sprite, and of its frames.
    var sprites: [(sprite: Int, frames: Int)] = []
}

/// A note without its line number.
struct FoundNote {
    let location: String
    let offset: Int
    let reason: Message
}

// MARK: - Files

/// The file type that the name implies.
private enum FileKind {
    private static let pictures: Set = ["png", "jpg", "jpeg", "webp", "gif", "bmp"]
    private static let sounds: Set = ["mp3", "aac", "wav", "ogg", "m4a", "mp4", "flac"]

    case picture, sound, other

    init(_ name: String) {
        let ending = name.split(separator: ".").last.map { $0.lowercased() } ?? ""
        self = FileKind.pictures.contains(ending) ? .picture : FileKind.sounds.contains(ending) ? .sound : .other
    }
}

extension FolderMovieReader {
    /// Checks that the file has the type of its name; packing fails otherwise. Other damage may come from unpacking, and is allowed.
    mutating func check(_ bytes: [UInt8], file: String, at offset: Int, limits: ReadLimits) throws(SVGAError) {
        let kind = FileKind(file)
        switch PayloadKind.sniff(bytes) {
        case .image(.unknown):
            switch kind {
            case .picture: throw fault("\(file) is not an image: neither PNG, JPEG, WebP, GIF nor BMP", at: offset)
            case .sound: throw fault("\(file) is not a sound: neither MP3, AAC, WAV, Ogg, MP4 nor FLAC", at: offset)
            case .other: note("\(file) is neither a known image nor a known sound", at: offset)
            }
        case .image(let format):
            if kind == .sound { throw fault("\(file) is not a sound, but an image (\(format.name))", at: offset) }
            do throws(SVGAError) {
                _ = try ImageDecoder.decode(ImageEntity(key: "", format: format, bytes: bytes), limits: limits)
            } catch {
                note("\(file) cannot be decoded: \(error.message)", at: offset)
            }
        case .sound(let format):
            if kind == .picture { throw fault("\(file) is not an image, but a sound (\(format.rawValue))", at: offset) }
        }
    }

    mutating func note(_ reason: Message, at offset: Int) {
        notes.append(FoundNote(location: locationText, offset: offset, reason: reason))
    }
}

// MARK: - The whole

/// Compares values in different parts of `movie.json`.
struct FolderChecks {
    let movie: WireMovie
    let marks: FolderMarks
    private(set) var notes: [FoundNote] = []

    init(_ movie: WireMovie, _ marks: FolderMarks) {
        self.movie = movie
        self.marks = marks
        checkNumbers()
        checkCounts()
        checkKeys()
    }

    private mutating func note(_ location: String, _ offset: Int, _ reason: Message) {
        notes.append(FoundNote(location: location, offset: offset, reason: reason))
    }

    private mutating func checkNumbers() {
        let (width, height) = (movie.viewBoxWidth, movie.viewBoxHeight)
        if !(width > 0 && height > 0 && width.isFinite && height.isFinite) {
            note("viewBox", marks.viewBox, "a canvas of \(Double(width).brief) × \(Double(height).brief) is empty")
        }
        if movie.fps <= 0 { note("fps", marks.fps, "players differ at \(movie.fps) fps") }
        if movie.frames <= 0 { note("frames", marks.frames, "a movie of \(movie.frames) frames is empty") }
    }

    private mutating func checkCounts() {
        guard movie.frames > 0 else { return }
        let counts = Set(movie.sprites.map(\.frames.count))
        if movie.sprites.count > 1, counts.count == 1, let count = counts.first, count != Int(movie.frames) {
            return note(
                "frames", marks.frames,
                "the movie has \(movie.frames) frames, but all \(counted(movie.sprites.count, "sprite")) have \(count)")
        }
        for (index, sprite) in movie.sprites.enumerated() where sprite.frames.count != Int(movie.frames) {
            let few = sprite.frames.count < Int(movie.frames)
            let what: Message = few ? "the sprite is hidden after them" : "the others are never shown"
            note(
                "sprites[\(index)].frames", marks.sprites[index].frames,
                "\(counted(sprite.frames.count, "frame")), and the movie has \(movie.frames): \(what)")
        }
    }

    private mutating func checkKeys() {
        var payloads: [ByteKey: Int] = [:]
        for (index, payload) in movie.images.enumerated() {
            if let first = payloads[ByteKey(payload.key)] {
                note(
                    "payloads[\(index)].key", marks.payloads[index],
                    "\(payload.key.quoted) is also the key of payloads[\(first)]; one of them is lost")
            }
            payloads[ByteKey(payload.key)] = index
        }
        let mattes = MatteIndex(movie.sprites)
        let names = movie.sprites.filter(\.isMatte).map(\.imageKey)
        for (index, sprite) in movie.sprites.enumerated() where !sprite.matteKey.isEmpty && mattes.matte(for: sprite.matteKey) == nil {
            let near = NearestNames.of(sprite.matteKey, in: names).map(\.quoted).joined(separator: ", ")
            note(
                "sprites[\(index)].matteKey", marks.sprites[index].sprite,
                "no matte has the key \(sprite.matteKey.quoted)" + (near.isEmpty ? "" : "; similar keys: \(near)"))
        }
        let sounds = PayloadIndex(movie.images)
        let soundKeys = movie.images.filter(\.isSound).map(\.key)
        for (index, audio) in movie.audios.enumerated() {
            let location = "audios[\(index)]"
            if sounds.sound(for: audio.audioKey) == nil {
                let near = NearestNames.of(audio.audioKey, in: soundKeys).map(\.quoted).joined(separator: ", ")
                note(
                    location + ".audioKey", marks.audios[index],
                    "the sound is missing: no sound has the key \(audio.audioKey.quoted)" + (near.isEmpty ? "" : "; similar keys: \(near)"))
            }
            if movie.frames > 0, audio.startFrame >= movie.frames || audio.startFrame < 0 {
                note(
                    location + ".startFrame", marks.audios[index],
                    "the sound is never heard: it starts at frame \(audio.startFrame), and the movie has \(counted(Int(movie.frames), "frame"))"
                )
            }
        }
    }
}

extension FolderNote {
    /// The notes in line order.
    static func all(_ found: [FoundNote], in text: UnsafeBufferPointer<UInt8>) -> [FolderNote] {
        var line = 1
        var position = 0
        return found.sorted { $0.offset < $1.offset }.map { note in
            line += text[position..<note.offset].count { $0 == UInt8(ascii: "\n") }
            position = note.offset
            return FolderNote(location: note.location, line: line, reason: note.reason)
        }
    }
}
