import Foundation
import SVGAExport
import SVGAFormat
import SVGAImage
import SVGALottie
import SVGAModel
import SVGAPixels
import SVGARender
import SVGASupport
import TestSupport
import Testing

@testable import SVGAImport

/// What imports cost, in counted work: no clock is asked.
@Suite("Work of imports")
struct ImportWorkTests {
    private typealias Make = FrameStateFixtures

    /// The work that importing a Lottie of one layer takes, and whether it was finished.
    private static func work(_ layers: String, assets: String = "", end: Int = 4, most: Int = .max) throws -> (units: Int, isDone: Bool) {
        let head = #""v":"5.7.0","fr":30,"ip":0,"op":\#(end),"w":100,"h":100"#
        let bytes = Array("{\(head),\"assets\":[\(assets)],\"layers\":[\(layers)]}".utf8)
        var limits = ReadLimits()
        limits.work = most
        let composition = try LottieComposition(bytes: bytes, limits: limits)
        let work = ImportWork(limits)
        do throws(ImportError) {
            _ = try LottieImport.document(LottieInput(composition, limits: limits, work: work))
            return (work.units, true)
        } catch {
            guard case .limit = error else { throw error }
            return (work.units, false)
        }
    }

    private static let ellipse = #"{"ty":"el","p":{"k":[50,50]},"s":{"k":[40,20]}}"#
    private static let fill = #"{"ty":"fl","c":{"k":[1,0,0]},"o":{"k":100}}"#

    private static func shapes(_ items: String, _ more: String = "") -> String {
        #"{"ty":4,"nm":"a","ip":0,"op":9999,"ks":{},"shapes":[\#(items)]\#(more)}"#
    }

    private static func zigzag(_ count: Int) -> String {
        let points = (0..<count).map { "[\($0 * 7919 % 97),\($0 * 104_729 % 89)]" }.joined(separator: ",")
        return #"{"ty":"sh","ks":{"k":{"v":[\#(points)],"c":true}}}"#
    }

    /// Twice as many cost at most two and a half times as much, and not nothing.
    private static func expectLinear(_ cost: (Int) throws -> Int) throws {
        let (one, two) = (try cost(1), try cost(2))
        #expect(one > 0 && two > one && Double(two) <= 2.5 * Double(one), "\(one), \(two)")
    }

    // MARK: - Lottie

    #if Expressions
        @Test
        func `expressions cost in proportion to the frames at which they are evaluated`() throws {
            let busy = #""r":{"k":0,"x":"var $bm_rt; for (var i = 0; i < 9000; i++) {} $bm_rt = time;"}"#
            let layer = #"{"ty":4,"nm":"a","ip":0,"op":9999,"ks":{\#(busy)},"shapes":[\#(Self.ellipse),\#(Self.fill)]}"#
            // Reading evaluates it at three frames, and the import at the others.
            let (few, many) = (try Self.work(layer, end: 13).units, try Self.work(layer, end: 23).units)
            #expect(Double(many - few) > 0.9 * 10 * 9000 * 1500)
            #expect(try !Self.work(layer, end: 23, most: few).isDone)
        }
    #endif

    @Test
    func `a gradient in a group that is scaled to nothing is imported without a picture`() throws {
        let gradient = #"{"ty":"gf","o":{"k":80},"t":2,"s":{"k":[1,1]},"e":{"k":[9,9]},"g":{"p":2,"k":{"k":[0,1,0,0,1,0,0,1]}}}"#
        for scale in ["[1e-45,100]", "[100,1e-45]", "[1e-320,1e-320]", "[1e300,1e300]"] {
            let group = #"{"ty":"gr","it":[\#(Self.ellipse),\#(gradient),{"ty":"tr","s":{"k":\#(scale)}}]}"#
            #expect(try Self.work(Self.shapes(group)).isDone, "\(scale)")
        }
    }

    @Test
    func `the check of players may spend what importing and comparing have left of the limit, and at least a quarter of it`() {
        var limits = ReadLimits()
        limits.work = 1200
        let work = ImportWork(limits)
        #expect(work.allowanceOfRemarks == 1200)
        work.spend(400)
        work.beginComparison()
        work.spend(300)
        #expect(work.allowanceOfRemarks == 500)
        work.spend(5000)
        #expect(work.allowanceOfRemarks == 300)
    }

