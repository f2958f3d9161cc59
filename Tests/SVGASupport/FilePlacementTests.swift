import Foundation
import TestSupport
import Testing

@testable import SVGASupport

@Suite struct FilePlacementTests {
    private let folder = TemporaryFolder()

    private func path(_ name: String) -> String { "\(folder.path)/\(name)" }

    /// Moves `new-x` to `x` for each name.
    private func position(_ names: [String], overwriting: Bool, _ abilities: FilePlacement.Abilities) throws(FileError) {
        var placement = FilePlacement(abilities: abilities)
        try placement.run(
            names.map {
                FilePlacement.Move(temporary: FilePath(path("new-\($0)")), target: FilePath(path($0)), isOverwriting: overwriting, path: $0)
            })
    }

    private static let kinds: [FilePlacement.Abilities] = [.all, [.renameWithoutReplacing, .link], .link, []]

    @Test(arguments: kinds)
    func `a file that is there is not replaced, whatever the file system can do`(_ abilities: FilePlacement.Abilities) throws {
        folder.write([1], to: "new-a")
        folder.write([9], to: "a")
        #expect(throws: FileError.exists(path: "a")) { try position(["a"], overwriting: false, abilities) }
        #expect(folder.read("a") == [9] && folder.read("new-a") == [1])
        unlink(path("a"))
        try position(["a"], overwriting: false, abilities)
        #expect(folder.contents() == ["a"] && folder.read("a") == [1])
    }

    @Test(arguments: kinds)
    func `several files replace old ones in the same folder`(_ abilities: FilePlacement.Abilities) throws {
        for name in ["a", "b", "c"] { folder.write([1], to: "new-\(name)") }
        folder.write([9], to: "a")
        folder.write([9], to: "c")
        try position(["a", "b", "c"], overwriting: true, abilities)
        #expect(folder.contents() == ["a", "b", "c"])
        for name in ["a", "b", "c"] { #expect(folder.read(name) == [1]) }
    }

    @Test(arguments: kinds)
    func `if one cannot be moved to its destination, the earlier ones are restored`(_ abilities: FilePlacement.Abilities) throws {
        for name in ["a", "b", "d"] { folder.write([1], to: "new-\(name)") }
        folder.write([9], to: "a")
        // new-c does not exist.
        #expect(throws: FileError.failed(path: "c", reason: "No such file or directory")) {
            try position(["a", "b", "c", "d"], overwriting: true, abilities)
        }
        #expect(folder.read("b") == nil && folder.read("d") == nil && folder.read("new-d") == [1])
        // If files can be neither swapped nor linked, the old file cannot be restored, but a file exists.
        #expect(folder.read("a") == (abilities.isEmpty ? [1] : [9]))
        #expect(folder.contents().filter { $0.hasSuffix("-old") } == [])
    }

    @Test func `a process that ends at once removes only its temporary files`() async throws {
        folder.write([9], to: "kept")
        await #expect(processExitsWith: .exitCode(130)) { [parent = folder.path as String] in
            let committed = try OutputFile(path: "\(parent)/committed")
            try committed.commit()
            let file = try OutputFile(path: "\(parent)/kept", overwrite: true)
            try file.write([1])
            let staging = try StagingFolder(for: "\(parent)/sized.gif", overwrite: false)
            let attempt = try OutputFile(path: staging.path)
            try attempt.commit()
            for name in ["deep", "deep/er"] {
                _ = try TemporaryFiles.makeFolder(FilePath("\(parent)/\(name)"), .folder, permissions: 0o700, for: name)
            }
            let inner = try OutputFile(path: "\(parent)/deep/er/a")
            withExtendedLifetime((file, staging, inner)) { TemporaryFiles.endProcess(code: 130) }
        }
        #expect(folder.contents() == ["committed", "kept"])
        #expect(folder.read("kept") == [9])
    }
}
