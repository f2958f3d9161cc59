import SVGAImage
import SVGAModel
import SVGAPixels
import SVGAPlatform
package import SVGASupport

/// Sprite sheets for game engines: every frame trimmed and packed into a PNG, and a JSON file beside it with their places.
///
/// Equal pictures are stored once. Each trimmed rectangle put back at its place gives exactly the frame. Frames that do not fit one page go on
/// in the next: `gift.png` and `gift.json`, `gift-1.png` and `gift-1.json` and so on, which name each other. All appear together or not at all.
///
/// The trimmed frames of a page are kept in memory until it is full: at most 4 × `maxSide`² bytes, and as much again for the page, whatever the
/// number of frames.
package final class SheetSink: FrameSink {
    /// What is left of a frame: its size, and where it is once its page is full.
    private struct Picture {
        let size: SheetPacker.Size
        var page = 0
        var place = SheetPacker.Place(x: 0, y: 0)
    }

    private struct Page {
        let place: OutputPlace
        let file: OutputFile
        let size: SheetPacker.Size

        var jsonPlace: OutputPlace { place.beside(extension: "json") }
    }

    private let place: OutputPlace
    private let options: SheetOptions
    private var plan: ExportPlan?
    /// Of the pages that are full.
    package private(set) var byteCount = 0

    private var pages: [Page] = []
    /// Of the first page; the others' are made when they are known to be needed.
    private var firstFile: OutputFile?
    private var jsonFiles: [OutputFile] = []
    private var pictures: [Picture] = []
    /// The pixels of the pictures that are on no page yet, which are the last ones.
    private var waiting: [[UInt8]] = []
    private var picturesByHash: [Int: [Int]] = [:]
    /// Of each position.
    private var frames: [(area: PixelRect, picture: Int)] = []
    /// Of the pictures that are waiting, with their padding.
    private var waitingArea = 0

    /// - Parameters:
    ///   - place: of the first picture. Neither `-` nor a device: a sheet is at least two files.
    ///   - options: the pages' size and form.
    package init(to place: OutputPlace, options: SheetOptions = SheetOptions()) {
        self.place = place
        self.options = options
    }

    package static var repetition: Repetition { .stored(maximum: Int(Int32.max)) }

    package func begin(_ plan: ExportPlan, preview: FramePreview) throws(ExportError) -> SheetFrameEncoder {
        let path = place.path
        guard path != place.beside(extension: "json").path else {
            throw .file(path: path, reason: "this is the name of the sheet's JSON; its picture is a .png")
        }
        guard !place.isStream else {
            let reason = "a sheet is two files, a picture and its JSON: it needs "
            throw .file(path: path, reason: reason + (place.isInMemory ? "Exporter.files" : "the name of a file, such as sheet.png"))
        }
        self.plan = plan
        try ExportError.mapping { () throws(FileError) in
            firstFile = try OutputFile(place)
            jsonFiles = [try OutputFile(place.beside(extension: "json"))]
        }
        return SheetFrameEncoder(width: plan.widthPixels, height: plan.heightPixels)
    }

    package func write(_ packet: SheetFrameEncoder.Packet, at position: Int) throws(ExportError) {
        let size = SheetPacker.Size(width: packet.area.width, height: packet.area.height)
        let known = picturesByHash[packet.hash]?.first { pictures[$0].size == size && isSame($0, packet.pixels) }
        frames.append((packet.area, known ?? pictures.count))
        if known != nil { return }
        guard max(size.width, size.height) <= maximumSide else {
            throw .largerThanPage(
                frame: plan?.frames[position] ?? position, width: size.width, height: size.height, sidePixels: maximumSide)
        }
        picturesByHash[packet.hash, default: []].append(pictures.count)
        pictures.append(Picture(size: size))
        waiting.append(packet.pixels)
        waitingArea += paddedArea(size)
        // So many pixels fit in no packing.
        while waitingArea > maximumArea { try writePage() }
    }

    /// Of pictures that are written already only the hash is known: 64 bits, with a key that is new in each process.
    private func isSame(_ picture: Int, _ pixels: [UInt8]) -> Bool {
        let index = picture - (pictures.count - waiting.count)
        return index < 0 || waiting[index] == pixels
    }

    package func finish() throws(ExportError) {
        while !waiting.isEmpty { try writePage() }
        guard let plan else { return }
        for page in pages.dropFirst() {
            jsonFiles.append(try ExportError.mapping { () throws(FileError) in try OutputFile(page.jsonPlace) })
        }
        let names = pages.map { $0.jsonPlace.name }
        for (number, page) in pages.enumerated() {
            let json = SheetJSON(
                plan: plan, imageName: page.place.name, stem: place.stem, isHash: options.isHash || pages.count > 1,
                otherPages: names.filter { $0 != names[number] })
            let shown = frames.enumerated().compactMap { (position, frame) -> SheetJSON.Frame? in
                let picture = pictures[frame.picture]
                return picture.page == number ? SheetJSON.Frame(position: position, area: frame.area, place: picture.place) : nil
            }
            let text = json.text(sheet: page.size, frames: shown)
            try ExportError.mapping { () throws(FileError) in try jsonFiles[number].write([UInt8](text.utf8)) }
            byteCount += text.utf8.count
        }
    }

    package func commit() throws(ExportError) {
        try ExportError.mapping { () throws(FileError) in
            try OutputFile.commit(zip(pages, jsonFiles).flatMap { page, json in [page.file, json] })
        }
        abandon()
    }

    package func abandon() {
        firstFile = nil
        pages = []
        jsonFiles = []
        waiting = []
    }

    /// Fills a page with as many of the waiting pictures as fit, in their order.
    private func writePage() throws(ExportError) {
        let first = pictures.count - waiting.count
        guard let packing = packer.packMost(of: pictures[first...].map(\.size)) else { return }
        let canvas = try SheetCanvas(width: packing.sheet.width, height: packing.sheet.height)
        for (i, place) in packing.places.enumerated() {
            canvas.put(waiting[i], width: pictures[first + i].size.width, at: place)
            pictures[first + i].page = pages.count
            pictures[first + i].place = place
            waitingArea -= paddedArea(pictures[first + i].size)
        }
        waiting.removeFirst(packing.places.count)
        let bytes = try encoding(frame: 0) { () throws(ImageError) in
            try PNGEncoder(effort: options.effort).encode(canvas.bytes, width: canvas.width, height: canvas.height)
        }
        let place = pages.isEmpty ? place : place.beside(number: pages.count)
        let file = try ExportError.mapping { () throws(FileError) in
            let file = if let firstFile { firstFile } else { try OutputFile(place) }
            firstFile = nil
            try file.write(bytes)
            try file.close()
            return file
        }
        byteCount += bytes.count
        pages.append(Page(place: place, file: file, size: packing.sheet))
    }

    private var packer: SheetPacker {
        SheetPacker(maxSide: options.maxSide, padding: options.padding, isPowerOfTwo: options.isPowerOfTwo)
    }

    private func paddedArea(_ size: SheetPacker.Size) -> Int { (size.width + options.padding) * (size.height + options.padding) }

    /// That a page can have, in pixels.
    private var maximumSide: Int {
        options.isPowerOfTwo ? 1 << (Int.bitWidth - 1 - options.maxSide.leadingZeroBitCount) : options.maxSide
    }

    private var maximumArea: Int { (options.maxSide + options.padding) * (options.maxSide + options.padding) }
}

