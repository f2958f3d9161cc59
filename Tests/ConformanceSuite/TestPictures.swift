import SVGAFormat

extension TestPicture {
    /// 32 × 32: four colors, a white mark in one corner and a hole near another. It differs from all its rotations, reflections and
    /// translations.
    ///
    /// Because of the hole the picture is not opaque; Android would store an opaque one with fewer bits.
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

    /// The same with a transparent border, so that the edge treatment of renderers does not matter.
    static let framedFlag = TestPicture(width: 32, height: 32) { x, y in
        (4..<28).contains(x) && (4..<28).contains(y) ? flag[x, y] : .clear
    }

    /// 16 × 16, for enlarging: four colors with a transparent border.
    static let small = TestPicture(width: 16, height: 16) { x, y in
        guard (2..<14).contains(x), (2..<14).contains(y) else { return .clear }
        return x < 9 ? (y < 6 ? .red : .blue) : (y < 9 ? .green : .yellow)
    }

    /// 16 × 8: a second picture, different from the flag.
    static let stripes = TestPicture(width: 16, height: 8) { x, y in
        y == 7 && x > 11 ? .clear : x < 4 ? .black : x < 10 ? .cyan : .magenta
    }

    /// One color with a transparent corner.
    static func plain(_ color: RGBA, width: Int = 16, height: Int = 16) -> TestPicture {
        TestPicture(width: width, height: height) { x, y in x == width - 1 && y == height - 1 ? .clear : color }
    }

    /// The picture as a payload.
    func payload(_ key: String) throws -> WireImage { WireImage(key: key, bytes: try PNGFile(self).bytes()) }
}
