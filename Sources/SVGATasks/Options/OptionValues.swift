package import SVGAExport
package import SVGAModel
package import SVGAPixels
import SVGAPlatform
import SVGASupport
import SVGAVideo

// Value types that several commands use.

extension String: ExpressibleByArgument {
    package init?(argument: String) { self = argument }
    package static var expectation: TaskText { "a text" }
}

extension Int: ExpressibleByArgument {
    package init?(argument: String) { self.init(argument) }
    package static var expectation: TaskText { "a whole number" }
}

extension Double: ExpressibleByArgument {
    package init?(argument: String) {
        guard let value = Double(argument), value.isFinite else { return nil }
        self = value
    }
    package static var expectation: TaskText { "a number" }
}

/// The name of a file or folder; `-` is standard input or output.
package struct FileName: ExpressibleByArgument, Hashable {
    package let path: String

    package init(path: String = "") { self.path = path }

    package init?(argument: String) {
        guard !argument.isEmpty else { return nil }
        path = argument
    }

    package static var expectation: TaskText { "a file name" }
    package static var isFile: Bool { true }

    /// - Parameter subject: what the name belongs to, for the message.
    /// - Parameter allowsURL: whether an `http` or `https` URL is allowed.
    /// - Throws: if the name is a URL, for example `s3://bucket/a.svga`. As a path, `s3:` would be a folder.
    package static func checkAddress(_ name: String, _ subject: TaskText, allowsURL: Bool = false) throws(TaskError) {
        guard let scheme = FilePath(name).addressScheme else { return }
        if allowsURL, FileName(path: name).isURL { return }
        if scheme.lowercased() == "file" {
            throw .usage("\(subject) needs a path, not \"\(name)\"", advice: "leave out file://")
        }
        throw .usage(
            "\(subject) needs a file on this computer, not \"\(name)\"",
            advice: "download it first, or upload the result; for a folder of this name, write ./\(scheme):")
    }

    package var isStandardStream: Bool { path == "-" }

    /// Whether it is an `http` or `https` URL instead of a path.
    package var isURL: Bool { ["http", "https"].contains(FilePath(path).addressScheme?.lowercased()) }

    package var isFolder: Bool { mode == S_IFDIR }

    /// Whether it is a regular file, which can be read without waiting.
    package var isRegular: Bool { mode == S_IFREG }

    private var mode: mode_t? {
        FilePath(path).status.map { $0.st_mode & S_IFMT }
    }

    /// Whether it names a folder: an existing one, or a new one whose name ends with a slash.
    package var isFolderName: Bool { !isStandardStream && (FilePath(path).endsWithSlash || isFolder) }

    /// The path below a folder. Compares bytes, because a slash and a following combining mark are one Character.
    /// - Parameter folder: a path that ends with a slash.
    /// - Returns: nil if the path is not below the folder.
    package func name(below folder: String) -> String? {
        guard path.utf8.starts(with: folder.utf8) else { return nil }
        return String(decoding: path.utf8.dropFirst(folder.utf8.count), as: UTF8.self)
    }

    /// Compares bytes: names that differ only in Unicode normalization are different files.
    package static func == (left: FileName, right: FileName) -> Bool { left.path.hasSameBytes(as: right.path) }

    package func hash(into hasher: inout Hasher) { path.hashBytes(into: &hasher) }
}

/// A whole number of at least 1.
package struct PositiveCount: ExpressibleByArgument, Hashable {
    package let value: Int

    package init?(argument: String) {
        guard let value = Int(argument), value > 0 else { return nil }
        self.value = value
    }
    package static var expectation: TaskText { "a whole number above 0" }
}

/// A port number; 0 selects a free port.
package struct PortNumber: ExpressibleByArgument, Hashable {
    package let value: Int

    package init?(argument: String) {
        guard let value = UInt16(argument) else { return nil }
        self.value = Int(value)
    }
    package static var expectation: TaskText { "a port from 0 to 65535" }
}

/// Seconds above 0, at most a year.
package struct Seconds: ExpressibleByArgument, Hashable {
    package let value: Double

    package init?(argument: String) {
        guard let value = Double(argument), value > 0, value <= 365 * 86_400 else { return nil }
        self.value = value
    }
    package static var expectation: TaskText { "seconds above 0, such as 10 or 0.5" }
}

/// The longest side of a sheet's page, in pixels.
package struct PageSide: ExpressibleByArgument, Hashable {
    private static let maximum = 16_384
    package let value: Int

    package init?(argument: String) {
        guard let value = Int(argument), (1...PageSide.maximum).contains(value) else { return nil }
        self.value = value
    }
    package static var expectation: TaskText { "a whole number from 1 to \(maximum)" }
}