/// The pixels of a sheet, transparent at first.
private final class SheetCanvas {
    let width: Int
    let height: Int
    private let memory: UnsafeMutableRawBufferPointer

    init(width: Int, height: Int) throws(ExportError) {
        // calloc's memory is zero without being written, unlike an array's.
        guard let start = calloc(width * height, 4) else { throw .encode(frame: 0, reason: errorText(ENOMEM)) }
        memory = UnsafeMutableRawBufferPointer(start: start, count: 4 * width * height)
        self.width = width
        self.height = height
    }

    deinit { free(memory.baseAddress) }

    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(memory) }

    func put(_ picture: [UInt8], width rowWidth: Int, at place: SheetPacker.Place) {
        picture.withUnsafeBytes { picture in
            for row in 0..<picture.count / (4 * rowWidth) {
                let source = UnsafeRawBufferPointer(rebasing: picture[4 * row * rowWidth..<4 * (row + 1) * rowWidth])
                let start = 4 * ((place.y + row) * width + place.x)
                UnsafeMutableRawBufferPointer(rebasing: memory[start..<start + source.count]).copyMemory(from: source)
            }
        }
    }
}

/// The size and the form of a sprite sheet.
public struct SheetOptions: Hashable, Sendable {
    /// The longest side of a page, 1 to 16384 pixels. Every GPU of the last ten years takes 4096. Frames that do not fit one page go on in
    /// the next: `gift-1.png` with its `gift-1.json`, and so on.
    public var maxSide: Int { didSet { maxSide = min(max(maxSide, 1), 16384) } }
    /// Pixels kept free between frames, so that filtering does not bleed: 0 to 64.
    public var padding: Int { didSet { padding = min(max(padding, 0), 64) } }
    /// Whether both sides are powers of two, for old GPUs and compressed textures.
    public var isPowerOfTwo: Bool
    /// How the JSON lists frames; texture packers know both ways. true is "JSON Hash", `"frames": {"gift-00.png": {"frame": …}, …}` in the
    /// order of the frames; false is "JSON Array", `"frames": [{"filename": …, "frame": …}, …]`. Several pages are always "JSON Hash",
    /// because loaders that find the other pages by one of them (PixiJS) name frames by it.
    public var isHash: Bool
    /// How hard the PNG is compressed: 0 (fastest) to 6 (smallest); nil: as usual.
    package var effort: Int?

    /// Numbers out of range are brought into it.
    public init(maxSide: Int = 4096, padding: Int = 2, isPowerOfTwo: Bool = false, isHash: Bool = false) {
        self.maxSide = min(max(maxSide, 1), 16384)
        self.padding = min(max(padding, 0), 64)
        self.isPowerOfTwo = isPowerOfTwo
        self.isHash = isHash
    }
}

/// Trims frames to their smallest rectangle that is not transparent.
package struct SheetFrameEncoder: FrameEncoder {
    package static let encodesPixelsOnly = true

    /// What is left of a frame.
    package struct Packet: Sendable {
        let area: PixelRect
        let pixels: [UInt8]
        let hash: Int
    }

    let width: Int
    let height: Int

    package func encode(_ picture: FramePicture) throws(ExportError) -> Packet {
        // The difference to an empty canvas. A transparent frame keeps one pixel, because loaders fail on pictures without size.
        let patch = FramePatch(picture, width: width, height: height)
        var hasher = Hasher()
        hasher.combine(patch.area.width)
        patch.pixels.withUnsafeBytes { hasher.combine(bytes: $0) }
        return Packet(area: patch.area, pixels: patch.pixels, hash: hasher.finalize())
    }
}
