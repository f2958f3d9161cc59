import SVGAFormat
import SVGAModel
import SVGAPlatform

/// The files of an unpacked document.
struct FolderContents {
    struct File {
        /// nil: the folder itself.
        let folder: String?
        let name: String
        let bytes: [UInt8]
    }

    /// In writing order. `movie.json` is last, because it references the others.
    private(set) var files: [File] = []

    var folders: [String] { Array(Set(files.compactMap(\.folder))).sorted() }
    /// The path of each payload's file, in the document's order.
    private(set) var payloads: [String] = []
    /// The path of each other archive entry's file.
    private(set) var entries: [String] = []

    init(_ document: SVGADocument) {
        name(document)
        files.append(File(folder: nil, name: "README.md", bytes: Array(FolderReadme.text.utf8)))
        let movie = FolderMovieWriter.parts(document, payloadFiles: payloads, entryFiles: entries)
        files.append(File(folder: nil, name: "movie.json", bytes: movie.reduce(into: []) { $0 += $1 }))
    }

    /// Only the files of payloads and entries.
    init(payloadsOf document: SVGADocument) { name(document) }

    private mutating func name(_ document: SVGADocument) {
        var images = SafeFileNames()
        var audio = SafeFileNames()
        var other = SafeFileNames()
        for image in document.movie.images {
            let (folder, ending) = PayloadKind.sniff(image.bytes).file
            let name =
                folder == "images" ? images.name(for: image.key, extension: ending) : audio.name(for: image.key, extension: ending)
            files.append(File(folder: folder, name: name, bytes: image.bytes))
            payloads.append("\(folder)/\(name)")
        }
        for entry in document.otherEntries {
            // The entry is treated as data, regardless of its name.
            let name = other.name(for: entry.name, extension: "bin")
            files.append(File(folder: "other", name: name, bytes: entry.bytes))
            entries.append("other/\(name)")
        }
    }

    /// Writes all files into a folder without any of them.
    func write(into root: borrowing FolderHandle) throws(SVGAError) {
        for folder in folders { try root.make(folder) }
        for file in files {
            if Task.isCancelled { throw .cancelled }
            guard let folder = file.folder else {
                try root.write(file.bytes, to: file.name)
                continue
            }
            try FolderContents.open(folder, in: root).write(file.bytes, to: file.name)
        }
    }

    /// Moves all files from one folder to another.
    func move(from source: borrowing FolderHandle, into target: borrowing FolderHandle) throws(SVGAError) {
        for folder in folders { try target.make(folder) }
        for file in files {
            guard let folder = file.folder else {
                try source.move(file.name, into: target)
                continue
            }
            try FolderContents.open(folder, in: source).move(file.name, into: FolderContents.open(folder, in: target))
        }
    }

    private static func open(_ name: String, in root: borrowing FolderHandle) throws(SVGAError) -> FolderHandle {
        guard let folder = root.folder(name) else { throw .writeFile(path: "\(root.path)/\(name)", reason: FolderHandle.reason(errno)) }
        return folder
    }
}

/// Converts keys, which can be any text, to file names. They are valid on every file system, stay in their folder,
/// and are distinct even if case and Unicode composition are ignored.
struct SafeFileNames {
    /// In bytes. File systems allow 255, and an editor may append a suffix.
    private static let maximumStemLength = 80
    /// Device names that Windows reserves, with any extension.
    private static let devices: Set<String> = {
        let numbers = (1...9).map(String.init) + ["¹", "²", "³"]
        return Set(["CON", "PRN", "AUX", "NUL"] + ["COM", "LPT"].flatMap { name in numbers.map { name + $0 } })
    }()

    private var used: Set<String> = []
    /// The next number to try for a name that is taken.
    private var numbers: [String: Int] = [:]

    mutating func name(for key: String, extension ending: String) -> String {
        let stem = SafeFileNames.stem(key, ending)
        let folded = SafeFileNames.fold(stem)
        var name = "\(stem).\(ending)"
        while !used.insert(SafeFileNames.fold(name)).inserted {
            let number = numbers[folded, default: 1] + 1
            numbers[folded] = number
            name = "\(stem)-\(number).\(ending)"
        }
        return name
    }

    /// Equal texts for names that a file system may treat as equal. Canonically equivalent strings are already equal.
    private static func fold(_ name: String) -> String { name.uppercased().lowercased() }

