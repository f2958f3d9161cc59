import Foundation
import SVGAFormat
import SVGAImage
import SVGAModel
import SVGAPixels
import SVGARender
import TestSupport
import Testing

@testable import SVGAExport

@Suite struct SheetTests {
    private let folder = TemporaryFolder()

    private var path: String { "\(folder.path)/gift.png" }

    @Test(arguments: [(0, false, false), (2, false, true), (1, true, false)])
    func `putting each rectangle back gives the frame exactly`(padding: Int, isPowerOfTwo: Bool, isHash: Bool) async throws {
        let scene = try SheetMovies.walk(width: 41, height: 23, frames: 30)
        var options = SheetOptions(padding: padding)
        options.isPowerOfTwo = isPowerOfTwo
        options.isHash = isHash
        try await Exporter.export(scene, to: SheetSink(path: path, options: options))
        let sheet = try SheetFile(folder)
        #expect(sheet.frames.count == 30)
        for frame in 0..<30 { #expect(try sheet.frame(frame) == scene.pixmap(frame: frame)) }
        #expect(sheet.frames.map(\.name) == (0..<30).map { "gift-\($0 < 10 ? "0" : "")\($0).png" })
        #expect(sheet.meta["size"] as? [String: Int] == ["w": sheet.picture.width, "h": sheet.picture.height])
        if isPowerOfTwo { #expect([sheet.picture.width, sheet.picture.height].allSatisfy { $0 & ($0 - 1) == 0 }) }
        #expect(folder.contents() == ["gift.json", "gift.png"])
    }

    @Test func `a real movie comes back exactly`() async throws {
        let movie = try VideoEntity(path: TestFiles.root.appendingPathComponent("samples/features/gift-mattes.svga").path)
        var options = RenderOptions()
        options.size = .scale(0.4)
        let scene = try SVGAScene(movie, options: options)
        let frames = Array(stride(from: 0, to: 90, by: 6))
        try await Exporter.export(scene, frames: frames, to: SheetSink(path: path))
        let sheet = try SheetFile(folder)
        for (position, frame) in frames.enumerated() { #expect(try sheet.frame(position) == scene.pixmap(frame: frame)) }
    }

    @Test func `the same picture is stored once`() async throws {
        let scene = try SheetMovies.walk(width: 40, height: 20, frames: 12)
        try await Exporter.export(scene, frames: [0, 0, 5, 6, 0], to: SheetSink(path: path))
        let rects = try SheetFile(folder).frames.map(\.rect)
        #expect(rects[0] == rects[1] && rects[0] == rects[4] && rects[2] == rects[3])
        #expect(Set(rects).count == 2)
    }

    @Test func `frames are separated by the padding`() async throws {
        try await Exporter.export(
            SheetMovies.walk(width: 40, height: 20, frames: 30), to: SheetSink(path: path, options: SheetOptions(padding: 3)))
        let rects = Array(Set(try SheetFile(folder).frames.map(\.rect)))
        #expect(rects.count > 10)
        for (i, a) in rects.enumerated() {
            for b in rects[(i + 1)...] {
                #expect(a[0] + a[2] + 3 <= b[0] || b[0] + b[2] + 3 <= a[0] || a[1] + a[3] + 3 <= b[1] || b[1] + b[3] + 3 <= a[1])
            }
        }
    }

    @Test func `a transparent frame is a pixel, and a full frame is not trimmed`() async throws {
        try await Exporter.export(SheetMovies.walk(width: 40, height: 20, frames: 4), frames: [3], to: SheetSink(path: path))
        let frame = try SheetFile(folder).frames[0]
        #expect(frame.source == [0, 0, 1, 1] && frame.rect[2...] == [1, 1] && frame.sourceSize == [40, 20] && frame.isTrimmed)
        let full = try SheetMovies.walk(width: 40, height: 20, frames: 4, background: SheetMovies.white)
        try await Exporter.export(full, frames: [3], to: SheetSink(path: path, overwrite: true))
        #expect(try !SheetFile(folder).frames[0].isTrimmed)
    }

    @Test func `durations add up, and rate and repetition are in the JSON`() async throws {
        var options = ExportOptions()
        options.timing.loopCount = 3
        try await Exporter.export(
            SheetMovies.walk(width: 9, height: 7, frames: 31, fps: 30), to: SheetSink(path: path), options: options)
        let sheet = try SheetFile(folder)
        #expect(sheet.frames.map(\.milliseconds).reduce(0, +) == 1033)
        #expect(Set(sheet.frames.map(\.milliseconds)) == [33, 34])
        #expect(sheet.meta["frameRate"] as? Int == 30 && sheet.meta["loops"] as? Int == 3 && sheet.meta["image"] as? String == "gift.png")
    }

    @Test(arguments: [(1, 1), (3, 7), (4096, 4096)])
    func `small and large canvases come back`(width: Int, height: Int) async throws {
        let scene = try SheetMovies.walk(width: width, height: height, frames: 1, background: SheetMovies.white)
        var options = SheetOptions()
        options.effort = 0
        try await Exporter.export(scene, to: SheetSink(path: path, options: options))
        let same = try SheetFile(folder).frame(0) == scene.pixmap(frame: 0)
        #expect(same)
    }

    @Test func `one of the two files being there stops it`() async throws {
        folder.write([9], to: "gift.json")
        await #expect(throws: SVGAError.exists(path: "\(folder.path)/gift.json")) {
            try await Exporter.export(SheetMovies.walk(width: 9, height: 7, frames: 2), to: SheetSink(path: path))
        }
        #expect(folder.contents() == ["gift.json"] && folder.read("gift.json") == [9])
    }

    @Test func `a JSON that appears meanwhile takes the picture with it`() async throws {
        let folder = folder
        await #expect(throws: SVGAError.exists(path: "\(folder.path)/gift.json")) {
            try await Exporter.export(
                SheetMovies.walk(width: 9, height: 7, frames: 2), frames: [0, 1], to: SheetSink(path: path)
            ) {
                if $0.framesDone == 2 { folder.write([9], to: "gift.json") }
            }
        }
        #expect(folder.contents() == ["gift.json"])
    }

    @Test(arguments: ["-", "/dev/full", "x.json"])
    func `a destination that cannot have a file beside it is an error`(path: String) async throws {
        let error = await #expect(throws: SVGAError.self) {
            try await Exporter.export(SheetMovies.walk(width: 9, height: 7, frames: 2), to: SheetSink(path: path))
        }
        #expect(error?.description.contains("JSON") == true)
    }
}