/// The unit of a number: `k`, `m` and `g` are powers of 1000; `ki`, `mi` and `gi` are powers of 1024. A `b` may follow.
package enum UnitSuffix {
    /// The number without its unit, and the unit's factor.
    package static func split(_ word: String) -> (number: String, factor: Int) {
        // "100kb" is as common as "100k".
        let word = word.last.map { "bB".contains($0) } == true ? String(word.dropLast()) : word
        let lower = word.lowercased()
        for (base, ending) in [(1000, ""), (1024, "i")] {
            for (letter, factor) in [("k", base), ("m", base * base), ("g", base * base * base)] where lower.hasSuffix(letter + ending) {
                return (String(word.dropLast(1 + ending.count)), factor)
            }
        }
        return (word, 1)
    }
}

/// A count with an optional unit: `500k`, `64m`, `128mi`.
package struct Amount: ExpressibleByArgument, Hashable {
    package let value: Int

    package init(value: Int) { self.value = value }

    package init?(argument: String) {
        let (digits, factor) = UnitSuffix.split(argument)
        if let number = Int(digits) {
            let (value, overflow) = number.multipliedReportingOverflow(by: factor)
            guard !overflow, value >= 0 else { return nil }
            self.value = value
        } else {
            // Accepts 2e9 and 1.5g, because the product is a whole number.
            guard let number = Double(argument: digits), let value = Int(exactly: number * Double(factor)), value >= 0 else { return nil }
            self.value = value
        }
    }
    package static var expectation: TaskText { "a number such as 5000, 64k, 20m or 128mi" }
}

/// 0 to 100.
package struct Quality: ExpressibleByArgument, Hashable {
    package let value: Int

    package init?(argument: String) {
        guard let value = Int(argument), (0...100).contains(value) else { return nil }
        self.value = value
    }
    package static var expectation: TaskText { "a whole number from 0 to 100" }
}

/// The compression effort, 0 to 6.
package struct Effort: ExpressibleByArgument, Hashable {
    package let value: Int

    package init?(argument: String) {
        guard let value = Int(argument), (0...6).contains(value) else { return nil }
        self.value = value
    }
    package static var expectation: TaskText { "a whole number from 0 to 6" }
}

/// 0 to 1.
package struct Fraction: ExpressibleByArgument, Hashable {
    package let value: Double

    package init(value: Double) { self.value = value }

    package init?(argument: String) {
        guard let value = Double(argument: argument), (0...1).contains(value) else { return nil }
        self.value = value
    }
    package static var expectation: TaskText { "a number from 0 to 1" }
}

/// A file size, where k is 1000 bytes and m is a million.
package struct ByteSize: ExpressibleByArgument, Hashable {
    package let value: Int

    package init?(argument: String) {
        let (digits, factor) = UnitSuffix.split(argument)
        guard let number = Double(argument: digits), number > 0 else { return nil }
        let value = number * Double(factor)
        guard value >= 1, value < 1e15 else { return nil }
        self.value = Int(saturating: value)
    }
    package static var expectation: TaskText { "a size such as 500k, 1.5m or 80000" }
}

/// A sound's bitrate in bits per second.
package struct AudioBitrate: ExpressibleByArgument, Hashable {
    package let bitsPerSecond: Int

    package init?(argument: String) {
        let (digits, factor) = UnitSuffix.split(argument)
        // Bitrates do not use factors of 1024.
        guard [1, 1000].contains(factor), let number = Double(argument: digits) else { return nil }
        let value = (number * Double(factor)).rounded()
        guard value.magnitude < 1e9, MP3Rate.range.contains(Int(saturating: value)) else { return nil }
        bitsPerSecond = Int(saturating: value)
    }
    package static var expectation: TaskText { "bits per second from 8k to 320k, such as 48k" }
}

/// A whole number from 1 to 100.
package struct Percent: ExpressibleByArgument, Hashable {
    package let value: Int

    package init?(argument: String) {
        guard let value = Int(argument), (1...100).contains(value) else { return nil }
        self.value = value
    }
    package static var expectation: TaskText { "a whole number from 1 to 100" }
}

/// The similarity of frames (SSIM): above 0, at most 1.
package struct Similarity: ExpressibleByArgument, Hashable {
    package let value: Double

    package init?(argument: String) {
        guard let value = Double(argument: argument), value > 0, value <= 1 else { return nil }
        self.value = value
    }
    package static var expectation: TaskText { "a number above 0, at most 1" }
}

