import SVGAEmulation
import SVGAFormat
import SVGAModel
import SVGAPixels
import SVGARender
import SVGASupport
import TestSupport
import Testing

@testable import SVGACheck

@Suite("Frame comparison") struct FrameComparisonTests {
    /// A red square of 4 × 4 at x = 2 in every frame, and at another position in the given frames.
    static func scene(
        frames: Int32 = 10, width: Float = 16, height: Float = 16, moved: [Int: Float] = [:], color: WireColor = .red
    ) throws -> SVGAScene {
        let list = (0..<Int(frames)).map { frame in
            WireFrame.visible(transform: WireTransform(tx: moved[frame] ?? 0), .rect(2, 2, 4, 4, .fill(color)))
        }
        let sprite = WireSprite(imageKey: "box.vector", frames: list)
        return try SVGAScene(WireMovie.tiny(width: width, height: height, frames: frames, sprites: [sprite]).read())
    }

    @Test("identical movies have identical frames, all of them")
    func identical() async throws {
        let differences = try await FrameComparison(Self.scene(), Self.scene()).differences()
        #expect(differences.map(\.frame) == Array(0..<10))
        #expect(differences.allSatisfy { $0.isIdentical && $0.similarity == 1 && $0.box == nil && $0.peakSignalToNoise == .infinity })
    }

    @Test("it reports which frames differ, where and how much", arguments: [1, 3])
    func different(threads: Int) async throws {
        let comparison = FrameComparison(try Self.scene(), try Self.scene(moved: [3: 1, 7: 2]))
        let differences = try await comparison.differences(threads: threads)
        #expect(differences.filter { !$0.isIdentical }.map(\.frame) == [3, 7])
        #expect(differences[3].differingPixels == 8 && differences[3].largestDifference == 255)
        #expect(differences[3].box == PixelRect(x: 2, y: 2, width: 5, height: 4))
        // Red and alpha of 8 of 256 pixels.
        let error: Double = 65025 * 16 / 1024
        #expect(differences[3].meanSquaredError == error)
        #expect((differences[3].peakSignalToNoise - 18.0618).magnitude < 1e-4)
        #expect(differences[7].similarity < differences[3].similarity && differences[3].similarity < 1)
    }

    @Test("frames of a reference are drawn once, and again only where another movie differs", arguments: [1, 3])
    func reference(threads: Int) async throws {
        let reference = ReferenceFrames(try Self.scene())
        let same = try await FrameComparison(reference, Self.scene()).differences(threads: threads)
        #expect(same.count == 10 && same.allSatisfy(\.isIdentical) && reference.paintedFrames == 10)
        let moved = try Self.scene(moved: [3: 1, 7: 2])
        let differences = try await FrameComparison(reference, moved).differences(threads: threads)
        #expect(reference.paintedFrames == 12)
        #expect(try await differences == FrameComparison(Self.scene(), moved).differences())
        _ = try await FrameComparison(reference, Self.scene(width: 8)).differences()
        #expect(reference.paintedFrames == 12, "cropped frames have other fingerprints")
    }

    @Test("frames that are known to look alike give the differences of drawn ones")
    func alike() async throws {
        let (before, after) = (try Self.scene(), try Self.scene(moved: [3: 1, 7: 2]))
        let alike = try #require(AlikeFrames(before, after))
        #expect((0..<10).filter { !alike.contains($0) } == [3, 7])
        var comparison = FrameComparison(before, after)
        let drawn = try await comparison.differences()
        comparison.skipsAlikeFrames = true
        #expect(try await comparison.differences() == drawn)
        #expect(AlikeFrames(before, try Self.scene(width: 8)) == nil)
    }

    @Test("other images, options and contents of keys rule out that frames look alike")
    func unlike() throws {
        func scene(_ pixel: Pixel, player: PublicPlayer? = nil, _ options: RenderOptions = RenderOptions()) throws -> SVGAScene {
            let image = try Pixmap(width: 4, height: 4, pixel).payload("a")
            let movie = WireMovie.tiny(images: [image], sprites: [.one("a", .visible(layout: WireLayout(width: 4, height: 4)))])
            let reading = ReadOptions(player: player)
            return try SVGAScene(VideoEntity(bytes: DocumentWriter.write(movie, as: .zlib), options: reading), options: options)
        }
        let red = try scene(.red)
        #expect(AlikeFrames(red, try scene(.red)) != nil)
        #expect(AlikeFrames(red, try scene(.blue)) == nil)
        #expect(AlikeFrames(red, try scene(.red, player: .web)) == nil)
        #expect(AlikeFrames(red, try scene(.red, RenderOptions(size: .scale(2)))) == nil)
        #expect(AlikeFrames(red, try red.with { $0.setHidden(true, forKey: "a") }) == nil)
    }

