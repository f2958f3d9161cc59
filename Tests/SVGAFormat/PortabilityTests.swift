import Foundation
import TestSupport
import Testing

/// Code that compiles on this machine but not on others cannot be found by running it, so its source is searched.
@Suite struct PortabilityTests {
    /// `CChar` is `Int8` on x86 and `UInt8` on arm64, where neither of these compiles.
    @Test(arguments: ["CChar(bitPattern", "Pointer<Int8>"])
    func `no source takes char for a signed number`(text: String) throws {
        let sources = TestFiles.root.appending(path: "Sources")
        let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
            .compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
        #expect(files.count > 100)
        let guilty = try files.filter { try String(contentsOf: $0, encoding: .utf8).contains(text) }
        #expect(guilty.map(\.lastPathComponent) == [])
    }
}