    private static func stem(_ key: String, _ ending: String) -> String {
        var stem = String.UnicodeScalarView()
        var bytes = 0
        for scalar in key.unicodeScalars {
            let safe = isSafe(scalar) ? scalar : "_"
            bytes += UTF8.width(safe)
            if bytes > maximumStemLength { break }
            stem.append(safe)
        }
        var text = String(stem)
        // An extension that the key already has is not added again.
        let dotted = ".\(ending)"
        if text.lowercased().hasSuffix(dotted), text.unicodeScalars.count > dotted.count {
            text = String(text.unicodeScalars.dropLast(dotted.unicodeScalars.count))
        }
        while text.last == " " || text.last == "." { text.removeLast() }
        let device = text.prefix { $0 != "." }.uppercased()
        let isHidden = text.unicodeScalars.first.map { $0 == "." || $0 == " " || $0 == "-" || isMark($0) } ?? true
        return isHidden || devices.contains(trimmingSpaces(device)) ? "_" + text : text
    }

    private static func trimmingSpaces(_ text: String) -> String {
        var text = text
        while text.last == " " { text.removeLast() }
        return text
    }

    private static func isSafe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber, .letterNumber,
            .otherNumber, .otherSymbol:
            true
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: scalar == "-" || scalar == "_" || scalar == "." || scalar == " " || scalar == "(" || scalar == ")" || scalar == "+"
        }
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: false
        }
    }
}

extension PayloadKind {
    /// The folder and the extension for a payload of this type.
    var file: (folder: String, ending: String) {
        switch self {
        case .image(let format):
            let ending =
                switch format {
                case .png: "png"
                case .jpeg: "jpg"
                case .webp: "webp"
                case .gif: "gif"
                case .bmp: "bmp"
                case .unknown: "bin"
                }
            return ("images", ending)
        case .sound(let format): return ("audio", format == .mp4 ? "m4a" : format.rawValue)
        }
    }
}

/// The README.md beside `movie.json`.
enum FolderReadme {
    static let text = """
        # An unpacked SVGA animation

        `svga pack THIS-FOLDER -o out.svga` packs this folder into an animation again. You may change `movie.json` and replace the files
        that it names. Other files are not packed.

        | | |
        |---|---|
        | `movie.json` | everything except images and sounds |
        | `images/`, `audio/` | one file for each image and sound, named after its key where possible |
        | `other/` | other entries of a ZIP of format 1.x, if any |

        ## movie.json

        A member that is left out is 0, empty or absent, as in the format. Frames are counted from 0: frame `i` is line
        `i + 1` below the `"frames"` of its sprite. `bytes` and `crc32` of a file, which `svga dump` prints, are ignored.

        | member | meaning |
        |---|---|
        | `svgaFolder` | the version of this form: 1 |
        | `container` | the container when it is packed: `zlib` (format 2.x), `zip-json` or `zip-binary` (1.x), `gzip`, `protobuf` |
        | `version` | the format version in the file |
        | `viewBox` | width and height of the canvas, in points |
        | `fps`, `frames` | frames per second, and the frame count |
        | `payloads` | images and sounds: `key`, and the `file` in this folder; `entry` is its name in a ZIP of format 1.x |
        | `audios` | when a sound plays: `audioKey`, from `startFrame` to before `endFrame`; `startTime` and `totalTime` in ms |
        | `sprites` | the sprites, bottom first: `imageKey`, `matteKey` of the matte that masks it, `frames` |
        | `unknown` | fields that the format does not define, unchanged, in Base64 |

        A frame:

        | member | meaning |
        |---|---|
        | `alpha` | 0 (hidden) to 1 |
        | `layout` | `[x, y, width, height]` that the image fills, in the sprite's coordinates |
        | `transform` | `[a, b, c, d, tx, ty]`: x' = a·x + c·y + tx, y' = b·x + d·y + ty |
        | `clipPath` | an SVG path that clips the sprite |
        | `shapes` | what is drawn above the image |

        A shape has a `type` (`shape`, `rect`, `ellipse`, or `keep`: as in the previous frame), with `d` (an SVG path),
        `rect` (`[x, y, width, height, cornerRadius]`) or `ellipse` (`[x, y, radiusX, radiusY]`, the center first), a `transform`, and `styles`:
        `fill` and `stroke` (`[red, green, blue, alpha]`, each 0 to 1), `strokeWidth`, `lineCap`, `lineJoin`, `miterLimit`, `lineDash`
        (`[dash, gap, phase]`).

        A number that JSON cannot represent is a string with its bits, such as `"bits:7fc00000"`.

        """
}
