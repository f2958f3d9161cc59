import CZopfli
import Foundation
import SVGAModel
import SVGASupport
import Testing

@testable import SVGAFormat

@Suite struct ZopfliTests {
    /// Words with some repetitions, as in text.
    private func text(_ count: Int) -> [UInt8] {
        var (state, bytes): (UInt64, [UInt8]) = (1, [])
        while bytes.count < count {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            bytes += [UInt8](repeating: UInt8(state >> 60), count: Int(state >> 40 & 7) + 1)
        }
        return [UInt8](bytes.prefix(count))
    }

    /// libzopfli's output in one call.
    private func reference(_ input: [UInt8], _ format: ZopfliFormat) -> [UInt8] {
        var options = ZopfliOptions()
        ZopfliInitOptions(&options)
        var output: UnsafeMutablePointer<UInt8>?
        var count = 0
        ZopfliCompress(&options, format, input, input.count, &output, &count)
        defer { free(output) }
        return Array(UnsafeBufferPointer(start: output, count: count))
    }

    @Test(arguments: [0, 1, 3000])
    func `the bytes are those of ZopfliCompress`(count: Int) throws {
        let input = text(count)
        #expect(try Zopfli.stream(input, .raw) == reference(input, ZOPFLI_FORMAT_DEFLATE))
        #expect(try Zopfli.stream(input, .zlib) == reference(input, ZOPFLI_FORMAT_ZLIB))
        #expect(try Zopfli.stream(input, .gzip) == reference(input, ZOPFLI_FORMAT_GZIP))
    }

    @Test func `more than one block is packed as ZopfliCompress does`() throws {
        let input = [UInt8](repeating: 7, count: Zopfli.blockBytes) + text(2000)
        #expect(try Zopfli.stream(input, .zlib) == reference(input, ZOPFLI_FORMAT_ZLIB))
    }

    @Test func `a cancelled task packs nothing`() async {
        let task = Task { () -> Result<[UInt8], SVGAError> in
            withUnsafeCurrentTask { $0?.cancel() }
            return Result { () throws(SVGAError) in try Deflated(usesZopfli: true).stream(text(3000), .zlib) }
        }
        #expect(await task.value == .failure(.cancelled))
    }

    @Test func `a task that is cancelled while Zopfli works ends before the rest is packed`() async {
        let blocks = Locked(0)
        let running = Locked<Task<Void, Never>?>(nil)
        let task = Task {
            let input = [UInt8](repeating: 7, count: 20 * Zopfli.blockBytes)
            #expect(throws: SVGAError.cancelled) {
                try Zopfli.stream(input, .zlib) { done in
                    blocks.withLock { $0 = done }
                    // The task has started, and waits for nothing else.
                    while true {
                        if let task = running.withLock({ $0 }) { return task.cancel() }
                    }
                }
            }
        }
        running.withLock { $0 = task }
        await task.value
        #expect(blocks.withLock { $0 } < 20)
    }
}
