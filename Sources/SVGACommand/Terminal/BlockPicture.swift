import SVGAPixels
import SVGATasks

/// The colors of a terminal's characters.
enum TerminalColors: Hashable, Sendable {
    /// 24-bit colors.
    case full
    /// xterm's 256 colors.
    case palette
    /// No colors: images use characters of five shades.
    case shades

    /// The colors according to the environment; by default 24-bit, because nearly all terminals support it.
    init(environment: [String: String]) {
        let deep = ["truecolor", "24bit"].contains(environment["COLORTERM"] ?? "")
        if !(environment["NO_COLOR"] ?? "").isEmpty {
            self = .shades
        } else {
            self = (environment["TERM"] ?? "").contains("256color") && !deep ? .palette : .full
        }
    }
}

/// An image as half-block characters: each shows two pixels, one above the other. Alpha is ignored.
struct BlockPicture {
    let pixmap: Pixmap
    var colors = TerminalColors.full

    /// The number of character rows.
    var rows: Int { (pixmap.height + 1) / 2 }

    /// A row of characters, from 0, without a line break.
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

    /// The color as a number for ``put(_:onto:as:)``.
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

    /// The nearest of xterm's colors 16 to 255: a cube with six steps per side, and 24 grays.
    static func index(_ red: Int, _ green: Int, _ blue: Int) -> Int {
        func step(_ value: Int) -> Int { value < 48 ? 0 : value < 115 ? 1 : (value - 35) / 40 }
        func level(_ step: Int) -> Int { step == 0 ? 0 : 55 + 40 * step }
        func distance(_ r: Int, _ g: Int, _ b: Int) -> Int {
            (red - r) * (red - r) + (green - g) * (green - g) + (blue - b) * (blue - b)
        }
        let (r, g, b) = (step(red), step(green), step(blue))
        let gray = min(max(((red + green + blue) / 3 - 3) / 10, 0), 23)
        let level1 = 8 + 10 * gray
        let isGray = distance(level1, level1, level1) < distance(level(r), level(g), level(b))
        return isGray ? 232 + gray : 16 + 36 * r + 6 * g + b
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
