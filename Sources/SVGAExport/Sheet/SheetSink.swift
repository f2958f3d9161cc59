import SVGAImage
package import SVGAModel
import SVGAPixels
import SVGAPlatform
package import SVGASupport

/// Writes sprite sheets for game engines: trimmed frames packed into a PNG, and a JSON file with their positions.
///
/// Equal pictures are stored once. Each trimmed rectangle at its source position reproduces the frame exactly.
/// Frames that do not fit one page continue on the next: `gift.png` and `gift.json`, `gift-1.png` and `gift-1.json` and so on.
/// Pages reference each other, and all appear together or not at all.
///
/// The trimmed frames of a page stay in memory until it is full: at most 4 × `maxSide`² bytes, and the same again for the page.
package final class SheetSink: FrameSink {
    /// A trimmed frame: its size, and its position once its page is full.
    private struct Picture {
        let size: SheetPacker.Size
        var page = 0
        var position = SheetPacker.Position(x: 0, y: 0)
    }

    private struct Page {
        let destination: OutputDestination
        let file: OutputFile
        let size: SheetPacker.Size

        var jsonDestination: OutputDestination { destination.beside(extension: "json") }
    }

    private let destination: OutputDestination
    private let options: SheetOptions
    private var plan: ExportPlan?
    /// The bytes of the full pages.
    package private(set) var byteCount = 0

    private var pages: [Page] = []
    /// The file of the first page; the others are created when they are needed.
    private var firstFile: OutputFile?
    private var jsonFiles: [OutputFile] = []
    private var pictures: [Picture] = []
    /// The pixels of the last pictures, which are not on a page yet.
    private var waiting: [[UInt8]] = []
    private var picturesByHash: [Int: [Int]] = [:]
    /// The frame at each position.
    private var frames: [(area: PixelRect, picture: Int)] = []
    /// The area of the waiting pictures, with their padding.
    private var waitingArea = 0

    /// - Parameters:
    ///   - destination: the destination of the first picture. Neither `-` nor a device: a sheet has at least two files.
    ///   - options: the pages' size and form.
    package init(to destination: OutputDestination, options: SheetOptions = SheetOptions()) {
        self.destination = destination
        self.options = options
    }

    package static var repetition: Repetition { .stored(maximum: Int(Int32.max)) }

    package func begin(_ plan: ExportPlan, preview: FramePreview) throws(SVGAError) -> SheetFrameEncoder {
        let path = destination.path
        guard path != destination.beside(extension: "json").path else {
            throw .file(path: path, reason: "this is the name of the sheet's JSON; name its image, which is a .png")
        }
        guard !destination.isStream else {
            throw .file(
                path: path,
                reason: destination.isInMemory
                    ? "a sheet is two files, an image and its JSON: it needs Exporter.files"
                    : "a sheet is two files, an image and its JSON: it needs a file name, such as sheet.png")
        }
        self.plan = plan
        firstFile = try SVGAError.mapping(OutputFile(destination))
        jsonFiles = [try SVGAError.mapping(OutputFile(destination.beside(extension: "json")))]
        return SheetFrameEncoder(width: plan.widthPixels, height: plan.heightPixels)
    }

    package func write(_ packet: SheetFrameEncoder.Packet, at position: Int) throws(SVGAError) {
        let size = SheetPacker.Size(width: packet.area.width, height: packet.area.height)
        let equal = picturesByHash[packet.hash]?.first { pictures[$0].size == size && isSame($0, packet.pixels) }
        frames.append((packet.area, equal ?? pictures.count))
        if equal != nil { return }
        guard max(size.width, size.height) <= maximumSide else {
            throw .largerThanPage(
                frame: plan?.frames[position] ?? position, width: size.width, height: size.height, sidePixels: maximumSide)
        }
        picturesByHash[packet.hash, default: []].append(pictures.count)
        pictures.append(Picture(size: size))
        waiting.append(packet.pixels)
        waitingArea += paddedArea(size)
        // More pixels than a page has never fit.
        while waitingArea > maximumArea { try writePage() }
    }

    /// Pictures that are already written are compared by hash: 64 bits, with a random key per process.
    private func isSame(_ picture: Int, _ pixels: [UInt8]) -> Bool {
        let index = picture - (pictures.count - waiting.count)
        return index < 0 || waiting[index] == pixels
    }

    package func finish() throws(SVGAError) {
        while !waiting.isEmpty { try writePage() }
        guard let plan else { return }
        for page in pages.dropFirst() {
            jsonFiles.append(try SVGAError.mapping(OutputFile(page.jsonDestination)))
        }
        let names = pages.map { $0.jsonDestination.name }
        for (number, page) in pages.enumerated() {
            let json = SheetJSON(
                plan: plan, imageName: page.destination.name, stem: destination.stem, isHash: options.isHash || pages.count > 1,
                otherPages: names.filter { $0 != names[number] })
            let placed = frames.enumerated().compactMap { (index, frame) -> SheetJSON.Frame? in
                let picture = pictures[frame.picture]
                return picture.page == number ? SheetJSON.Frame(index: index, area: frame.area, position: picture.position) : nil
            }
            let text = json.text(sheet: page.size, frames: placed)
            try SVGAError.mapping(jsonFiles[number].write([UInt8](text.utf8)))
            byteCount += text.utf8.count
        }
    }

    package func commit() throws(SVGAError) {
        try SVGAError.mapping(OutputFile.commit(zip(pages, jsonFiles).flatMap { page, json in [page.file, json] }))
        abandon()
    }

    package func abandon() {
        firstFile = nil
        pages = []
        jsonFiles = []
        waiting = []
    }

    /// Fills a page with as many waiting pictures as fit, in order.
    private func writePage() throws(SVGAError) {
        let first = pictures.count - waiting.count
        guard let packing = packer.packFirst(of: pictures[first...].map(\.size)) else { return }
        let canvas = try SheetCanvas(width: packing.sheet.width, height: packing.sheet.height)
        for (i, position) in packing.positions.enumerated() {
            canvas.put(waiting[i], width: pictures[first + i].size.width, at: position)
            pictures[first + i].page = pages.count
            pictures[first + i].position = position
            waitingArea -= paddedArea(pictures[first + i].size)
        }
        waiting.removeFirst(packing.positions.count)
        let bytes = try encoding(frame: 0) { () throws(SVGAError) in
            try PNGEncoder(effort: options.effort).encode(canvas.bytes, width: canvas.width, height: canvas.height)
        }
        let destination = pages.isEmpty ? destination : destination.beside(number: pages.count)
        let file = if let firstFile { firstFile } else { try SVGAError.mapping(OutputFile(destination)) }
        firstFile = nil
        try SVGAError.mapping(file.write(bytes))
        try SVGAError.mapping(file.close())
        byteCount += bytes.count
        pages.append(Page(destination: destination, file: file, size: packing.sheet))
    }

    private var packer: SheetPacker {
        SheetPacker(maxSide: options.maxSide, padding: options.padding, isPowerOfTwo: options.isPowerOfTwo)
    }

    private func paddedArea(_ size: SheetPacker.Size) -> Int { (size.width + options.padding) * (size.height + options.padding) }

    /// The maximum side of a page, in pixels.
    private var maximumSide: Int {
        options.isPowerOfTwo ? 1 << (Int.bitWidth - 1 - options.maxSide.leadingZeroBitCount) : options.maxSide
    }

    private var maximumArea: Int { (options.maxSide + options.padding) * (options.maxSide + options.padding) }
}

