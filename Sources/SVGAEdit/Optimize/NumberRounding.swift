import SVGACheck
import SVGAFormat
import SVGAModel
import SVGAPlatform

/// Rounds the numbers of frames, which then compress better: a transform's digits are mostly noise of the tool that wrote it.
///
/// Steps are powers of two in protobuf, so that the low bits of floats become zero, and powers of ten in JSON.
struct NumberRounding {
    private let document: SVGADocument
    private let isJSON: Bool
    /// The furthest that anything of a sprite is from its origin, in points: there a transform's error is largest.
    private let reaches: [Double]

    init(_ document: SVGADocument, as container: VideoEntity.Container) {
        self.document = document
        isJSON = container == .zipJSON
        let canvas = Double(max(document.movie.viewBoxWidth, document.movie.viewBoxHeight))
        reaches = document.movie.sprites.map { sprite in
            sprite.frames.reduce(1) { reach, frame in
                // Shapes may be anywhere.
                let shapes = frame.shapes.isEmpty ? 0 : canvas
                guard let layout = frame.layout else { return max(reach, shapes) }
                let side = max(abs(layout.x) + abs(layout.width), abs(layout.y) + abs(layout.height))
                return max(reach, shapes, side.isFinite ? Double(side) : 0)
            }
        }
    }

    /// - Parameter bits: for each frame of the movie, to what share of a point its places stay the same: 8 is 1/256. nil: as they are.
    func rounded(_ bits: [Int?]) -> SVGADocument {
        var result = document
        for (index, reach) in reaches.enumerated() {
            let more = Int(log2(reach).rounded(.up))
            for frame in result.movie.sprites[index].frames.indices.prefix(bits.count) {
                guard let bits = bits[frame] else { continue }
                result.movie.sprites[index].frames[frame].round(
                    alpha: step(bits + 6), layout: step(bits + 1), scale: step(bits + more), place: step(bits))
            }
        }
        return result
    }

    private func step(_ bits: Int) -> Double { isJSON ? pow(10, -(Double(bits) * log10(2)).rounded(.up)) : exp2(-Double(bits)) }
}

extension WireFrame {
    fileprivate mutating func round(alpha alphaStep: Double, layout layoutStep: Double, scale: Double, place: Double) {
        // What is hidden stays so, and what is not too.
        alpha = alpha.rounded(to: alphaStep, keepingSign: true)
        if var layout {
            layout.x = layout.x.rounded(to: layoutStep)
            layout.y = layout.y.rounded(to: layoutStep)
            layout.width = layout.width.rounded(to: layoutStep, keepingSign: true)
            layout.height = layout.height.rounded(to: layoutStep, keepingSign: true)
            self.layout = layout
        }
        guard var transform else { return }
        // Players take a scale of 0 for another.
        transform.a = transform.a.rounded(to: scale, keepingSign: true)
        transform.b = transform.b.rounded(to: scale)
        transform.c = transform.c.rounded(to: scale)
        transform.d = transform.d.rounded(to: scale, keepingSign: true)
        transform.tx = transform.tx.rounded(to: place)
        transform.ty = transform.ty.rounded(to: place)
        self.transform = transform
    }
}

extension Float {
    /// - Parameter keepingSign: what would become 0 stays as it is.
    fileprivate func rounded(to step: Double, keepingSign: Bool = false) -> Float {
        let steps = (Double(self) / step).rounded()
        // Larger floats have no digits below the step.
        guard steps.magnitude < 0x1p40 else { return self }
        // A power of ten is no float: dividing by it gives the nearest to the decimal number.
        let result = step < 1 ? Float(steps / (1 / step).rounded()) : Float(steps * step)
        if result == 0 { return keepingSign ? self : 0 }
        return result
    }
}

extension OptimizeWork {
    /// From 1/256 of a point on, which nobody sees in any size; with `rounds` of the options from 1/16.
    private static let exactBits = [8, 10, 12, 14, 16]
    private static let roundBits = [4, 5, 6, 7] + exactBits

    /// The share of the file that has to be gained.
    private static let least = 0.01

    /// Rounds the numbers of frames as far as no frame changes; with `rounds` as far as no pixel changes by more than a step.
    mutating func roundNumbers() async throws(EditError) {
        let container = options.format?.container ?? document.container
        let rounding = NumberRounding(document, as: container)
        let ladder = options.rounds ? OptimizeWork.roundBits : OptimizeWork.exactBits
        let before = try framesBytes(document, container)
        let least = Int(OptimizeWork.least * Double(input.count))
        // Each frame is drawn from its own numbers alone, so each has its own place in the ladder.
        var places = [Int](repeating: 0, count: movie.frames)
        for _ in 0...ladder.count {
            let candidate = rounding.rounded(places.map { $0 < ladder.count ? ladder[$0] : nil })
            // Drawing takes long, so it is only done where it can pay.
            guard before - (try framesBytes(candidate, container)) > least else { return }
            let after = try OptimizeWork.resolved(candidate, options.limits)
            let bad = try await compare(after) { _ in false }.filter { !isUnchanged($0) }
            if bad.isEmpty {
                roundedSprites = zip(candidate.movie.sprites, document.movie.sprites).count { $0 != $1 }
                (document, movie) = (candidate, after)
                return
            }
            for difference in bad { places[difference.frame] += 1 }
        }
    }

    /// Of all but payloads, as a file has them.
    private func framesBytes(_ document: SVGADocument, _ container: VideoEntity.Container) throws(EditError) -> Int {
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
}