@Suite struct SheetPackerTests {
    private func sizes(_ count: Int) -> [SheetPacker.Size] {
        var state: UInt64 = 7
        func next(_ limit: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % limit
        }
        return (0..<count).map { _ in SheetPacker.Size(width: 20 + next(180), height: 20 + next(180)) }
    }

    @Test func `rectangles of mixed sizes fill nine tenths of the sheet and never overlap`() throws {
        let sizes = sizes(300)
        let packing = try #require(SheetPacker(maxSide: 4096, padding: 0, isPowerOfTwo: false).pack(sizes))
        var isTaken = [Bool](repeating: false, count: packing.sheet.width * packing.sheet.height)
        for (size, position) in zip(sizes, packing.positions) {
            for y in position.y..<position.y + size.height {
                for x in position.x..<position.x + size.width {
                    if isTaken[y * packing.sheet.width + x] { Issue.record("overlap") }
                    isTaken[y * packing.sheet.width + x] = true
                }
            }
        }
        let used = sizes.reduce(0) { $0 + $1.width * $1.height }
        #expect(Double(used) / Double(isTaken.count) > 0.9)
    }

    @Test func `equal rectangles leave nothing free`() throws {
        let sizes = [SheetPacker.Size](repeating: SheetPacker.Size(width: 30, height: 50), count: 24)
        let packing = try #require(SheetPacker(maxSide: 4096, padding: 0, isPowerOfTwo: false).pack(sizes))
        #expect(packing.sheet.width * packing.sheet.height == 24 * 30 * 50)
    }

    @Test func `a frame larger than the sheet does not fit`() {
        let sizes = [SheetPacker.Size(width: 30, height: 50)]
        #expect(SheetPacker(maxSide: 49, padding: 0, isPowerOfTwo: false).pack(sizes) == nil)
        #expect(SheetPacker(maxSide: 50, padding: 0, isPowerOfTwo: true).pack(sizes) == nil)
        #expect(SheetPacker(maxSide: 50, padding: 2, isPowerOfTwo: false).pack(sizes)?.sheet == SheetPacker.Size(width: 30, height: 50))
    }
}
