import SVGAImage
import SVGAPixels
import SVGASupport

/// A part of a scene, trimmed to its visible pixels.
struct PicturePiece: Sendable {
    /// Premultiplied RGBA.
    let pixels: [UInt8]
    /// On the canvas.
    let area: PixelRect
    let run: PictureSurvey.Run
    /// Whether it may share a bitmap with others.
    let isOnSheet: Bool
}

/// The position and the scenes of a stored picture.
struct PlacedPicture: Sendable {
    let image: Int32
    /// The row of the image; only sheets have several.
    let row: Int32
    let width: Int32
    let height: Int32
    /// On the canvas.
    let x: Int32
    let y: Int32
    let run: PictureSurvey.Run
}

/// A stored image.
struct StoredPicture: Sendable {
    var bytes: [UInt8]
    let width: Int
    let height: Int
    var isSheet = false
}

/// Creates the pictures of a plan in the second pass over a source, and keeps only compressed data.
struct SpritePainting {
    private let plan: SpritePlan
    private let grid: TileGrid
    private let encoder: PieceEncoder
    private let threads: Int
    private var tracker: PictureTracker
    /// For each tile, the scene until which a stored picture covers it.
    private var coveredUntil: [Int32]
    private var waiting: [PicturePiece] = []
    private var waitingBytes = 0
    /// Stored pieces by their appearance.
    private var storedPieces: [PieceLook: (image: Int32, row: Int32)] = [:]
    private var sheet = Sheet()
    private(set) var images: [StoredPicture] = []
    private(set) var placedPictures: [PlacedPicture] = []
    private(set) var byteCount = 0

    private static let maximumWaitingBytes = 10 << 20

    private struct PieceLook: Hashable {
        let hash: Int
        let width: Int32
        let height: Int32
    }

    /// Pieces that are stacked vertically in one bitmap.
    private struct Sheet {
        var pieces: [PicturePiece] = []
        var height = 0
        /// The end of the scenes that show a piece.
        var end: Int32 = 0
        var image: Int32 = -1
    }

    init(_ plan: SpritePlan, grid: TileGrid, tolerance: UInt8, encoder: PieceEncoder, threads: Int) {
        (self.plan, self.grid, self.encoder, self.threads) = (plan, grid, encoder, threads)
        tracker = PictureTracker(grid: grid, tolerance: tolerance)
        coveredUntil = [Int32](repeating: 0, count: grid.count)
    }

    /// - Parameter scene: the scene if this is its first picture; nil otherwise.
    mutating func add(_ picture: Pixmap, scene: Int32?) {
        _ = tracker.show(picture)
        guard let scene else { return }
        for still in plan.stills[scene] ?? [] {
            for tile in still.tiles { coveredUntil[Int(tile)] = still.run.end }
            for area in still.areas {
                let inside = still.tiles.filter { area.contains(x: Int($0) % grid.columns, y: Int($0) / grid.columns) }
                cut(inside, area, still.run, isOnSheet: false)
            }
        }
        let rest = (0..<Int32(grid.count)).filter {
            coveredUntil[Int($0)] <= scene && !PictureTracker.isClear(tracker.displayed, grid.area(Int($0)), width: grid.width)
        }
        guard !rest.isEmpty else { return }
        let run = PictureSurvey.Run(start: scene, end: scene + 1)
        for area in TileCover.areas(of: rest, grid: grid, most: plan.maximumPieces, encoder.work) {
            let inside = rest.filter { area.contains(x: Int($0) % grid.columns, y: Int($0) / grid.columns) }
            cut(inside, area, run, isOnSheet: plan.rowsPerSheet > 1)
        }
    }

    /// Cuts tiles out of a rectangle of the picture; other tiles are transparent.
    private mutating func cut(_ tiles: [Int32], _ tileArea: PixelRect, _ run: PictureSurvey.Run, isOnSheet: Bool) {
        let area = grid.area(tileArea)
        var (left, top, right, bottom) = (Int.max, Int.max, 0, 0)
        var pixels = [UInt8](repeating: 0, count: 4 * area.pixels)
        let (width, grid, shown) = (grid.width, grid, tracker.displayed)
        pixels.withUnsafeMutableBytes { target in
            shown.withUnsafeBytes { source in
                for tile in tiles {
                    let part = grid.area(Int(tile))
                    for y in part.minY..<part.maxY {
                        let from = 4 * (y * width + part.x)
                        let to = 4 * ((y - area.y) * area.width + part.x - area.x)
                        for x in 0..<part.width {
                            let word = source.loadUnaligned(fromByteOffset: from + 4 * x, as: UInt32.self)
                            if word == 0 { continue }
                            target.storeBytes(of: word, toByteOffset: to + 4 * x, as: UInt32.self)
                            let column = part.x - area.x + x
                            if column < left { left = column }
                            if column >= right { right = column + 1 }
                            top = min(top, y - area.y)
                            bottom = max(bottom, y - area.y + 1)
                        }
                    }
                }
            }
        }
        guard left < right else { return }
        let trimmed = PixelRect(minX: left, minY: top, maxX: right, maxY: bottom)
        var cut = pixels
        if trimmed.pixels < area.pixels {
            cut = []
            cut.reserveCapacity(4 * trimmed.pixels)
            for y in trimmed.minY..<trimmed.maxY { cut += pixels[4 * (y * area.width + left)..<4 * (y * area.width + right)] }
        }
        let pieceArea = PixelRect(x: area.x + left, y: area.y + top, width: trimmed.width, height: trimmed.height)
        put(PicturePiece(pixels: cut, area: pieceArea, run: run, isOnSheet: isOnSheet))
    }

