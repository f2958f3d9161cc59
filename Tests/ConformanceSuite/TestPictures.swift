import SVGAFormat

extension TestPicture {
    /// 32 × 32: four colors, a white mark in one corner and a hole near another. Turned, mirrored or moved, it never looks the same.
    ///
    /// The hole keeps the picture from being opaque, which Android would store with fewer bits.
    static let flag = TestPicture(width: 32, height: 32) { x, y in
        if (3..<10).contains(x), (3..<7).contains(y) { return .white }
        if (24..<28).contains(x), (20..<28).contains(y) { return .clear }
        return switch (x < 20, y < 14) {
        case (true, true): .red
        case (false, true): .green
        case (true, false): .blue
        case (false, false): .yellow
        }
    }

    /// The same with a rim of nothing, so that it makes no difference how a renderer treats the edges of bitmaps.
    static let framedFlag = TestPicture(width: 32, height: 32) { x, y in
        (4..<28).contains(x) && (4..<28).contains(y) ? flag[x, y] : .clear
    }

    /// 16 × 16, for enlarging: four colors in a rim of nothing.
    static let small = TestPicture(width: 16, height: 16) { x, y in
        guard (2..<14).contains(x), (2..<14).contains(y) else { return .clear }
        return x < 9 ? (y < 6 ? .red : .blue) : (y < 9 ? .green : .yellow)
    }

    /// 16 × 8: another picture, to be told from the flag.
    static let stripes = TestPicture(width: 16, height: 8) { x, y in
        y == 7 && x > 11 ? .clear : x < 4 ? .black : x < 10 ? .cyan : .magenta
    }

    /// One color, with a corner missing.
    static func plain(_ color: RGBA, width: Int = 16, height: Int = 16) -> TestPicture {
        TestPicture(width: width, height: height) { x, y in x == width - 1 && y == height - 1 ? .clear : color }
    }

    /// As a payload of a movie.
    func payload(_ key: String) throws -> WireImage { WireImage(key: key, bytes: try PNGFile(self).bytes()) }
}
