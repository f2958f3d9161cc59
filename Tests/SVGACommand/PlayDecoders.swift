import CZlib
import Foundation
import SVGAPixels
import SVGASupport

// What a terminal makes of escape codes: pictures, read back by code that knows nothing of the encoders.

/// A text split into escape codes: `ESC [ … letter` as a control, `ESC _ …` and `ESC P …` as strings, all else as characters.
enum TerminalStream {
    enum Part: Equatable {
        case control(String)
        case string(Character, String)
        case text(String)
    }

    static func parts(_ text: String) -> [Part] {
        var parts: [Part] = []
        var rest = Substring(text)
        while let escape = rest.firstIndex(of: "\u{1B}") {
            if escape > rest.startIndex { parts.append(.text(String(rest[..<escape]))) }
            rest = rest[rest.index(after: escape)...]
            guard let kind = rest.popFirst() else { return parts }
            if kind == "[", let end = rest.firstIndex(where: { $0.isLetter || $0 == "@" }) {
                parts.append(.control(String(rest[...end])))
                rest = rest[rest.index(after: end)...]
            } else if "_P]".contains(kind), let end = rest.range(of: "\u{1B}\\") {
                parts.append(.string(kind, String(rest[..<end.lowerBound])))
                rest = rest[end.upperBound...]
            }
        }
        if !rest.isEmpty { parts.append(.text(String(rest))) }
        return parts
    }
}

/// The pictures that kitty's graphics protocol sends, straight RGBA.
enum KittyDecoder {
    struct Picture: Equatable {
        let width: Int
        let height: Int
        let pixels: [UInt8]
    }

    /// nil where something is wrong with one of them.
    static func pictures(_ text: String) -> [Picture]? {
        var pictures: [Picture] = []
        var head: [String: String] = [:]
        var data = ""
        for case .string("_", let string) in TerminalStream.parts(text) where string.hasPrefix("G") {
            let halves = string.dropFirst().split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
            let pairs = halves[0].split(separator: ",").map { $0.split(separator: "=").map(String.init) }
            let keys = Dictionary(pairs.map { ($0[0], $0[1]) }) { $1 }
            if keys["a"] == "d" || keys["a"] == "q" { continue }
            guard halves.count == 2, halves[1].count <= 4096 else { return nil }
            if head.isEmpty { head = keys } else if Set(keys.keys) != ["q", "m"] { return nil }
            data += halves[1]
            guard keys["m"] == "0" else { continue }
            guard head["a"] == "T", head["f"] == "32", head["o"] == "z", let width = head["s"].flatMap({ Int($0) }),
                let height = head["v"].flatMap({ Int($0) }), let packed = Data(base64Encoded: data)
            else { return nil }
            var pixels = [UInt8](repeating: 0, count: 4 * width * height)
            var count = UInt(pixels.count)
            guard uncompress(&pixels, &count, Array(packed), UInt(packed.count)) == Z_OK, count == UInt(pixels.count) else { return nil }
            pictures.append(Picture(width: width, height: height, pixels: pixels))
            (head, data) = ([:], "")
        }
        return head.isEmpty ? pictures : nil
    }
}

/// The pictures of sixels.
enum SixelDecoder {
    /// Opaque where something was drawn.
    static func pictures(_ text: String) -> [Pixmap] {
        TerminalStream.parts(text).compactMap { part in
            guard case .string("P", let string) = part, let start = string.firstIndex(of: "q") else { return nil }
            return picture(Array(string[string.index(after: start)...].utf8))
        }
    }

    private static func picture(_ bytes: [UInt8]) -> Pixmap? {
        var i = 0
        func numbers() -> [Int] {
            let start = i
            while i < bytes.count, bytes[i] == UInt8(ascii: ";") || (0x30...0x39).contains(bytes[i]) { i += 1 }
            return String(decoding: bytes[start..<i], as: UTF8.self).split(separator: ";").compactMap { Int($0) }
        }
        var colors: [Int: [UInt8]] = [:]
        var (color, x, band) = (0, 0, 0)
        var picture: Pixmap?
        while i < bytes.count {
            let byte = bytes[i]
            i += 1
            var (sixel, count) = (byte, 1)
            switch byte {
            case UInt8(ascii: "\""):
                let size = numbers()
                picture = Pixmap(width: size[2], height: size[3])
                continue
            case UInt8(ascii: "#"):
                let values = numbers()
                color = values[0]
                if values.count == 5 { colors[color] = values[2...].map { UInt8(($0 * 255 + 50) / 100) } }
                continue
            case UInt8(ascii: "$"):
                x = 0
                continue
            case UInt8(ascii: "-"):
                x = 0
                band += 1
                continue
            case UInt8(ascii: "!"):
                count = numbers()[0]
                sixel = bytes[i]
                i += 1
            default: break
            }
            guard (0x3F...0x7E).contains(sixel), picture != nil, let rgb = colors[color] else { return nil }
            for bit in 0..<6 where (sixel - 0x3F) >> bit & 1 == 1 {
                for column in x..<x + count where 6 * band + bit < picture?.height ?? 0 && column < picture?.width ?? 0 {
                    let position = 4 * ((6 * band + bit) * (picture?.width ?? 0) + column)
                    picture?.pixels.replaceSubrange(position..<position + 4, with: rgb + [255])
                }
            }
            x += count
        }
        return picture
    }
}

/// The cells of a terminal after some bytes: the colors of half blocks, or other characters.
struct BlockScreen {
    struct Cell: Equatable {
        var character: Character = " "
        /// As they stand in the escape code: `2;255;0;0` or `5;16`.
        var upper = ""
        var lower = ""
    }

    private(set) var cells: [[Cell]]

    init(columns: Int, rows: Int) { cells = Array(repeating: Array(repeating: Cell(), count: columns), count: rows) }

    mutating func show(_ text: String) {
        var (row, column, upper, lower) = (0, 0, "", "")
        for part in TerminalStream.parts(text) {
            switch part {
            case .control(let code) where code.hasSuffix("H"):
                let position = code.dropLast().split(separator: ";").compactMap { Int($0) }
                (row, column) = position.count == 2 ? (position[0] - 1, position[1] - 1) : (0, 0)
            case .control("2J"): self = BlockScreen(columns: cells.first?.count ?? 0, rows: cells.count)
            case .control("0m"): (upper, lower) = ("", "")
            case .control(let code) where code.hasPrefix("38;"): upper = String(code.dropFirst(3).dropLast())
            case .control(let code) where code.hasPrefix("48;"): lower = String(code.dropFirst(3).dropLast())
            case .text(let text):
                for character in text {
                    if cells.indices.contains(row), cells[row].indices.contains(column) {
                        cells[row][column] = Cell(character: character, upper: upper, lower: lower)
                    }
                    column += 1
                }
            default: break
            }
        }
    }
}