    private mutating func put(_ piece: PicturePiece) {
        var hasher = Hasher()
        piece.pixels.withUnsafeBytes { hasher.combine(bytes: $0) }
        let (width, height) = (Int32(piece.area.width), Int32(piece.area.height))
        let look = PieceLook(hash: hasher.finalize(), width: width, height: height)
        func placedPicture(_ image: Int32, _ row: Int32) -> PlacedPicture {
            PlacedPicture(
                image: image, row: row, width: width, height: height, x: Int32(piece.area.x), y: Int32(piece.area.y), run: piece.run)
        }
        if let stored = storedPieces[look] {
            placedPictures.append(placedPicture(stored.image, stored.row))
            return
        }
        guard piece.isOnSheet else {
            let image = Int32(images.count)
            images.append(StoredPicture(bytes: [], width: piece.area.width, height: piece.area.height))
            wait(piece, for: image)
            storedPieces[look] = (image, 0)
            placedPictures.append(placedPicture(image, 0))
            return
        }
        if sheet.pieces.count == plan.rowsPerSheet || piece.run.start < sheet.end { closeSheet() }
        if sheet.pieces.isEmpty {
            sheet.image = Int32(images.count)
            images.append(StoredPicture(bytes: [], width: 0, height: 0, isSheet: true))
        }
        let row = Int32(sheet.height)
        storedPieces[look] = (sheet.image, row)
        placedPictures.append(placedPicture(sheet.image, row))
        sheet.pieces.append(piece)
        // An empty row separates pieces, so that a scaling player never mixes them.
        sheet.height += piece.area.height + 1
        sheet.end = piece.run.end
    }

    private mutating func closeSheet() {
        guard let first = sheet.pieces.first else { return }
        let width = sheet.pieces.reduce(0) { max($0, $1.area.width) }
        let height = sheet.height - 1
        var pixels = [UInt8](repeating: 0, count: 4 * width * height)
        var row = 0
        for piece in sheet.pieces {
            for y in 0..<piece.area.height {
                let bytes = 4 * piece.area.width
                pixels.replaceSubrange(
                    4 * (row + y) * width..<4 * (row + y) * width + bytes, with: piece.pixels[y * bytes..<(y + 1) * bytes])
            }
            row += piece.area.height + 1
        }
        images[Int(sheet.image)] = StoredPicture(bytes: [], width: width, height: height, isSheet: true)
        let area = PixelRect(x: 0, y: 0, width: width, height: height)
        wait(PicturePiece(pixels: pixels, area: area, run: first.run, isOnSheet: true), for: sheet.image)
        sheet = Sheet()
    }

    private var waitingImages: [Int32] = []

    private mutating func wait(_ piece: PicturePiece, for image: Int32) {
        waiting.append(piece)
        waitingImages.append(image)
        waitingBytes += piece.pixels.count
    }

    /// Whether enough data waits for ``encode()``.
    var isFull: Bool { waitingBytes >= SpritePainting.maximumWaitingBytes || waiting.count >= 128 }

    /// Compresses the waiting pieces.
    mutating func encode() async throws(ImportError) {
        let (pieces, encoder) = (waiting, encoder)
        let files = try await Parallel.map(pieces.count, threads: threads, cancelled: ImportError.cancelled) {
            (index) throws(ImportError) in
            try encoder.encode(pieces[index].pixels, width: pieces[index].area.width, height: pieces[index].area.height)
        }
        for (index, file) in files.enumerated() {
            images[Int(waitingImages[index])].bytes = file
            byteCount += file.count
        }
        (waiting, waitingImages, waitingBytes) = ([], [], 0)
    }

    /// Must be called after the last picture.
    mutating func finish() async throws(ImportError) {
        closeSheet()
        try await encode()
    }

    /// The size of the latest scene as one picture.
    func wholeSize() throws(ImportError) -> Int {
        try encoder.encode(tracker.displayed, width: grid.width, height: grid.height).count
    }
}