    @Test
    func `a size at the end of 64 bits is refused`() async throws {
        var options = ImportOptions()
        options.size = (.max, .max)
        let picture = try Pixmap(width: 4, height: 4, pixels: [UInt8](repeating: 255, count: 64)).pngData()
        await #expect(throws: ImportError.self) {
            _ = try await Importer.run(.bytes(picture, name: "a"), options: options)
        }
    }

    @Test
    func `copies of repeaters cost in proportion to their number`() throws {
        try Self.expectLinear { factor in
            let copies = #"{"ty":"rp","c":{"k":\#(40 * factor)},"tr":{"p":{"k":[1,0]},"r":{"k":3}}}"#
            return try Self.work(Self.shapes("\(Self.ellipse),\(Self.fill),\(copies)")).units
        }
    }

    @Test
    func `frames cost in proportion to their number`() throws {
        try Self.expectLinear { factor in try Self.work(Self.shapes("\(Self.ellipse),\(Self.fill)"), end: 40 * factor).units }
    }

    @Test
    func `nested repeaters over the limit are one limit error, which ends the import soon`() throws {
        let copies = #"{"ty":"rp","c":{"k":60},"tr":{"p":{"k":[1,0]},"r":{"k":3}}}"#
        let layer = Self.shapes("\(Self.ellipse),\(Self.fill),\(copies),\(copies)")
        let most = 30_000_000
        let (units, isDone) = try Self.work(layer, end: 1000, most: most)
        #expect(!isDone && units > most && units < 3 * most)
    }

    @Test
    func `a chain of mattes is drawn within the limit that all pictures share`() throws {
        let shapes = "\(Self.ellipse),\(Self.fill)"
        let layers = (0..<40).map { #"{"ty":4,"ind":\#($0),"ip":0,"op":99,"ks":{},"tt":3,"tp":\#($0 - 1),"shapes":[\#(shapes)]}"# }
        let most = 40_000_000
        let (units, isDone) = try Self.work(layers.joined(separator: ","), end: 90, most: most)
        #expect(!isDone && units < 3 * most)
    }

    @Test
    func `crossings of an outline are counted for each frame`() throws {
        try Self.expectLinear { factor in
            let fill = Self.fill.replacing("\"ty\"", with: #""r":2,"ty""#)
            return try Self.work(Self.shapes("\(Self.zigzag(300)),\(fill)"), end: 3 * factor).units
        }
        let work = ImportWork(.default)
        let ring = Make.rect(0, 0, 90, 90)
        _ = Windings.nonzero(evenOdd: ring, work)
        #expect(work.units > 0)
    }

    @Test
    func `masks with holes are counted by their examined lines`() throws {
        try Self.expectLinear { factor in
            let work = ImportWork(.default)
            let holes = (0..<10 * factor).map { index in
                MaskState(mode: .subtract, path: Make.rect(Double(index) * 4, 10, 2, 2), opacity: 1, isInverted: false)
            }
            let all = MaskState(mode: .add, path: Make.rect(0, 0, 95, 95), opacity: 1, isInverted: false)
            _ = try? MaskClip([all] + holes.prefix(2), bounds: SVGARect(x: 0, y: 0, width: 95, height: 95), work)
            // One more hole is compared with all lines of those before it.
            return work.units * factor
        }
    }

    @Test
    func `dashes that movies cannot write are counted by their number`() throws {
        try Self.expectLinear { factor in
            let work = ImportWork(.default)
            var path = SVGAPath()
            path.move(x: 0, y: 0)
            path.line(x: Double(2000 * factor), y: 0)
            _ = PaintShapes.dashes(of: path, [3, 1, 5, 1], phase: 0, scale: 1, work)
            return work.units
        }
    }

    @Test
    func `pieces of all frames are counted before they are allocated`() throws {
        var limits = ReadLimits()
        limits.work = 100 * ImportWork.Cost.piece
        var options = LottieImportOptions()
        options.limits = limits
        let error = #expect(throws: ImportError.self) {
            try Make.converted(frames: 1000, options: options) { time in
                [Make.layer([0], transform: .translation(x: time, y: 0), .shapes([Make.fill(Make.rect(0, 0, 9, 9))]))]
            }
        }
        #expect(error?.description.contains("for work") == true)
    }

    @Test
    func `layers that are drawn into pictures share what a frame may cost`() throws {
        var limits = ReadLimits()
        limits.work = 50_000_000
        let bytes = Array(
            #"{"fr":30,"ip":0,"op":9,"w":100,"h":100,"layers":[\#(Self.shapes("\(Self.zigzag(20)),\(Self.fill)"))]}"#.utf8)
        let composition = try LottieComposition(bytes: bytes, limits: limits)
        let budget = WorkBudget(limits, factor: 1, subject: "")
        let pictures = FrameStatePictures(composition, limits: limits, budget: budget)
        let frameState = LottieEvaluator(composition).frameState(at: 0)
        _ = try pictures.pixmap(of: frameState, .identity, width: 100, height: 100)
        let one = budget.units
        #expect(one > 0)
        _ = try pictures.pixmap(of: frameState, .identity, width: 100, height: 100)
        #expect(budget.units == 2 * one)
        budget.add(limits.work)
        #expect(throws: SVGAError.self) { try pictures.pixmap(of: frameState, .identity, width: 100, height: 100) }
    }

    @Test
    func `of a letter with very many marks the first are drawn, with a note`() throws {
        let text = "a" + String(repeating: "\u{301}", count: 100_000)
        let document = #"{"k":[{"t":0,"s":{"s":10,"f":"F","t":"\#(text)"}}]}"#
        let bytes = Array(#"{"fr":30,"ip":0,"op":9,"w":9,"h":9,"layers":[{"ty":5,"nm":"t","op":9,"ks":{},"t":{"d":\#(document)}}]}"#.utf8)
        let composition = try LottieComposition(bytes: bytes)
        #expect(composition.notes.contains { $0.message == "at most 31 marks of a letter are drawn" })
    }

    @Test
    func `frames are compared until little work is left, the first and others far from it`() async throws {
        var limits = ReadLimits()
        limits.work = 1000
        let (work, seen) = (ImportWork(limits), Locked<[Int]>([]))
        let lowest = try await ComparedFrames.lowest(Array(0..<40), work, threads: 1) { (frame) throws(ImportError) in
            work.spend(50)
            seen.withLock { $0.append(frame) }
            return frame == 4 ? 0.5 : 0.9
        }
        #expect(lowest == 0.5)
        #expect(seen.withLock { $0 } == [0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 1, 5, 9, 13, 17, 21, 25])
        #expect(!work.isOver)
    }

    // MARK: - Pictures

    /// A GIF of so many pictures of one pixel on a canvas.
    private static func gif(side: Int, pictures: Int) -> [UInt8] {
        let sides = [UInt8(side & 255), UInt8(side >> 8)]
        let head = Array("GIF89a".utf8) + sides + sides + [0xF1, 0, 0, 0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0, 255]
        let picture: [UInt8] = [0x21, 0xF9, 4, 4, 5, 0, 0, 0, 0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x4C, 1, 0]
        return head + Array(repeatElement(picture, count: pictures).joined()) + [0x3B]
    }

    @Test
    func `pictures of an animation are counted by its headers before any is decoded`() async throws {
        let limits = ReadLimits()
        let work = ImportWork(limits)
        let error = await #expect(throws: ImportError.self) {
            _ = try await PicturesImport(PicturesOptions(), work).run(.bytes(Self.gif(side: 4000, pictures: 3000), name: "a.gif"))
        }
        #expect(error?.description.contains("for work") == true)
        #expect(work.units > 4000 * 4000 * 3000)
        // A few small ones are imported.
        #expect(try await PicturesImport().run(.bytes(Self.gif(side: 40, pictures: 3), name: "a.gif")).document.movie.frames > 0)
    }

    @Test
    func `headers have the picture count of a GIF, an animated PNG and a WebP, and their pixels`() async throws {
        #expect(AnimationOutline(gif: Self.gif(side: 40, pictures: 7)).pictures == 7)
        #expect(AnimationOutline(gif: Self.gif(side: 40, pictures: 7)).storedPixels == 7)
        let list = PictureList(PictureList.walking(5))
        for outline in [
            AnimationOutline(gif: try await list.bytes(as: .gif())), AnimationOutline(apng: try await list.bytes(as: .apng)),
            AnimationOutline(webP: try await list.bytes(as: .webP())),
        ] {
            #expect(outline.pictures == 5 && outline.storedPixels > 64 * 64 && outline.storedPixels <= 5 * 64 * 64)
        }
    }

    @Test func `sides of 32 bits are counted without an overflow`() {
        let side: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF]
        let control = [0, 0, 0, 26] + Array("fcTL".utf8) + [0, 0, 0, 0] + side + side + [UInt8](repeating: 0, count: 14 + 4)
        let outline = AnimationOutline(apng: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + control + control)
        #expect(outline.pictures == 2)
        #expect(outline.storedPixels == .max)
    }

    @Test
    func `files that break off anywhere have an outline`() async throws {
        let list = PictureList(PictureList.walking(3))
        let (gif, apng, webP) = (try await list.bytes(as: .gif()), try await list.bytes(as: .apng), try await list.bytes(as: .webP()))
        for cut in stride(from: 0, to: gif.count, by: 7) { #expect(AnimationOutline(gif: Array(gif.prefix(cut))).pictures <= 3) }
        for cut in stride(from: 0, to: apng.count, by: 97) { #expect(AnimationOutline(apng: Array(apng.prefix(cut))).pictures <= 3) }
        for cut in stride(from: 0, to: webP.count, by: 97) { #expect(AnimationOutline(webP: Array(webP.prefix(cut))).pictures <= 3) }
    }

    @Test
    func `pictures are packed with less effort where more would be too much work`() async throws {
        let file = try await PictureList(PictureList.walking(8)).bytes(as: .gif())
        func units(_ most: Int) async throws -> Int {
            var options = PicturesOptions()
            options.limits.work = most
            let work = ImportWork(options.limits)
            _ = try await PicturesImport(options, work).run(.bytes(file, name: "a.gif"))
            return work.units
        }
        let ample = try await units(ReadLimits.default.work)
        let tight = try await units(ample / 2)
        #expect(tight < ample / 2)
    }
}