/// The pixels of a sheet, initially transparent.
private final class SheetCanvas {
    let width: Int
    let height: Int
    private let memory: UnsafeMutableRawBufferPointer

    init(width: Int, height: Int) throws(SVGAError) {
        // calloc provides zeroed memory without writing it, unlike an array.
        guard let start = calloc(width * height, 4) else { throw .encode(frame: 0, reason: errorText(ENOMEM)) }
        memory = UnsafeMutableRawBufferPointer(start: start, count: 4 * width * height)
        self.width = width
        self.height = height
    }

    deinit { free(memory.baseAddress) }

    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(memory) }

    func put(_ picture: [UInt8], width rowWidth: Int, at position: SheetPacker.Position) {
        picture.withUnsafeBytes { picture in
            for row in 0..<picture.count / (4 * rowWidth) {
                let source = UnsafeRawBufferPointer(rebasing: picture[4 * row * rowWidth..<4 * (row + 1) * rowWidth])
                let start = 4 * ((position.y + row) * width + position.x)
                UnsafeMutableRawBufferPointer(rebasing: memory[start..<start + source.count]).copyMemory(from: source)
            }
        }
    }
}

/// The size and form of a sprite sheet.
public struct SheetOptions: Hashable, Sendable {
    /// The maximum side of a page, 1 to 16384 pixels. Every GPU of the last ten years supports 4096.
    /// Frames that do not fit one page continue on the next: `gift-1.png` with its `gift-1.json`, and so on.
    public var maxSide: Int { didSet { maxSide = min(max(maxSide, 1), 16384) } }
    /// The gap between frames, 0 to 64 pixels, so that texture filtering does not bleed.
    public var padding: Int { didSet { padding = min(max(padding, 0), 64) } }
    /// Whether both sides are powers of two, for old GPUs and compressed textures.
    package var isPowerOfTwo = false
    /// The JSON form; texture packers support both. true is "JSON Hash", `"frames": {"gift-00.png": {"frame": …}, …}` in frame order;
    /// false is "JSON Array", `"frames": [{"filename": …, "frame": …}, …]`. Several pages are always "JSON Hash",
    /// because loaders of several pages (PixiJS) look frames up by name.
    package var isHash = false
    /// The PNG compression effort: 0 (fastest) to 6 (smallest); nil: the default.
    package var effort: Int?

    /// Clamps values to their range.
    public init(maxSide: Int = 4096, padding: Int = 2) {
        self.maxSide = min(max(maxSide, 1), 16384)
        self.padding = min(max(padding, 0), 64)
    }
}

/// Trims frames to the bounding box of their visible pixels.
package struct SheetFrameEncoder: FrameEncoder {
    package static let encodesPixelsOnly = true

    /// A trimmed frame.
    package struct Packet: Sendable {
        let area: PixelRect
        let pixels: [UInt8]
        let hash: Int
    }

    let width: Int
    let height: Int

    package func encode(_ picture: FramePicture) throws(SVGAError) -> Packet {
        // The difference to an empty canvas. A transparent frame keeps one pixel, because loaders fail on empty pictures.
        let patch = FramePatch(picture, width: width, height: height)
        var hasher = Hasher()
        hasher.combine(patch.area.width)
        patch.pixels.withUnsafeBytes { hasher.combine(bytes: $0) }
        return Packet(area: patch.area, pixels: patch.pixels, hash: hasher.finalize())
    }
}
