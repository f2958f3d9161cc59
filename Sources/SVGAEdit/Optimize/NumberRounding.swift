import SVGAFormat
import SVGAModel
import SVGAPlatform
import SVGASupport

/// Rounds the numbers of frames, which then compress better: a transform's digits are mostly noise of the tool that wrote it.
///
/// Steps are powers of two in protobuf, so that the low bits of floats become zero, and powers of ten in JSON.
struct NumberRounding {
    /// Rounded numbers.
    struct Result {
        let document: SVGADocument
        /// How many bytes smaller a file is, without its payloads; below 0: larger.
        let gain: Int
    }

    private let document: SVGADocument
    private let container: VideoEntity.Container
    /// Of the document as it is, without its payloads.
    private let bytes: Int
    /// For each sprite, how many more bits a transform's scale needs than its place, as its error is largest at the sprite's far end.
    private let scaleBits: [Int]
    private let uses: NumberUses

    init(_ document: SVGADocument, as container: VideoEntity.Container) throws(EditError) {
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

    /// Each frame by itself: a number may become another in each.
    ///
    /// - Parameter bits: for each sprite and each of its frames, to what share of a point its places stay the same: 8 is 1/256. 0: as they
    ///   are.
    func rounded(_ bits: [[UInt8]]) -> SVGADocument { rounded(bits, keepsDecimals: false) { $2 } }

    /// As ``rounded(_:)``.
    func byFrame(_ bits: [[UInt8]]) throws(EditError) -> Result { try measured(rounded(bits)) }

    /// Equal numbers become equal ones everywhere, as fine as that frame needs them that needs them finest: what is repeated takes hardly
    /// any bytes, and rounded in several ways it would. Decimals that are no finer stay, if that is smaller: a tool rounded them.
    ///
    /// - Parameter bits: as of ``rounded(_:)``.
    /// - Complexity: linear in the frames of all sprites.
    func alike(_ bits: [[UInt8]]) throws(EditError) -> Result {
        var finest = [Int](repeating: 0, count: uses.count)
        for (sprite, more) in scaleBits.enumerated() {
            for (frame, bits) in bits[sprite].enumerated() {
                uses.frames[sprite][frame].raise(&finest, to: NumberBits(bits, scale: more))
            }
        }
        func alike(keepsDecimals: Bool) throws(EditError) -> Result {
            try measured(rounded(bits, keepsDecimals: keepsDecimals) { sprite, frame, _ in uses.frames[sprite][frame].bits(finest) })
        }
        let result = try alike(keepsDecimals: false)
        if container == .zipJSON { return result }
        let decimal = try alike(keepsDecimals: true)
        return decimal.gain > result.gain ? decimal : result
    }

    private func measured(_ document: SVGADocument) throws(EditError) -> Result {
        Result(document: document, gain: bytes - (try NumberRounding.bytes(document, container)))
    }

    /// Of all but payloads, as a file has them.
    private static func bytes(_ document: SVGADocument, _ container: VideoEntity.Container) throws(EditError) -> Int {
        var document = document
        document.movie.images = []
        do throws(WriteError) {
            return try DocumentWriter.write(document, as: container, options: WriteOptions()).count
        } catch .cancelled {
            throw .cancelled
        } catch {
            throw .write(error)
        }
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

/// To what power of 1/2 each number of a frame is rounded.
private struct NumberBits {
    /// Of a number that stays as it is.
    static let all = Int.max

    var (alpha, layout, scale, x, y): (Int, Int, Int, Int, Int)

    init(alpha: Int, layout: Int, scale: Int, x: Int, y: Int) {
        (self.alpha, self.layout, self.scale, self.x, self.y) = (alpha, layout, scale, x, y)
    }

    /// - Parameters:
    ///   - bits: of places; 0: all numbers stay.
    ///   - more: how many more the scale has.
    init(_ bits: UInt8, scale more: Int) {
        let (bits, all) = (Int(bits), NumberBits.all)
        self =
            bits == 0
            ? Self(alpha: all, layout: all, scale: all, x: all, y: all)
            : Self(alpha: bits + 6, layout: bits + 1, scale: bits + more, x: bits, y: bits)
    }
}

/// Which frames have equal numbers.
private struct NumberUses {
    /// What is rounded together.
    private struct Number: Hashable {
        enum Kind { case alpha, layout, scale, place }

        let kind: Kind
        /// In bits, as a NaN is unlike itself.
        let (first, second, third, fourth): (UInt32, UInt32, UInt32, UInt32)

        init(_ kind: Kind, _ first: Float, _ second: Float = 0, _ third: Float = 0, _ fourth: Float = 0) {
            self.kind = kind
            (self.first, self.second, self.third, self.fourth) = (
                first.bitPattern, second.bitPattern, third.bitPattern, fourth.bitPattern
            )
        }
    }

    /// Which of all numbers a frame has.
    struct Frame {
        fileprivate let (alpha, layout, scale, x, y): (Int32, Int32, Int32, Int32, Int32)

        func raise(_ bits: inout [Int], to least: NumberBits) {
            func raise(_ number: Int32, _ least: Int) { bits[Int(number)] = max(bits[Int(number)], least) }
            raise(alpha, least.alpha)
            raise(layout, least.layout)
            raise(scale, least.scale)
            raise(x, least.x)
            raise(y, least.y)
        }

        func bits(_ bits: [Int]) -> NumberBits {
            NumberBits(alpha: bits[Int(alpha)], layout: bits[Int(layout)], scale: bits[Int(scale)], x: bits[Int(x)], y: bits[Int(y)])
        }
    }

    /// How many different numbers there are.
    let count: Int
    /// By sprite.
    let frames: [[Frame]]

    init(_ movie: WireMovie) {
        var known: [Number: Int32] = [:]
        func index(_ number: Number) -> Int32 {
            if let index = known[number] { return index }
            let index = Int32(known.count)
            known[number] = index
            return index
        }
        frames = movie.sprites.map { sprite in
            sprite.frames.map { frame in
                let (layout, transform) = (frame.layout ?? WireLayout(), frame.transform ?? WireTransform())
                return Frame(
                    alpha: index(Number(.alpha, frame.alpha)),
                    layout: index(Number(.layout, layout.x, layout.y, layout.width, layout.height)),
                    scale: index(Number(.scale, transform.a, transform.b, transform.c, transform.d)),
                    x: index(Number(.place, transform.tx)), y: index(Number(.place, transform.ty)))
            }
        }
        count = known.count
    }
}

extension WireFrame {
    fileprivate mutating func round(_ bits: NumberBits, _ grid: NumberGrid) {
        // What is hidden stays so, and what is not too.
        alpha = grid.rounded(alpha, bits.alpha, keepsSign: true)
        if var layout {
            layout.x = grid.rounded(layout.x, bits.layout)
            layout.y = grid.rounded(layout.y, bits.layout)
            layout.width = grid.rounded(layout.width, bits.layout, keepsSign: true)
            layout.height = grid.rounded(layout.height, bits.layout, keepsSign: true)
            self.layout = layout
        }
        guard var transform else { return }
        // Players take a scale of 0 for another.
        transform.a = grid.rounded(transform.a, bits.scale, keepsSign: true)
        transform.b = grid.rounded(transform.b, bits.scale)
        transform.c = grid.rounded(transform.c, bits.scale)
        transform.d = grid.rounded(transform.d, bits.scale, keepsSign: true)
        transform.tx = grid.rounded(transform.tx, bits.x)
        transform.ty = grid.rounded(transform.ty, bits.y)
        self.transform = transform
    }
}

/// What numbers are rounded to.
private struct NumberGrid {
    /// Whether steps are powers of ten.
    let isDecimal: Bool
    /// Whether a decimal that is not finer than the step stays as it is.
    let keepsDecimals: Bool

    /// The finest decimals that tools round to.
    private static let finestDecimal = 1e-4

    /// - Parameters:
    ///   - bits: the step is 1/2 to the power of them, or the power of ten below.
    ///   - keepsSign: what would become 0 stays as it is.
    func rounded(_ number: Float, _ bits: Int, keepsSign: Bool = false) -> Float {
        if bits == NumberBits.all { return number }
        let step = isDecimal ? pow(10, -(Double(bits) * log10(2)).rounded(.up)) : exp2(-Double(bits))
        let steps = (Double(number) / step).rounded()
        // Larger floats have no digits below the step.
        guard steps.magnitude < 0x1p40 else { return number }
        if keepsDecimals, isDecimal(number, noFinerThan: step) { return number }
        // A power of ten is not a float: dividing by it gives the nearest to the decimal number.
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
