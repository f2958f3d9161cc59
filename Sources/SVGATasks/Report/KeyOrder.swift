import SVGAModel
package import SVGARender
import SVGASupport

/// Puts first the keys that a user most likely wants to replace: bitmaps before shapes and mattes, and names that a designer gave before
/// those that a tool made up. Otherwise the order is that of the images in the file, then that of the sprites.
package struct KeyOrder {
    /// From this many keys on, those that differ only in their number count as a series.
    private static let seriesLength = 3

    private let report: InspectReport
    private let stems: [Substring: Int]

    package init(_ report: InspectReport) {
        self.report = report
        stems = Dictionary(report.keys.map { (KeyOrder.stem($0.key), 1) }, uniquingKeysWith: +)
    }

    package var sorted: [ReplaceableKey] {
        let images = Dictionary(report.images.enumerated().map { (ByteKey($1.key), $0) }, uniquingKeysWith: { first, _ in first })
        let places = report.keys.enumerated().map { place, key in
            (
                kind: KeyOrder.rank(key.kind), isMadeUp: isMadeUp(key.key) ? 1 : 0, image: images[ByteKey(key.key)] ?? report.images.count,
                place: place
            )
        }
        return places.sorted { $0 < $1 }.map { report.keys[$0.place] }
    }

    private static func rank(_ kind: SpriteEntity.Kind) -> Int {
        switch kind {
        case .bitmap: 0
        case .vector: 1
        case .matte: 2
        }
    }

    /// Whether a tool made the key up: a hash, `img_12`, or one of a numbered series such as `fx_0001`, `fx_0002`.
    private func isMadeUp(_ key: String) -> Bool {
        let stem = KeyOrder.stem(key)
        if stem.count < key.count {
            if stem.isEmpty || ["img", "psd", "image", "bitmap", "layer"].contains(stem.lowercased().filter(\.isLetter)) { return true }
            if stems[stem, default: 0] >= KeyOrder.seriesLength { return true }
        }
        return key.count >= 16 && key.allSatisfy(\.isHexDigit)
    }

    /// The key without the digits at its end.
    private static func stem(_ key: String) -> Substring {
        var stem = key[...]
        while let last = stem.last, last.isASCII, last.isNumber { stem.removeLast() }
        return stem
    }
}
