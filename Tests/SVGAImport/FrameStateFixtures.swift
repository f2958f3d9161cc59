import SVGAFormat
import SVGALottie
import SVGAModel
import SVGAPixels

@testable import SVGAImport

/// Frame states built by hand, and the movies created from them.
enum FrameStateFixtures {
    static let red = SVGAColor(red: 1, green: 0, blue: 0)

    static func rect(_ x: Double, _ y: Double, _ width: Double, _ height: Double, clockwise: Bool = true) -> SVGAPath {
        var path = SVGAPath()
        let corners = [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]
        for (index, corner) in (clockwise ? corners : corners.reversed()).enumerated() {
            index == 0 ? path.move(x: corner.0, y: corner.1) : path.line(x: corner.0, y: corner.1)
        }
        path.close()
        return path
    }

    static func fill(
        _ path: SVGAPath, _ color: SVGAColor = red, transform: SVGATransform = .identity, isEvenOdd: Bool = false, opacity: Double = 1
    ) -> PaintState {
        PaintState(
            name: "Fill 1", path: path, transform: transform, style: .fill(isEvenOdd: isEvenOdd), paint: .color(color), opacity: opacity)
    }

    static func stroke(_ path: SVGAPath, width: Double, dashes: [Double] = [], transform: SVGATransform = .identity) -> PaintState {
        PaintState(
            name: "Stroke 1", path: path, transform: transform,
            style: .stroke(width: width, cap: .round, join: .round, miterLimit: 4, dashes: dashes, phase: 0), paint: .color(.black),
            opacity: 1)
    }

    static func layer(
        _ indexPath: [Int], name: String = "wing", transform: SVGATransform = .identity, opacity: Double = 1, masks: [MaskState] = [],
        matte: MatteState? = nil, _ content: LayerState.Content
    ) -> LayerState {
        LayerState(
            indexPath: indexPath, name: name, transform: transform, opacity: opacity, masks: masks, matte: matte, content: content)
    }

    /// A composition of 100 × 100 points at 30 frames a second.
    static func source(
        frames: Int, fps: Double = 30, picture: @escaping @Sendable (String) -> [UInt8]? = { _ in nil },
        _ layers: @escaping @Sendable (Double) -> [LayerState]
    ) -> LottieInput {
        LottieInput(
            width: 100, height: 100, framesPerSecond: fps, start: 0, frames: frames, frameState: { LottieFrameState(layers: layers($0)) },
            picture: picture,
            draw: { frameState, transform, width, height in
                // Enough to identify each drawing and its position.
                let box = frameState.layers.first?.contentBounds.map { transform.boundingBox(of: $0) } ?? .zero
                var pixels = [UInt8](repeating: 0, count: 4 * width * height)
                for y in 0..<height {
                    for x in 0..<width where Double(x) + 0.5 > box.x && Double(x) + 0.5 < box.maxX && Double(y) + 0.5 > box.y {
                        pixels[4 * (y * width + x) + 3] = 255
                    }
                }
                return Pixmap(width: width, height: height, pixels: pixels)
            })
    }

    static func converted(
        frames: Int = 1, options: LottieImportOptions = LottieImportOptions(), _ layers: @escaping @Sendable (Double) -> [LayerState]
    ) throws -> Imported {
        try LottieImport.document(source(frames: frames, layers), options: options)
    }

    /// The sprites of one frame.
    static func sprites(_ layers: LayerState...) throws -> [WireSprite] { try converted { _ in layers }.document.movie.sprites }
}
