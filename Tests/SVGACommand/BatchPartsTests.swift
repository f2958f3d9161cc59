import Dispatch
import SVGAFormat
import SVGAModel
import SVGASupport
import TestSupport
import Testing

@testable import SVGACommand
@testable import SVGATasks

@Suite struct BatchPartsTests {
    @Test(arguments: [1, 2, 3, 7, 1000]) func `records are the same however the bytes arrive`(size: Int) throws {
        let text = Array("\u{FEFF}a,\"b\nc\",d\r\n\n\"x\"\"y\",\"\",z\nlast".utf8)
        var position = 0
        var reader = RecordReader { () throws(SVGAError) in
            defer { position += size }
            return Array(text.dropFirst(position).prefix(size))
        }
        var found: [(Int, [String])] = []
        while let record = try reader.next(isQuoting: true) {
            found.append((record.line, try RecordReader.fields(try #require(record.bytes))))
        }
        #expect(found.map(\.0) == [1, 3, 4, 5])
        #expect(found.map(\.1) == [["a", "b\nc", "d"], [""], ["x\"y", "", "z"], ["last"]])
    }

    @Test func `a line that has no end is one failed job, and takes no memory`() throws {
        var parts = 0
        var jobs = JobFile { () throws(SVGAError) in
            parts += 1
            switch parts {
            case 1: return Array("{}\n".utf8)
            case 2...40: return [UInt8](repeating: 0x20, count: 1 << 16)
            case 41: return Array("\n{}\n".utf8)
            default: return []
            }
        }
        var lines: [Int] = []
        var failures: [Int] = []
        while let entry = try jobs.next() {
            lines.append(entry.line)
            if case .failure = entry.job { failures.append(entry.line) }
        }
        #expect(lines == [1, 2, 3] && failures == [2])
    }

    @Test func `a value is created once, and the least recently used one is evicted first`() {
        let cache = ValueCache<String, String>(maximumBytes: 20_000)
        var made: [String] = []
        func ask(_ key: String) {
            let make = { () -> String in
                made.append(key)
                return key
            }
            _ = cache.value(key, bytes: { _ in 8000 }, make: make)
        }
        for key in ["a", "b", "a", "c", "a", "b"] { ask(key) }
        #expect(made == ["a", "b", "c", "b"] && cache.count == 2 && cache.bytes == 16_000)
    }

    @Test func `a movie that has changed is read again`() throws {
        let folder = try MovieFolder()
        let cache = InputCache(maximumBytes: 1 << 20)
        var reads = 0
        func frames() throws -> Int {
            let context = TaskContext()
            return try cache.animation(FileName(path: folder.movie), ReadOptions()) { () throws(TaskError) in
                reads += 1
                return try InputAnimation(FileName(path: folder.movie), options: ReadOptions(), context: context)
            }.frames
        }
        #expect(try [frames(), frames()] == [10, 10] && reads == 1)
        try folder.write(try MovieFolder.bytes(frames: 3), to: "red.svga")
        #expect(try frames() == 3 && reads == 2)
    }

    @Test func `hashes are the same in every run, and depend on where words end`() {
        #expect(StableHash.of("a.png") == StableHash.of("a.png"))
        var (left, right) = (StableHash(), StableHash())
        for word in ["ab", "c"] { left.add(word) }
        for word in ["a", "bc"] { right.add(word) }
        #expect(left.value != right.value)
        // A record of an older version would be worth nothing.
        #expect(StableHash.of("gift") == 0xF83D_DBFF_B98A_AB30)
    }

    private func result(_ line: Int) -> JobResult {
        JobResult(line: line, id: nil, output: nil, outcome: .failed(code: .usage, error: "\(line)"))
    }

    @Test func `results wait for those of earlier jobs`() {
        let order = ResultOrder(limit: 10)
        for line in [1, 2, 4, 7] { order.expect(line) }
        var written: [Int] = []
        for line in [4, 2, 1, 7] {
            let isWritten = order.add(result(line)) {
                written.append($0.line)
                return true
            }
            #expect(isWritten)
            if line != 1, line != 7 { #expect(written == []) }
            if line == 1 { #expect(written == [1, 2, 4]) }
        }
        #expect(written == [1, 2, 4, 7])
    }

    @Test func `results that wait are written at the end, and a failed write is reported`() {
        let order = ResultOrder(limit: 10)
        for line in 1...5 { order.expect(line) }
        var written: [Int] = []
        for line in [5, 2, 3] { _ = order.add(result(line)) { _ in true } }
        order.flush { written.append($0.line) }
        #expect(written == [2, 3, 5])
        #expect(!order.add(result(1)) { _ in false })
    }

    @Test func `a batch that ends wakes who waits for earlier jobs`() async {
        let order = ResultOrder(limit: 1)
        order.expect(1)
        let hasEnded = await withCheckedContinuation { continuation in
            DispatchQueue(label: "svga.tests.order").async {
                order.expect(2)
                order.expect(3)
                continuation.resume(returning: true)
            }
            order.close()
        }
        #expect(hasEnded)
    }
}
