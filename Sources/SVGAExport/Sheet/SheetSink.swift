import SVGAImage
import SVGAModel
import SVGAPixels
import SVGAPlatform
package import SVGASupport

/// A sprite sheet for game engines: every frame trimmed and packed into one PNG, and a JSON file beside it with their places.
///
/// Equal pictures are stored once. Each trimmed rectangle put back at its place gives exactly the frame.
/// `gift.png` gets `gift.json`; both appear together or not at all.
///
/// The trimmed frames are kept in memory until the end: at most 4 × `maxSide`² bytes, and as much again for the sheet, whatever the number
/// of frames.
package final class SheetSink: FrameSink {
    private let place: OutputPlace
    private let jsonPlace: OutputPlace
    private let options: SheetOptions
    private var plan: ExportPlan?
    private var files: (picture: OutputFile, json: OutputFile)?
    /// 0 until ``finish()``: how well the pictures pack and compress is not known before.
    package private(set) var byteCount = 0

    private var pictures: [[UInt8]] = []
    private var sizes: [SheetPacker.Size] = []
    private var picturesByHash: [Int: [Int]] = [:]
    /// Of each position.
    private var frames: [(area: PixelRect, picture: Int)] = []
    /// Of all pictures with their padding.
    private var area = 0

    /// - Parameters:
    ///   - place: of the picture. Neither `-` nor a device: a sheet is two files.
    ///   - options: the sheet's size and form.
    package init(to place: OutputPlace, options: SheetOptions = SheetOptions()) {
        self.place = place
        jsonPlace = place.beside(extension: "json")
        self.options = options
    }

    private var path: String { place.path }

    package static var repetition: Repetition { .stored(most: Int(Int32.max)) }

    package func begin(_ plan: ExportPlan, preview: FramePreview) throws(ExportError) -> SheetFrameEncoder {
        guard path != jsonPlace.path else { throw .file(path: path, reason: "this is the name of the sheet's JSON; its picture is a .png") }
        guard !place.isStream else {
            let reason = "a sheet is two files, a picture and its JSON: it needs "
            throw .file(path: path, reason: reason + (place.isInMemory ? "Exporter.files" : "the name of a file, such as sheet.png"))
        }
        self.plan = plan
        files = try ExportError.mapping { () throws(FileError) in
            let picture = try OutputFile(place)
            return (picture, try OutputFile(jsonPlace))
        }
        return SheetFrameEncoder(width: plan.widthPixels, height: plan.heightPixels)
    }

    package func write(_ packet: SheetFrameEncoder.Packet, at position: Int) throws(ExportError) {
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
        // So many pixels fit in no packing. The estimate takes the frames to come to be like those so far.
        guard area <= mostArea else { throw full(area: area * (plan?.frames.count ?? 1) / (position + 1)) }
    }

    package func finish() throws(ExportError) {
        guard let files, let plan else { return }
        let packer = SheetPacker(maxSide: options.maxSide, padding: options.padding, isPowerOfTwo: options.isPowerOfTwo)
        guard let packing = packer.pack(sizes) else { throw full(area: area) }
        let picture = try picture(packing)
        let name = path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
        let json = SheetJSON(plan: plan, imageName: name, isHash: options.isHash)
            .text(sheet: packing.sheet, frames: frames.map { ($0.area, packing.places[$0.picture]) })
        try ExportError.mapping { () throws(FileError) in
            try files.picture.write(picture)
            try files.json.write([UInt8](json.utf8))
        }
        byteCount = picture.count + json.utf8.count
    }

    package func commit() throws(ExportError) {
        guard let files else { return }
        try ExportError.mapping { () throws(FileError) in try OutputFile.commit([files.picture, files.json]) }
        self.files = nil
    }

    package func abandon() {
        files = nil
        pictures = []
    }

    private func picture(_ packing: SheetPacker.Packing) throws(ExportError) -> [UInt8] {
        let canvas = try SheetCanvas(width: packing.sheet.width, height: packing.sheet.height)
        for i in pictures.indices {
            canvas.put(pictures[i], width: sizes[i].width, at: packing.places[i])
            // The canvas has a copy.
            pictures[i] = []
        }
        return try encoding(frame: 0) { () throws(ImageError) in
            try PNGEncoder(level: options.level).encode(canvas.bytes, width: canvas.width, height: canvas.height)
        }
    }

    private var mostArea: Int { (options.maxSide + options.padding) * (options.maxSide + options.padding) }

    private func full(area: Int) -> ExportError {
        // Packing is taken to lose a tenth.
        full(fitting: (0.9 * Double(mostArea) / Double(area)).squareRoot())
    }

    private func full(fitting scale: Double) -> ExportError {
        .sheetFull(sidePixels: options.maxSide, fittingPercent: min(99, max(1, Int(100 * scale))))
    }
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
    package var maxSide: Int { didSet { maxSide = min(max(maxSide, 1), 16384) } }
    package var padding: Int { didSet { padding = min(max(padding, 0), 64) } }
    package var isPowerOfTwo: Bool
    package var isHash: Bool
    /// The PNG's compression level; 0 to 9.
    package var level = 6

    /// Numbers out of range are brought into it.
    /// - Parameters:
    ///   - maxSide: the longest side of the sheet, 1 to 16384 pixels. Every GPU of the last ten years takes 4096.
    ///   - padding: pixels kept free between frames, so that filtering does not bleed: 0 to 64.
    ///   - isPowerOfTwo: whether both sides are powers of two, for old GPUs and compressed textures.
    ///   - isHash: how the JSON lists frames; texture packers know both ways. true is "JSON Hash", `"frames": {"gift-00.png": {"frame": …}, …}`
    ///     in the order of the frames; false is "JSON Array", `"frames": [{"filename": …, "frame": …}, …]`.
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

/// Tells where the frames of a sheet are, in the form of texture packers, which the loaders of game engines read.
struct SheetJSON {
    let plan: ExportPlan
    let imageName: String
    let isHash: Bool

    /// The names of files may stand in an HTML page.
    private static let escapes: JSONText.Escapes = [.delete, .html]

    /// - Parameter frames: for each position of the output what is left of the frame, and where that is on the sheet.
    func text(sheet: SheetPacker.Size, frames: [(area: PixelRect, place: SheetPacker.Place)]) -> String {
        let dot = imageName.lastIndex(of: ".").flatMap { $0 > imageName.startIndex ? $0 : nil }
        let stem = imageName[..<(dot ?? imageName.endIndex)]
        let digits = String(frames.count - 1).count
        let entries = frames.enumerated().map { position, frame in
            let number = String(position)
            let file = "\(stem)-\(String(repeating: "0", count: digits - number.count))\(number).png"
            let name = JSONText.quoted(file, escaping: SheetJSON.escapes)
            let info = info(frame, at: position).text(.compact)
            // The name is the first member of the entry, or the entry's own name.
            return isHash ? "\(name):\(info)" : "{\"filename\":\(name)," + info.dropFirst()
        }
        let (open, close) = isHash ? ("{", "}") : ("[", "]")
        let meta = meta(sheet).text(.compact, escaping: SheetJSON.escapes)
        return "{\"frames\":\(open)\n" + entries.joined(separator: ",\n") + "\n\(close),\n\"meta\":\(meta)}\n"
    }

    private func info(_ frame: (area: PixelRect, place: SheetPacker.Place), at position: Int) -> JSONValue {
        let area = frame.area
        let size: JSONValue = ["w": plan.widthPixels, "h": plan.heightPixels]
        return [
            "frame": rectangle(frame.place.x, frame.place.y, area.width, area.height), "rotated": false,
            "trimmed": area != PixelRect(x: 0, y: 0, width: plan.widthPixels, height: plan.heightPixels),
            "spriteSourceSize": rectangle(area.x, area.y, area.width, area.height), "sourceSize": size,
            "duration": plan.ticks(at: position + 1, ticksPerSecond: 1000) - plan.ticks(at: position, ticksPerSecond: 1000),
        ]
    }

    private func meta(_ sheet: SheetPacker.Size) -> JSONValue {
        let size: JSONValue = ["w": sheet.width, "h": sheet.height]
        return [
            "app": "svga", "version": "1.0", "image": imageName, "format": "RGBA8888", "size": size, "scale": "1",
            "frameRate": plan.frameRate.framesPerSecond, "loops": plan.loops,
        ]
    }

    private func rectangle(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> JSONValue { ["x": x, "y": y, "w": width, "h": height] }
}
