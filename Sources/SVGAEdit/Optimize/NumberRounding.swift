import SVGAFormat
import SVGAModel
import SVGAPlatform
import SVGASupport

/// Rounds the numbers of frames, which then compress better: most digits of a transform are rounding noise of the authoring tool.
///
/// Steps are powers of two in protobuf, so that the low bits of floats become zero, and powers of ten in JSON.
struct NumberRounding {
    /// A document with rounded numbers.
    struct Result {
        let document: SVGADocument
        /// The reduction of the file size without payloads, in bytes; negative: larger.
        let gain: Int
    }

    private let document: SVGADocument
    private let container: VideoEntity.Container
    /// The file size of the original document without its payloads.
    private let bytes: Int
    /// For each sprite, the extra bits of a transform's scale relative to its translation: its error is largest at the sprite's far corner.
    private let scaleBits: [Int]
    private let uses: NumberUses

    init(_ document: SVGADocument, as container: VideoEntity.Container) throws(SVGAError) {
        self.document = document
        self.container = container
        bytes = try NumberRounding.bytes(document, container)
        let side = Double(max(document.movie.viewBoxWidth, document.movie.viewBoxHeight))
        // A canvas without a size shows nothing.
        let canvas = side.isFinite ? side : 0
        scaleBits = document.movie.sprites.map { sprite in
            let furthest = sprite.frames.reduce(1.0) { reach, frame in
                // Shapes may be anywhere.
                let shapes = frame.shapes.isEmpty ? 0 : canvas
                guard let layout = frame.layout else { return max(reach, shapes) }
                let side = max(abs(layout.x) + abs(layout.width), abs(layout.y) + abs(layout.height))
                return max(reach, shapes, side.isFinite ? Double(side) : 0)
            }
            return Int(saturating: log2(furthest).rounded(.up))
        }
        uses = NumberUses(document.movie)
    }

    /// Rounds each frame separately, so equal numbers may become different.
    ///
    /// - Parameter bits: for each sprite and frame, the precision of positions as a binary fraction of a point: 8 is 1/256. 0: no rounding.
    func rounded(_ bits: [[UInt8]]) -> SVGADocument { rounded(bits, keepsDecimals: false) { $2 } }

    /// Like ``rounded(_:)``, with the gain in bytes.
    func byFrame(_ bits: [[UInt8]]) throws(SVGAError) -> Result { try measured(rounded(bits)) }

    /// Rounds equal numbers equally, with the finest precision that a frame with the number requires. Repeated numbers take almost no bytes.
    /// Decimals that are already coarse stay, if that is smaller: the tool rounded them.
    ///
    /// - Parameter bits: as for ``rounded(_:)``.
    /// - Complexity: linear in the frames of all sprites.
    func alike(_ bits: [[UInt8]]) throws(SVGAError) -> Result {
        var finest = [Int](repeating: 0, count: uses.count)
        for (sprite, more) in scaleBits.enumerated() {
            for (frame, bits) in bits[sprite].enumerated() {
                uses.frames[sprite][frame].raise(&finest, to: NumberBits(bits, scale: more))
            }
        }
        func alike(keepsDecimals: Bool) throws(SVGAError) -> Result {
            try measured(rounded(bits, keepsDecimals: keepsDecimals) { sprite, frame, _ in uses.frames[sprite][frame].bits(finest) })
        }
        let result = try alike(keepsDecimals: false)
        if container == .zipJSON { return result }
        let decimal = try alike(keepsDecimals: true)
        return decimal.gain > result.gain ? decimal : result
    }

    private func measured(_ document: SVGADocument) throws(SVGAError) -> Result {
        Result(document: document, gain: bytes - (try NumberRounding.bytes(document, container)))
    }

    /// The size in a file, without payloads.
    private static func bytes(_ document: SVGADocument, _ container: VideoEntity.Container) throws(SVGAError) -> Int {
        var document = document
        document.movie.images = []
        return try DocumentWriter.write(document, as: container, options: WriteOptions()).count
    }

    private func rounded(_ bits: [[UInt8]], keepsDecimals: Bool, by chosen: (Int, Int, NumberBits) -> NumberBits) -> SVGADocument {
        var result = document
        let grid = NumberGrid(isDecimal: container == .zipJSON, keepsDecimals: keepsDecimals)
        for (sprite, more) in scaleBits.enumerated() {
            for (frame, bits) in bits[sprite].enumerated() {
                result.movie.sprites[sprite].frames[frame].round(chosen(sprite, frame, NumberBits(bits, scale: more)), grid)
            }
        }
        return result
    }
}

/// The power of 1/2 that each number of a frame is rounded to.
private struct NumberBits {
    /// The value for a number that is not rounded.
    static let all = Int.max

    var (alpha, layout, scale, x, y): (Int, Int, Int, Int, Int)

    init(alpha: Int, layout: Int, scale: Int, x: Int, y: Int) {
        (self.alpha, self.layout, self.scale, self.x, self.y) = (alpha, layout, scale, x, y)
    }

    /// - Parameters:
    ///   - bits: the precision of positions; 0: no rounding.
    ///   - more: the extra bits of the scale.
    init(_ bits: UInt8, scale more: Int) {
        let (bits, all) = (Int(bits), NumberBits.all)
        self =
            bits == 0
            ? Self(alpha: all, layout: all, scale: all, x: all, y: all)
            : Self(alpha: bits + 6, layout: bits + 1, scale: bits + more, x: bits, y: bits)
    }
}

