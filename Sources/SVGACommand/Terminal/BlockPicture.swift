import SVGAPixels
import SVGATasks

/// How many colours a terminal has for its characters.
enum TerminalColors: Hashable, Sendable {
    /// Those of 24 bits.
    case full
    /// The 256 of xterm.
    case palette
    /// None: pictures are drawn with characters of five shades.
    case shades

    /// What the environment says; 24 bits where it says nothing, because nearly every terminal has them.
    init(environment: [String: String]) {
        let deep = ["truecolor", "24bit"].contains(environment["COLORTERM"] ?? "")
        if !(environment["NO_COLOR"] ?? "").isEmpty {
            self = .shades
        } else {
            self = (environment["TERM"] ?? "").contains("256color") && !deep ? .palette : .full
        }
    }
}

/// A picture as half-block characters: each shows two pixels, one above the other. Alpha is not looked at.
struct BlockPicture {
    let pixmap: Pixmap
    var colors = TerminalColors.full

    /// How many rows of characters it has.
    var rows: Int { (pixmap.height + 1) / 2 }

    /// Of this row of characters, counted from 0; without an end of line.
    func row(_ row: Int) -> [UInt8] {
        colors == .shades ? shades(row) : blocks(row)
    }

    private func blocks(_ row: Int) -> [UInt8] {
        var text: [UInt8] = []
        let (top, bottom) = (2 * row, 2 * row + 1)
        var last: (upper: Int, lower: Int) = (-1, -1)
        for x in 0..<pixmap.width {
            let upper = color(x, top)
            if upper != last.upper { put(upper, onto: &text, as: 38) }
            last.upper = upper
            if bottom < pixmap.height {
                let lower = color(x, bottom)
                if lower != last.lower { put(lower, onto: &text, as: 48) }
                last.lower = lower
            }
            text += "▀".utf8
        }
        text += "\u{1B}[0m".utf8
        return text
    }

    /// The colour as a number that ``put(_:onto:as:)`` understands.
    private func color(_ x: Int, _ y: Int) -> Int {
        let pixel = pixmap[x, y]
        let (red, green, blue) = (Int(pixel.red), Int(pixel.green), Int(pixel.blue))
        return colors == .full ? red << 16 | green << 8 | blue : BlockPicture.index(red, green, blue)
    }

    /// - Parameter kind: 38 for the upper pixel, 48 for the lower one.
    private func put(_ color: Int, onto text: inout [UInt8], as kind: Int) {
        if colors == .full {
            text += "\u{1B}[\(kind);2;\(color >> 16);\(color >> 8 & 255);\(color & 255)m".utf8
        } else {
            text += "\u{1B}[\(kind);5;\(color)m".utf8
        }
    }

    /// The nearest of xterm's colours 16 to 255: a cube with six steps a side, and 24 greys.
    static func index(_ red: Int, _ green: Int, _ blue: Int) -> Int {
        func step(_ value: Int) -> Int { value < 48 ? 0 : value < 115 ? 1 : (value - 35) / 40 }
        func level(_ step: Int) -> Int { step == 0 ? 0 : 55 + 40 * step }
        func distance(_ r: Int, _ g: Int, _ b: Int) -> Int {
            (red - r) * (red - r) + (green - g) * (green - g) + (blue - b) * (blue - b)
        }
        let (r, g, b) = (step(red), step(green), step(blue))
        let grey = min(max(((red + green + blue) / 3 - 3) / 10, 0), 23)
        let level1 = 8 + 10 * grey
        let isGrey = distance(level1, level1, level1) < distance(level(r), level(g), level(b))
        return isGrey ? 232 + grey : 16 + 36 * r + 6 * g + b
    }

    private func shades(_ row: Int) -> [UInt8] {
        let ramp: [Character] = [" ", "░", "▒", "▓", "█"]
        let text = (0..<pixmap.width).map { x -> Character in
            let lights = (2 * row..<min(2 * row + 2, pixmap.height)).map { y -> Int in
                let pixel = pixmap[x, y]
                return (2 * Int(pixel.red) + 5 * Int(pixel.green) + Int(pixel.blue)) / 8
            }
            return ramp[lights.reduce(0, +) / lights.count * ramp.count / 256]
        }
        return Array(String(text).utf8)
    }
}
