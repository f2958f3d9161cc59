import SVGAModel
package import SVGARender
import SVGASupport

/// Sorts the keys that a user probably replaces first: bitmaps before shapes and mattes, and designers' names before generated names. Equal keys
/// keep the order of the images in the file, then of the sprites.
package struct KeyOrder {
    /// The minimum number of keys that differ only in their number and count as a series.
    private static let seriesLength = 3

    private let report: InspectReport
    private let stems: [Substring: Int]

    package init(_ report: InspectReport) {
        self.report = report
        stems = Dictionary(report.keys.map { (KeyOrder.stem($0.key), 1) }, uniquingKeysWith: +)
    }

    package var sorted: [ReplaceableKey] {
        let images = Dictionary(report.images.enumerated().map { (ByteKey($1.key), $0) }, uniquingKeysWith: { first, _ in first })
        let entries = report.keys.enumerated().map { position, key in
            (
                kind: KeyOrder.rank(key.kind), isGenerated: isGenerated(key.key) ? 1 : 0,
                image: images[ByteKey(key.key)] ?? report.images.count,
                position: position
            )
        }
        return entries.sorted { $0 < $1 }.map { report.keys[$0.position] }
    }

    private static func rank(_ kind: SpriteEntity.Kind) -> Int {
        switch kind {
        case .bitmap: 0
        case .vector: 1
        case .matte: 2
        }
    }

    /// Whether a tool generated the key: a hash, `img_12`, or one of a numbered series such as `fx_0001`, `fx_0002`.
    private func isGenerated(_ key: String) -> Bool {
        let stem = KeyOrder.stem(key)
        if stem.count < key.count {
            if stem.isEmpty || ["img", "psd", "image", "bitmap", "layer"].contains(stem.lowercased().filter(\.isLetter)) { return true }
            if stems[stem, default: 0] >= KeyOrder.seriesLength { return true }
        }
        return key.count >= 16 && key.allSatisfy(\.isHexDigit)
    }

    /// The key without trailing digits.
    private static func stem(_ key: String) -> Substring {
        var stem = key[...]
        while let last = stem.last, last.isASCII, last.isNumber { stem.removeLast() }
        return stem
    }
}
