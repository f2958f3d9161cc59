import Glibc
import SVGAImage
import SVGAPixels

/// A sprite sheet for game engines: every frame trimmed and packed into one PNG, and a JSON beside it that tells where they are.
///
/// Pictures that are the same are stored once. Putting each trimmed rectangle back to its place gives the frame exactly, to the bit.
/// `gift.png` gets `gift.json`; both appear together or not at all.
///
/// The trimmed frames are kept in memory until the end: at most 4 × `maxSide`² bytes, and as much again for the sheet, whatever the number
/// of frames.
public final class SheetSink: FrameSink {
    private let path: String
    private let jsonPath: String
    private let isOverwriting: Bool
    private let options: SheetOptions
    private var plan: ExportPlan?
    private var files: (picture: OutputFile, json: OutputFile)?
    /// 0 until ``finish()``: how well the pictures pack and compress is not known before.
    public private(set) var byteCount = 0

    private var pictures: [[UInt8]] = []
    private var sizes: [SheetPacker.Size] = []
    private var picturesByHash: [Int: [Int]] = [:]
    /// Of each position.
    private var frames: [(area: PixelRect, picture: Int)] = []
    /// Of all pictures with their padding.
    private var area = 0

    /// - Parameters:
    ///   - path: of the picture. Neither `-` nor a device: a sheet is two files.
    ///   - overwrite: replace files that are there; otherwise they are ``ExportError/exists(path:)``.
    ///   - options: the sheet's size and form.
    public init(path: String, overwrite: Bool = false, options: SheetOptions = SheetOptions()) {
        self.path = path
        isOverwriting = overwrite
        self.options = options
        let name = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        let dot = path[name...].lastIndex(of: ".").flatMap { $0 > name ? $0 : nil }
        jsonPath = path[..<(dot ?? path.endIndex)] + ".json"
    }

    public static var repetition: Repetition { .stored(most: Int(Int32.max)) }

    public func begin(_ plan: ExportPlan, preview: FramePreview) throws(ExportError) -> SheetFrameEncoder {
        guard path != jsonPath else { throw .file(path: path, reason: "this is the name of the sheet's JSON; its picture is a .png") }
        guard !isStream else {
            throw .file(path: path, reason: "a sheet is two files, a picture and its JSON: it needs the name of a file, such as sheet.png")
        }
        self.plan = plan
        let picture = try OutputFile(path: path, overwrite: isOverwriting)
        files = (picture, try OutputFile(path: jsonPath, overwrite: isOverwriting))
        return SheetFrameEncoder(width: plan.widthPixels, height: plan.heightPixels)
    }

    public func write(_ packet: SheetFrameEncoder.Packet, at position: Int) throws(ExportError) {
        let size = SheetPacker.Size(width: packet.area.width, height: packet.area.height)
        let known = picturesByHash[packet.hash]?.first { sizes[$0] == size && pictures[$0] == packet.pixels }
        if let known {
            frames.append((packet.area, known))
            return
        }
        let longest = max(size.width, size.height)
        guard longest <= options.maxSide else { throw full(fitting: Double(options.maxSide) / Double(longest)) }
        picturesByHash[packet.hash, default: []].append(pictures.count)
        frames.append((packet.area, pictures.count))
        pictures.append(packet.pixels)
        sizes.append(size)
        area += (size.width + options.padding) * (size.height + options.padding)
        // As many pixels as that will not fit however they are packed; the frames to come are taken to be like those that are here.
        guard area <= mostArea else { throw full(area: area * (plan?.frames.count ?? 1) / (position + 1)) }
    }

    public func finish() throws(ExportError) {
        guard let files, let plan else { return }
        let packer = SheetPacker(maxSide: options.maxSide, padding: options.padding, isPowerOfTwo: options.isPowerOfTwo)
        guard let packing = packer.pack(sizes) else { throw full(area: area) }
        let picture = try picture(packing)
        let name = path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
        let json = SheetJSON(plan: plan, imageName: name, form: options.form)
            .text(sheet: packing.sheet, frames: frames.map { ($0.area, packing.places[$0.picture]) })
        try files.picture.write(picture)
        try files.json.write([UInt8](json.utf8))
        byteCount = picture.count + json.utf8.count
    }

    public func commit() throws(ExportError) {
        guard let files else { return }
        try OutputFile.commit([files.picture, files.json])
        self.files = nil
    }

    public func abandon() {
        files = nil
        pictures = []
    }

    private func picture(_ packing: SheetPacker.Packing) throws(ExportError) -> [UInt8] {
        let canvas = try SheetCanvas(width: packing.sheet.width, height: packing.sheet.height)
        for i in pictures.indices {
            canvas.put(pictures[i], width: sizes[i].width, at: packing.places[i])
            // From here on the canvas has it.
            pictures[i] = []
        }
        return try encoding(frame: 0) { () throws(ImageError) in
            try PNGEncoder(level: options.level).encode(canvas.bytes, width: canvas.width, height: canvas.height)
        }
    }

    private var mostArea: Int { (options.maxSide + options.padding) * (options.maxSide + options.padding) }

    private func full(area: Int) -> ExportError {
        // A tenth for what packing loses.
        full(fitting: (0.9 * Double(mostArea) / Double(area)).squareRoot())
    }

    private func full(fitting scale: Double) -> ExportError {
        .sheetFull(sidePixels: options.maxSide, fittingPercent: min(99, max(1, Int(100 * scale))))
    }

    private var isStream: Bool {
        var status = stat()
        return path == "-" || stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG && status.st_mode & S_IFMT != S_IFDIR
    }
}

/// The pixels of a sheet, transparent at first.
private final class SheetCanvas {
    let width: Int
    let height: Int
    private let memory: UnsafeMutableRawBufferPointer

    init(width: Int, height: Int) throws(ExportError) {
        // Unlike an array's, this memory is zero without being touched.
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