/// The frames that share equal numbers.
private struct NumberUses {
    /// Numbers that are rounded together.
    private struct Number: Hashable {
        enum Kind { case alpha, layout, scale, translation }

        let kind: Kind
        /// As bits, because NaN is not equal to itself.
        let (first, second, third, fourth): (UInt32, UInt32, UInt32, UInt32)

        init(_ kind: Kind, _ first: Float, _ second: Float = 0, _ third: Float = 0, _ fourth: Float = 0) {
            self.kind = kind
            (self.first, self.second, self.third, self.fourth) = (
                first.bitPattern, second.bitPattern, third.bitPattern, fourth.bitPattern
            )
        }
    }

    /// The numbers of a frame, as indices.
    struct Frame {
        fileprivate let (alpha, layout, scale, x, y): (Int32, Int32, Int32, Int32, Int32)

        func raise(_ bits: inout [Int], to minimum: NumberBits) {
            func raise(_ number: Int32, _ minimum: Int) { bits[Int(number)] = max(bits[Int(number)], minimum) }
            raise(alpha, minimum.alpha)
            raise(layout, minimum.layout)
            raise(scale, minimum.scale)
            raise(x, minimum.x)
            raise(y, minimum.y)
        }

        func bits(_ bits: [Int]) -> NumberBits {
            NumberBits(alpha: bits[Int(alpha)], layout: bits[Int(layout)], scale: bits[Int(scale)], x: bits[Int(x)], y: bits[Int(y)])
        }
    }

    /// The count of distinct numbers.
    let count: Int
    /// By sprite.
    let frames: [[Frame]]

    init(_ movie: WireMovie) {
        var indices: [Number: Int32] = [:]
        func index(_ number: Number) -> Int32 {
            if let index = indices[number] { return index }
            let index = Int32(indices.count)
            indices[number] = index
            return index
        }
        frames = movie.sprites.map { sprite in
            sprite.frames.map { frame in
                let (layout, transform) = (frame.layout ?? WireLayout(), frame.transform ?? WireTransform())
                return Frame(
                    alpha: index(Number(.alpha, frame.alpha)),
                    layout: index(Number(.layout, layout.x, layout.y, layout.width, layout.height)),
                    scale: index(Number(.scale, transform.a, transform.b, transform.c, transform.d)),
                    x: index(Number(.translation, transform.tx)), y: index(Number(.translation, transform.ty)))
            }
        }
        count = indices.count
    }
}

extension WireFrame {
    fileprivate mutating func round(_ bits: NumberBits, _ grid: NumberGrid) {
        // Rounding must not hide or show a sprite.
        alpha = grid.rounded(alpha, bits.alpha, keepsSign: true)
        if var layout {
            layout.x = grid.rounded(layout.x, bits.layout)
            layout.y = grid.rounded(layout.y, bits.layout)
            layout.width = grid.rounded(layout.width, bits.layout, keepsSign: true)
            layout.height = grid.rounded(layout.height, bits.layout, keepsSign: true)
            self.layout = layout
        }
        guard var transform else { return }
        // Players replace a scale of 0 by another value.
        transform.a = grid.rounded(transform.a, bits.scale, keepsSign: true)
        transform.b = grid.rounded(transform.b, bits.scale)
        transform.c = grid.rounded(transform.c, bits.scale)
        transform.d = grid.rounded(transform.d, bits.scale, keepsSign: true)
        transform.tx = grid.rounded(transform.tx, bits.x)
        transform.ty = grid.rounded(transform.ty, bits.y)
        self.transform = transform
    }
}

/// The grid that numbers are rounded to.
private struct NumberGrid {
    /// Whether steps are powers of ten.
    let isDecimal: Bool
    /// Whether a decimal that is not finer than the step stays unchanged.
    let keepsDecimals: Bool

    /// The finest decimals that tools round to.
    private static let finestDecimal = 1e-4

    /// - Parameters:
    ///   - bits: the step is 1/2 to this power, or the next lower power of ten.
    ///   - keepsSign: whether a number that would become 0 stays unchanged.
    func rounded(_ number: Float, _ bits: Int, keepsSign: Bool = false) -> Float {
        if bits == NumberBits.all { return number }
        let step = isDecimal ? pow(10, -(Double(bits) * log10(2)).rounded(.up)) : exp2(-Double(bits))
        let steps = (Double(number) / step).rounded()
        // Larger floats have no digits below the step.
        guard steps.magnitude < 0x1p40 else { return number }
        if keepsDecimals, isDecimal(number, noFinerThan: step) { return number }
        // A power of ten is not a float: dividing by it gives the nearest float to the decimal number.
        let result = step < 1 ? Float(steps / (1 / step).rounded()) : Float(steps * step)
        if result == 0 { return keepsSign ? number : 0 }
        return result
    }

    private func isDecimal(_ number: Float, noFinerThan step: Double) -> Bool {
        var inverse = 1.0
        while 1 / inverse >= max(step, NumberGrid.finestDecimal) {
            if Float((Double(number) * inverse).rounded() / inverse) == number { return true }
            inverse *= 10
        }
        return false
    }
}