/// `WxH` in pixels. One side may be 0 or missing, which keeps the aspect ratio; `W` alone is the width.
package struct PixelSize: ExpressibleByArgument, Hashable {
    package let width: Int
    package let height: Int

    package init?(argument: String) {
        let halves = argument.lowercased().replacing("×", with: "x").split(separator: "x", maxSplits: 2, omittingEmptySubsequences: false)
            .map { $0.isEmpty ? 0 : Int($0) }
        guard (1...2).contains(halves.count), let width = halves[0], let height = halves.count == 2 ? halves[1] : 0 else { return nil }
        guard width >= 0, height >= 0, width > 0 || height > 0 else { return nil }
        (self.width, self.height) = (width, height)
    }
    package static var expectation: TaskText { "WxH such as 300x200, or a width such as 300" }
}

/// Pixels per point, above 0.
package struct Scale: ExpressibleByArgument, Hashable {
    package let factor: Double

    package init?(argument: String) {
        guard let factor = Double(argument: argument), factor > 0 else { return nil }
        self.factor = factor
    }
    package static var expectation: TaskText { "a number above 0" }
}

/// A color on the command line: `#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa` or a basic CSS name.
package struct ColorArgument: ExpressibleByArgument, Hashable {
    package let color: SVGAColor

    package init?(argument: String) {
        let word = argument.lowercased()
        if let bytes = ColorArgument.named[word] {
            self.init(bytes: bytes)
        } else if word.hasPrefix("#") {
            self.init(hexDigits: word.dropFirst())
        } else {
            return nil
        }
    }

    package static var expectation: TaskText { "a color such as #fff, #ff8800, #ff880080, red or transparent" }
    package static var allValueStrings: [String] { named.keys.sorted() }

    /// `#rrggbbaa`.
    package var text: String {
        let bytes = [color.red, color.green, color.blue, color.alpha].map { UInt8(saturating: (255 * min(1, max(0, $0))).rounded()) }
        return "#" + bytes.hexadecimal
    }

    private init?(hexDigits: Substring) {
        let digits = hexDigits.compactMap(\.hexDigitValue)
        guard digits.count == hexDigits.count, hexDigits.allSatisfy(\.isASCII) else { return nil }
        switch digits.count {
        case 3, 4: self.init(bytes: digits.map { UInt8($0 * 17) })
        case 6, 8: self.init(bytes: stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] * 16 + digits[$0 + 1]) })
        default: return nil
        }
    }

    private init(bytes: [UInt8]) {
        let parts = (bytes + [255]).map { Double($0) / 255 }
        color = SVGAColor(red: parts[0], green: parts[1], blue: parts[2], alpha: parts[3])
    }

    private static let named: [String: [UInt8]] = [
        "transparent": [0, 0, 0, 0], "black": [0, 0, 0], "silver": [192, 192, 192], "gray": [128, 128, 128],
        "grey": [128, 128, 128], "white": [255, 255, 255], "maroon": [128, 0, 0], "red": [255, 0, 0], "purple": [128, 0, 128],
        "fuchsia": [255, 0, 255], "magenta": [255, 0, 255], "green": [0, 128, 0], "lime": [0, 255, 0], "olive": [128, 128, 0],
        "yellow": [255, 255, 0], "orange": [255, 165, 0], "navy": [0, 0, 128], "blue": [0, 0, 255], "teal": [0, 128, 128],
        "aqua": [0, 255, 255], "cyan": [0, 255, 255],
    ]
}

extension FrameSelection: ExpressibleByArgument {
    package init?(argument: String) { self.init(argument) }

    package static var expectation: TaskText { "a list of frames such as 0,8,20-40,60-90:5" }
}

/// `x,y,w,h` or `x,y,WxH`, in points of the canvas.
package struct CropArgument: ExpressibleByArgument, Hashable {
    package let rect: SVGARect

    package init?(argument: String) {
        var parts = argument.split(separator: ",", omittingEmptySubsequences: false)
        if parts.count == 3 { parts = parts.prefix(2) + parts[2].split(separator: "x", omittingEmptySubsequences: false) }
        let numbers = parts.compactMap { Double(argument: String($0)) }
        guard parts.count == 4, numbers.count == 4, numbers[2] > 0, numbers[3] > 0 else { return nil }
        rect = SVGARect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }

    package static var expectation: TaskText { "x,y,w,h such as 0,0,100,50" }
}
