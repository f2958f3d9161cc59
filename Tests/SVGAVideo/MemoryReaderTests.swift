#if Video
    import Foundation
    import Testing

    @testable import SVGAVideo

    @Suite struct MemoryReaderTests {
        @Test func `a file that is read again and again ends`() throws {
            try LibAV.load()
            let reader = try #require(MemoryReader([UInt8](repeating: 1, count: 1000), maximumReadBytes: 2500))
            var buffer = [UInt8](repeating: 0, count: 1000)
            var counts: [Int32] = []
            for _ in 0..<4 {
                counts.append(buffer.withUnsafeMutableBufferPointer { reader.read($0.baseAddress, count: $0.count) })
                #expect(reader.seek(to: 0, whence: SEEK_SET) == 0)
            }
            #expect(counts.prefix(3) == [1000, 1000, 500] && counts[3] < 0)
            #expect(reader.readBytes == 2500)
        }
    }
#endif
