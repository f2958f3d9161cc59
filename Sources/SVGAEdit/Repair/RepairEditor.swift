import SVGACheck
import SVGAEmulation
import SVGAFormat
import SVGAImage
import SVGAModel
import SVGAPixels
import SVGARender
import SVGASupport

/// A movie while one step of a repair changes it.
struct RepairEditor {
    var movie: WireMovie
    /// The findings that the step shall remove.
    let findings: [Finding]
    let players: Set<PublicPlayer>
    let limits: ReadLimits
    let convertSound: MovieRepair.ConvertSound?
    /// The remaining work of the repair.
    let budget: WorkBudget
    /// Whether the step changes all sprites, not only those of the findings.
    var isForAllSprites = false
    /// Why a part was not changed.
    var reason: Message?

    /// The sprites to change, ascending.
    var sprites: [Int] {
        if isForAllSprites { return Array(movie.sprites.indices) }
        return Set(findings.compactMap { $0.sprite }).filter { movie.sprites.indices.contains($0) }.sorted()
    }

    /// The movie with its references resolved, as it is rendered.
    func resolved() throws(SVGAError) -> VideoEntity {
        try SVGADocument(movie: movie).videoEntity(options: ReadOptions(limits: limits))
    }

    // MARK: Parts

    /// Changes the frames of the sprites to change.
    /// - Returns: the number of changed frames.
    mutating func changeFrames(_ change: (inout WireFrame) -> Void) -> Int {
        var count = 0
        for sprite in sprites {
            for frame in movie.sprites[sprite].frames.indices {
                let before = movie.sprites[sprite].frames[frame]
                change(&movie.sprites[sprite].frames[frame])
                if movie.sprites[sprite].frames[frame] != before { count += 1 }
            }
        }
        return count
    }

    /// Changes the shapes of the sprites to change, without KEEP.
    /// - Returns: the number of changed shapes.
    mutating func changeShapes(_ change: (inout WireShape) -> Void) -> Int {
        var count = 0
        for sprite in sprites {
            for frame in movie.sprites[sprite].frames.indices {
                for shape in movie.sprites[sprite].frames[frame].shapes.indices {
                    let before = movie.sprites[sprite].frames[frame].shapes[shape]
                    if before.kind == .keep { continue }
                    change(&movie.sprites[sprite].frames[frame].shapes[shape])
                    if movie.sprites[sprite].frames[frame].shapes[shape] != before { count += 1 }
                }
            }
        }
        return count
    }

    /// Replaces KEEP by the shapes that it repeats.
    /// - Returns: the number of changed frames.
    @discardableResult
    mutating func expandKeep(_ sprite: Int) -> Int {
        var shown: [WireShape] = []
        var count = 0
        for frame in movie.sprites[sprite].frames.indices {
            if movie.sprites[sprite].frames[frame].isKeeping {
                movie.sprites[sprite].frames[frame].shapes = shown
                count += 1
            } else {
                shown = movie.sprites[sprite].frames[frame].shapes
            }
        }
        return count
    }

    // MARK: Payloads

    /// A transparent picture of one pixel, which shows nothing in any layout.
    func transparentPicture() throws(SVGAError) -> [UInt8] { try Pixmap(width: 1, height: 1).pngData(PNGEncoder(effort: 5)) }

    /// A key that neither a payload nor a sprite nor a sound has.
    func newKey(_ wanted: String) -> String { movie.newKey(wanted) }
}

extension WireTransform {
    init(_ transform: SVGATransform) {
        self.init()
        (a, b, c) = (Float(transform.a), Float(transform.b), Float(transform.c))
        (d, tx, ty) = (Float(transform.d), Float(transform.tx), Float(transform.ty))
    }

    var value: SVGATransform {
        SVGATransform(a: Double(a), b: Double(b), c: Double(c), d: Double(d), tx: Double(tx), ty: Double(ty))
    }
}

extension WireTransform? {
    /// An absent transform is the identity.
    var value: SVGATransform { self?.value ?? .identity }
}