    @Test("where it does not matter how much frames differ, no frame of a reference is drawn twice", arguments: [1, 3])
    func unmeasured(threads: Int) async throws {
        let reference = ReferenceFrames(try Self.scene())
        _ = try await FrameComparison(reference, Self.scene()).differences(threads: threads)
        var comparison = FrameComparison(reference, try Self.scene(moved: [3: 1, 4: 1, 7: 2]))
        comparison.measuresDifferences = false
        let differences = try await comparison.differences(threads: threads)
        #expect(differences.filter { !$0.isIdentical }.map(\.frame) == [3, 4, 7])
        #expect(differences.filter(\.isIdentical).allSatisfy { $0.largestDifference == 0 } && differences[3].largestDifference == 255)
        #expect(reference.paintedFrames == 10)
    }

    @Test("comparing all frames gives the differences of comparing each alone", arguments: [1, 3])
    func stillFrames(threads: Int) async throws {
        let one = try Self.scene(frames: 12, moved: [1: 2, 2: 2, 3: 2, 8: 1])
        let other = try Self.scene(frames: 12, moved: [2: 2, 3: 2, 4: 2, 5: 2, 8: 3, 9: 3, 10: 3])
        var alone: [FrameComparison.Difference] = []
        for frame in 0..<12 { alone += try await FrameComparison(one, other).differences(of: [frame]) }
        #expect(alone.map(\.isIdentical) == [true, false, true, true, false, false, true, true, false, false, false, true])
        #expect(try await FrameComparison(one, other).differences(threads: threads) == alone)
        let reference = ReferenceFrames(one)
        for _ in 0..<2 { #expect(try await FrameComparison(reference, other).differences(threads: threads) == alone) }
        #expect(try await FrameComparison(reference, one).differences(threads: threads).allSatisfy(\.isIdentical))
    }

    @Test("a fingerprint depends on every bit", arguments: [1, 3, 8, 9])
    func fingerprint(width: Int) {
        var pixels = [UInt8](repeating: 7, count: 4 * width * 3)
        func fingerprint() -> FrameFingerprint? {
            pixels.withUnsafeBufferPointer { bytes in
                bytes.baseAddress.map { FrameFingerprint(PixmapView(base: $0, width: width, height: 3, rowBytes: 4 * width)) }
            }
        }
        var seen = [fingerprint()]
        for bit in 0..<8 * pixels.count {
            pixels[bit / 8] ^= 1 << (bit % 8)
            seen.append(fingerprint())
            pixels[bit / 8] ^= 1 << (bit % 8)
        }
        #expect(Set(seen).count == seen.count && seen[0] == fingerprint())
    }

    @Test("colors are compared as displayed, so a faint one differs little")
    func premultiplied() async throws {
        let comparison = FrameComparison(
            try Self.scene(frames: 1, color: WireColor(1, 0, 0, 0.02)), try Self.scene(frames: 1, color: WireColor(0, 1, 0, 0.02)))
        #expect(try await comparison.differences()[0].largestDifference == 5)
    }

    @Test("of different sizes and lengths, what both have is compared")
    func overlap() async throws {
        let comparison = FrameComparison(try Self.scene(), try Self.scene(frames: 4, width: 30, height: 8))
        #expect(comparison.frames == 4 && comparison.widthPixels == 16 && comparison.heightPixels == 8)
        let differences = try await comparison.differences()
        #expect(differences.count == 4 && differences.allSatisfy(\.isIdentical))
    }

    @Test("it can stop at the first difference, and reports how far it came")
    func stops() async throws {
        let calls = Locked<[Int]>([])
        let comparison = FrameComparison(try Self.scene(), try Self.scene(moved: [2: 1]))
        let some = try await comparison.differences(
            threads: 1, until: { !$0.isIdentical },
            progress: { done, total in calls.withLock { $0.append(100 * done + total) } })
        #expect(some.map(\.frame) == [0, 1, 2] && calls.withLock { $0 } == [110, 210, 310])
        #expect(try await comparison.differences(of: [9, 2]).map(\.frame) == [2, 9])
        #expect(try await comparison.differences(of: []).isEmpty)
    }

    @Test("a cancelled task ends with that")
    func cancelled() async throws {
        let comparison = FrameComparison(try Self.scene(), try Self.scene())
        let task = Task { () -> ComparisonError? in
            withUnsafeCurrentTask { $0?.cancel() }
            do {
                _ = try await comparison.differences()
                return nil
            } catch {
                return error as? ComparisonError
            }
        }
        #expect(await task.value == .cancelled)
    }
}
