import SVGAPixels
import SVGASupport

/// The canvas parts that are stored once for several scenes; the remaining parts are stored per scene.
struct SpritePlan: Sendable {
    /// A part that is constant from one scene to another.
    struct Still: Sendable {
        let run: PictureSurvey.Run
        /// Rectangles in tiles that cover ``tiles``.
        let areas: [PixelRect]
        let tiles: [Int32]
    }

    /// By their first scene.
    private(set) var stills: [Int32: [Still]] = [:]
    /// The maximum number of pictures for the remaining part of a scene.
    private(set) var maximumPieces: Int
    /// The number of scenes that share one bitmap, stacked vertically; 1: none.
    private(set) var rowsPerSheet = 1

    /// Whether every scene is one picture.
    var isWhole: Bool { stills.isEmpty && maximumPieces == 1 }

    /// The maximum number of sprites: players take time for each sprite in each frame, even if it is hidden.
    static let maximumSprites = 2000
    /// The maximum of sprites × frames, which limits the memory and time of players.
    private static let maximumSpriteFrames = 1_000_000
    /// The maximum share of scenes alone, without an alternative.
    private static let maximumSceneFrames = 1_200_000
    /// The maximum texture size of phones.
    private static let maximumSheetSide = 8192
    /// The size of a picture and its sprite, without pixels.
    private static let pictureBytes = 160.0

    /// - Parameters:
    ///   - timeline: the scene of each frame.
    ///   - usesStills: false: every scene is one picture.
    /// - Throws: ``ImportError/limit(_:)`` if there are more scenes than a movie can have.
    init(_ survey: PictureSurvey, timeline: [Int32], usesStills: Bool, _ work: ImportWork) throws(ImportError) {
        var lastFrame = [Int](repeating: 0, count: survey.sceneCount)
        for (frame, scene) in timeline.enumerated() { lastFrame[Int(scene)] = frame }
        let sceneFrames = lastFrame.reduce(survey.sceneCount) { $0 + $1 }
        let room = SpritePlan.maximumSpriteFrames * 6 / 10
        let sheetsForSprites = (survey.sceneCount + SpritePlan.maximumSprites * 7 / 10 - 1) / (SpritePlan.maximumSprites * 7 / 10)
        let wanted = max(1, sheetsForSprites, (sceneFrames + room - 1) / room)
        rowsPerSheet = max(1, min(wanted, SpritePlan.maximumSheetSide / (survey.grid.height + 1)))
        guard survey.sceneCount <= SpritePlan.maximumSprites * rowsPerSheet, sceneFrames / rowsPerSheet <= SpritePlan.maximumSceneFrames
        else {
            throw .limit(
                """
                \(survey.sceneCount) different images in \(timeline.count) frames are too many for this size: \
                reduce the frame rate or the size
                """)
        }
        let pieces = min(3, SpritePlan.maximumSprites * 7 / 10 / max(1, survey.sceneCount), room / max(1, sceneFrames))
        maximumPieces = usesStills ? max(1, pieces) : 1
        if usesStills { try choose(survey, lastFrame: lastFrame, work) }
    }

    private mutating func choose(_ survey: PictureSurvey, lastFrame: [Int], _ work: ImportWork) throws(ImportError) {
        func gain(_ run: PictureSurvey.Run, _ tiles: [Int32]) -> Double {
            Double(tiles.count) * survey.bytesPerTile * Double(run.count - 1) - SpritePlan.pictureBytes - Double(lastFrame.count) / 50
        }
        var candidates = survey.runs.map { (run: $0.key, tiles: $0.value, gain: gain($0.key, $0.value)) }.filter { $0.gain > 0 }
        // A deterministic order.
        candidates.sort { ($1.gain, $0.run.start, $0.run.end) < ($0.gain, $1.run.start, $1.run.end) }
        var sprites = SpritePlan.maximumSprites * 3 / 10
        var frames = SpritePlan.maximumSpriteFrames * 4 / 10
        for candidate in candidates {
            try work.charge(ImportWork.Cost.pair, times: candidate.run.count)
            let areas = TileCover.areas(of: candidate.tiles, grid: survey.grid, most: 4, work)
            let last = lastFrame[Int(candidate.run.start)..<Int(candidate.run.end)].max() ?? 0
            guard areas.count <= sprites, areas.count * (last + 1) <= frames else { continue }
            sprites -= areas.count
            frames -= areas.count * (last + 1)
            stills[candidate.run.start, default: []].append(Still(run: candidate.run, areas: areas, tiles: candidate.tiles))
        }
    }
}

/// Covers tiles with few rectangles that contain few other tiles.
enum TileCover {
    /// With more rectangles, searching the best pairs takes too long.
    private static let maximumParts = 48
    /// The cost of an additional picture, in empty tiles.
    private static let tilesOfPicture = 6

    /// - Parameter tiles: in any order.
    /// - Returns: at most `most` disjoint rectangles, in tiles.
    static func areas(of tiles: [Int32], grid: TileGrid, most: Int, _ work: ImportWork) -> [PixelRect] {
        work.spend(10 * ImportWork.Cost.pair, times: tiles.count)
        var parts = most == 1 ? [] : connected(tiles, grid)
        guard !parts.isEmpty, parts.count <= maximumParts else {
            return [tiles.reduce(PixelRect.zero) { $0.union(tileArea($1, grid)) }]
        }
        while parts.count > 1 {
            work.spend(ImportWork.Cost.pair, times: parts.count * parts.count / 2)
            var best: (i: Int, j: Int, waste: Int)?
            for i in parts.indices {
                for j in parts.indices where j > i {
                    let overlaps = !parts[i].intersection(parts[j]).isEmpty
                    let waste = overlaps ? Int.min : parts[i].union(parts[j]).pixels - parts[i].pixels - parts[j].pixels
                    if waste < best?.waste ?? Int.max { best = (i, j, waste) }
                }
            }
            guard let best, best.waste <= tilesOfPicture || parts.count > most else { break }
            parts[best.i] = parts[best.i].union(parts[best.j])
            parts.remove(at: best.j)
        }
        return parts
    }

    private static func tileArea(_ tile: Int32, _ grid: TileGrid) -> PixelRect {
        PixelRect(x: Int(tile) % grid.columns, y: Int(tile) / grid.columns, width: 1, height: 1)
    }

    /// The bounding boxes of connected tiles, including diagonal neighbors.
    private static func connected(_ tiles: [Int32], _ grid: TileGrid) -> [PixelRect] {
        var isOpen = [Bool](repeating: false, count: grid.count)
        for tile in tiles { isOpen[Int(tile)] = true }
        var parts: [PixelRect] = []
        for tile in tiles where isOpen[Int(tile)] {
            var box = PixelRect.zero
            var stack = [Int(tile)]
            isOpen[Int(tile)] = false
            while let next = stack.popLast() {
                box = box.union(tileArea(Int32(next), grid))
                let (column, row) = (next % grid.columns, next / grid.columns)
                for y in max(0, row - 1)...min(grid.rows - 1, row + 1) {
                    for x in max(0, column - 1)...min(grid.columns - 1, column + 1) where isOpen[y * grid.columns + x] {
                        isOpen[y * grid.columns + x] = false
                        stack.append(y * grid.columns + x)
                    }
                }
            }
            parts.append(box)
        }
        return parts
    }
}
