import SVGAModel
import SVGAPixels

/// An effect of a layer that lottie-web's SVG renderer draws.
struct LayerEffect: Sendable {
    enum Kind: Int, Sendable {
        case tint = 20
        case fill = 21
        case stroke = 22
        case tritone = 23
        case levels = 24
        case dropShadow = 25
        case setMatte = 28
        case gaussianBlur = 29
        case transform = 35

        /// Whether it changes the pixels of the drawn layer; the others change its transform, matte or content.
        var isFilter: Bool {
            switch self {
            case .stroke, .setMatte, .transform: false
            case .tint, .fill, .tritone, .levels, .dropShadow, .gaussianBlur: true
            }
        }
    }

    var kind: Kind
    /// In the file's order, which is fixed for each kind.
    var parameters: [Track]
    /// The filter region that a drop shadow states, in units of the layer's bounding box.
    var region: SVGARect?
    /// The paths that a stroke effect draws.
    var paths: [ContourTrack] = []
    /// Whether a stroke effect removes the masks of its layer, as lottie-web does unless they can be a clip path.
    var removesMasks = false

    /// A number at a time; a missing one is 0.
    func number(_ index: Int, _ component: Int = 0, at time: Double) -> Double {
        parameters.indices.contains(index) ? parameters[index].number(component, at: time) : 0
    }

    func color(_ index: Int, at time: Double) -> SVGAColor {
        func part(_ component: Int) -> Double { min(max(number(index, component, at: time), 0), 1) }
        return SVGAColor(red: part(0), green: part(1), blue: part(2))
    }
}
