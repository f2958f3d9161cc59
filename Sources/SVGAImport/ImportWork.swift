import SVGAImage
package import SVGAModel
import SVGARender
import SVGASupport

/// What importing one file costs, in the unit of ``ReadLimits/work``: each step is charged before it is done.
package final class ImportWork: Sendable {
    /// What a step costs, as measured on the slowest members of its kind.
    enum Cost {
        /// A layer that is looked at, or a segment that is made of the file's shapes.
        static let evaluated = 1000
        /// A segment that is copied, transformed or compared.
        static let segment = 50
        /// A segment that is written as text.
        static let written = 400
        /// A pair of lines that is looked at for a crossing, or a line that is passed on the way to a point.
        static let pair = 40
        /// A point that is put into a path: one of a dash, of a cut or of a stroke's outline.
        static let point = 200
        /// A piece of a layer in a frame. The price bounds the memory too: some 400 bytes each.
        static let piece = 16_000
        /// A frame of a sprite in the movie. The price bounds the memory too: some 300 bytes each.
        static let spriteFrame = 3000
        /// A byte of a movie's paths, which are read again by those who check what was made.
        static let readByte = 100
        /// A byte of a movie that is compressed, to see how small it gets.
        static let packedByte = 60
        /// A pixel of a picture that is decoded.
        static let decodedPixel = 50
        /// A pixel of the canvas in each picture of an animation: copied, compared with the picture before, and hashed.
        static let canvasPixel = 30
        /// A pixel of a picture that is decoded as a whole, beside copies of it. The price bounds the memory too: 16 bytes each.
        static let heldPixel = 200
        /// A picture of an animation, however small.
        static let picture = 30_000
        /// A picture that is passed on the way to another one.
        static let listStep = 3
        /// A stored pixel of an animation's picture.
        static let storedPixel = 40
        /// A pixel of a frame of pictures that are decoded and drawn for it alone.
        static let drawnPixel = 80
        /// A pixel that is made of others for a canvas of another size.
        static let resizedPixel = 60
        /// A pixel of a gradient's picture.
        static let gradientPixel = 400
        /// A pixel that is compared with another one for similarity.
        static let comparedPixel = 60
        /// A byte of an SVG, each time that it is looked at.
        static let textByte = 100

        /// A pixel that is written as PNG, by the encoder's effort, 0 to 5.
        static func encodedPixel(effort: Int) -> Int { [50, 100, 110, 125, 325, 1150][min(max(effort, 0), 5)] }
    }

    /// For those that draw.
    let budget: WorkBudget
    private let limits: ReadLimits

    /// - Parameter limits: their ``ReadLimits/work`` is what an import may cost.
    package convenience init(_ limits: ReadLimits) { self.init(limits, budget: WorkBudget(limits, factor: 1, subject: "importing")) }

    init(_ limits: ReadLimits, budget: WorkBudget) { (self.limits, self.budget) = (limits, budget) }

    /// For what no file decides about.
    static var unlimited: ImportWork {
        ImportWork(.default, budget: WorkBudget(.default, total: .max, subject: ""))
    }

    /// What was spent so far.
    package var units: Int { budget.units }

    /// What finding out what players show otherwise may cost: a quarter of the limit after an import that spent all of it. One that spent less
    /// may find out more, so that both and the comparison with the source together never cost more than they cost then.
    package var allowanceOfRemarks: Int { max(limits.work / 12 * 11 - units / 3 * 2, limits.work / 4) }

    /// Lets comparing the movie with its source cost a third of what importing left, and at least a sixth of the limit.
    func beginComparison() { budget.allow(max(0, limits.work.addingSaturating(limits.work / 2).addingSaturating(-units)) / 3) }

    /// What may still be spent, at least 0.
    package var left: Int { budget.left }

    /// Whether it is more than it may be. What is computed from then on need not be right.
    var isOver: Bool { budget.isOver }

    /// Counts work that is about to be done.
    /// - Returns: whether it may be done.
    @discardableResult
    func spend(_ units: Int, times count: Int = 1) -> Bool {
        budget.add(units.multipliedSaturating(by: count))
        return !budget.isOver
    }

    /// Counts work that is about to be done.
    /// - Throws: ``ImportError/limit(_:)`` where it may not be done.
    func charge(_ units: Int, times count: Int = 1) throws(ImportError) {
        spend(units, times: count)
        try check()
    }

    /// - Throws: ``ImportError/limit(_:)`` where so much more may not be done, which nothing is charged for yet.
    func check(before units: Int) throws(ImportError) {
        if units > left { try charge(units) }
    }

    /// - Throws: ``ImportError/limit(_:)`` once all is spent.
    func check() throws(ImportError) {
        if let exceeded = budget.exceeded { throw .limit(exceeded.description) }
    }
}

extension VideoEntity {
    /// Of all images whose headers can be read.
    var decodedPixels: Int {
        images.reduce(0) { sum, image in
            guard let size = ImageDecoder.size(of: image) else { return sum }
            return sum.addingSaturating(size.width.multipliedSaturating(by: size.height))
        }
    }
}
