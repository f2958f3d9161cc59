import Foundation
import SVGAPlatform
import SVGASupport
import TestSupport
import Testing

@testable import SVGAPreview

/// The memory while no page is open.
@Suite struct IdleMemoryTests {
    private let gift = TestFiles.root.appendingPathComponent("samples/features/gift-mattes.svga")

    private func later(_ seconds: Int) -> ContinuousClock.Instant { .now + .seconds(seconds) }

    @Test func `a minute after the last request all caches are empty`() throws {
        let start = ContinuousClock.now
        let page = try ScenePage(gift)
        let photo = try TestFiles.bytes(TestFiles.root.appendingPathComponent("samples/photo.jpg"))
        let file = try #require(ScenePage.json(page.upload(photo))?.text("file"))
        let scene = try page.sceneID(#""vars":{"images":{"user1":"\#(file)"}}"#, "\"width\":100")
        let before = page.preview.cachedBytes
        #expect(before > 750 * 750 * 4)
        // Within a minute of the last request, however long the system has stopped this thread since.
        #expect(page.preview.idleMemory.check(at: start + .seconds(55)) != nil)
        #expect(page.preview.cachedBytes == before)
        #expect(page.preview.idleMemory.check(at: later(61)) == nil)
        #expect(page.preview.cachedBytes == 0)
        #expect(ScenePage.line(page.get("scenes/\(scene)/frames", ["list": "0"])) == "410 this scene no longer exists")
    }

    @Test func `an evicted scene is made again, with the same pixels`() throws {
        let page = try ScenePage(gift)
        let photo = try TestFiles.bytes(TestFiles.root.appendingPathComponent("samples/photo.jpg"))
        let file = try #require(ScenePage.json(page.upload(photo))?.text("file"))
        let content = #""vars":{"images":{"user1":"\#(file)"}}"#
        func frame() throws -> [UInt8] {
            let frames = try ScenePage.frames(page.get("scenes/\(page.sceneID(content))/frames", ["list": "60"]))
            return try #require(frames.first).pixels
        }
        let before = try frame()
        #expect(page.preview.idleMemory.check(at: later(61)) == nil)
        #expect(try frame() == before && !before.isEmpty)
        #expect(page.preview.cachedBytes > 0)
    }

    @Test func `nothing is dropped while a request is answered, however long that takes`() {
        let drops = Locked(0)
        let memory = IdleMemory { drops.withLock { $0 += 1 } }
        memory.whileUsed {
            #expect(memory.check(at: later(3600)) != nil)
            memory.whileUsed {}
            #expect(memory.check(at: later(3600)) != nil)
        }
        #expect(drops.withLock { $0 } == 0)
        #expect(memory.check(at: later(61)) == nil)
        #expect(drops.withLock { $0 } == 1)
    }

    @Test func `memory is given back once after the last request, and again after the next one`() {
        let drops = Locked(0)
        let memory = IdleMemory(after: .milliseconds(20)) { drops.withLock { $0 += 1 } }
        for round in 1...3 {
            // One while another runs, because the system may stop this thread between two for longer than that.
            memory.whileUsed { for _ in 0..<5 { memory.whileUsed {} } }
            #expect(eventually { drops.withLock { $0 } == round })
            // No requests, so no open page.
            usleep(200_000)
            #expect(drops.withLock { $0 } == round)
        }
    }

    @Test func `nothing is dropped while a batch runs, and a minute after its end everything is`() async {
        let drops = Locked(0)
        let memory = IdleMemory { drops.withLock { $0 += 1 } }
        await memory.whileBusy {
            await Task.yield()
            #expect(memory.check(at: later(3600)) != nil)
        }
        #expect(drops.withLock { $0 } == 0)
        #expect(memory.check(at: later(61)) == nil)
        #expect(drops.withLock { $0 } == 1)
    }
}
