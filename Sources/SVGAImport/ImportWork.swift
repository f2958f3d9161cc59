import SVGAImage
package import SVGAModel
import SVGARender
import SVGASupport

/// The cost of importing one file, in the unit of ``ReadLimits/work``. Each step is charged in advance.
package final class ImportWork: Sendable {
    /// The costs of steps, measured on the slowest inputs of each kind.
    enum Cost {
        /// A segment that is copied, transformed or compared.
        static let segment = 50
        /// A segment that is written as text.
        static let written = 400
        /// A pair of lines that is tested for intersection, or a line that is passed in a search.
        static let pair = 40
        /// A point added to a path: of a dash, a cut or a stroke's outline.
        static let point = 200
        /// A piece of a layer in a frame. The cost also limits the memory: about 400 bytes each.
        static let piece = 16_000
        /// A frame of a sprite in the movie. The cost also limits the memory: about 300 bytes each.
        static let spriteFrame = 3000
        /// A byte of a movie's paths, which later checks read again.
        static let readByte = 100
        /// A byte of a movie that is compressed to measure its size.
        static let packedByte = 60
        /// A pixel of a decoded picture.
        static let decodedPixel = 50
        /// A canvas pixel in each picture of an animation: copied, compared with the previous picture, and hashed.
        static let canvasPixel = 30
        /// A pixel of a fully decoded picture, in addition to copies. The cost also limits the memory: 16 bytes each.
        static let heldPixel = 200
        /// A picture of an animation, of any size.
        static let picture = 60_000
        /// A picture that is skipped in a search.
        static let listStep = 3
        /// A stored pixel of an animation's picture.
        static let storedPixel = 40
        /// A pixel of a frame whose pictures are decoded and drawn only for it.
        static let drawnPixel = 80
        /// A pixel that is resampled for a canvas of another size.
        static let resizedPixel = 60
        /// A pixel of a gradient's picture.
        static let gradientPixel = 400
        /// A pixel of a picture that gets fewer colors.
        static let quantizedPixel = 400
        /// A pixel that is compared for similarity.
        static let comparedPixel = 60
        /// A byte of an SVG, per pass.
        static let textByte = 100

        /// A pixel encoded as PNG, by the encoder's effort, 0 to 5.
        static func encodedPixel(effort: Int) -> Int { [50, 100, 110, 125, 325, 1150][min(max(effort, 0), 5)] }
    }

    /// The budget for renderers.
    let budget: WorkBudget
    private let limits: ReadLimits

    /// - Parameter limits: ``ReadLimits/work`` is the maximum cost of the import.
    package convenience init(_ limits: ReadLimits) { self.init(limits, budget: WorkBudget(limits, factor: 1, subject: "importing")) }

    init(_ limits: ReadLimits, budget: WorkBudget) { (self.limits, self.budget) = (limits, budget) }

    /// No limit: for content that the program created itself.
    static var unlimited: ImportWork {
        ImportWork(.default, budget: WorkBudget(.default, total: .max, subject: ""))
    }

    /// The work done so far.
    package var units: Int { budget.units }

    /// The budget for finding out what players draw differently, after the comparison: a quarter of the limit if all was spent before.
    package var allowanceOfRemarks: Int { max(limits.work.addingSaturating(-units), limits.work / 4) }

    /// Allows a third of the remaining budget, and at least a sixth of the limit, for comparing the movie with its source.
    func beginComparison() { budget.allow(max(0, limits.work.addingSaturating(limits.work / 2).addingSaturating(-units)) / 3) }

    /// The remaining budget, at least 0.
    package var left: Int { budget.left }

    /// Whether the limit is exceeded. Later results may be invalid.
    var isOver: Bool { budget.isOver }

    /// Charges work in advance.
    /// - Returns: whether it is within the limit.
    @discardableResult
    func spend(_ units: Int, times count: Int = 1) -> Bool {
        budget.add(units.multipliedSaturating(by: count))
        return !budget.isOver
    }

    /// Charges work in advance.
    /// - Throws: ``ImportError/limit(_:)`` if it exceeds the limit.
    func charge(_ units: Int, times count: Int = 1) throws(ImportError) {
        spend(units, times: count)
        try check()
    }

    /// - Throws: ``ImportError/limit(_:)`` if this much more work would exceed the limit. Charges nothing.
    func check(before units: Int) throws(ImportError) {
        if units > left { try charge(units) }
    }

    /// - Throws: ``ImportError/limit(_:)`` if the limit is exceeded.
    func check() throws(ImportError) {
        if let exceeded = budget.exceeded { throw .limit(exceeded.message) }
    }
}

extension VideoEntity {
    /// The pixels of all images with a readable header.
    var decodedPixels: Int {
        images.reduce(0) { sum, image in
            guard let size = ImageDecoder.size(of: image) else { return sum }
            return sum.addingSaturating(size.width.multipliedSaturating(by: size.height))
        }
    }
}
