import Foundation
import TestSupport
import Testing

@testable import SVGASupport

/// Stale temporary files of a killed process, and their removal.
@Suite struct StaleTemporaryFileTests {
    private let folder = TemporaryFolder()

    private func path(_ name: String) -> String { "\(folder.path)/\(name)" }

    private func removeStaleFiles() { StaleTemporaryFiles.remove(from: FilePath(folder.path + "/")) }

    /// Creates a file and a folder of files here in another process, which is then killed.
    private func leave() async {
        await #expect(processExitsWith: .signal(SIGKILL)) { [parent = folder.path as String] in
            let file = try OutputFile(path: "\(parent)/killed.gif")
            try file.write([1])
            let staging = try StagingFolder(for: "\(parent)/sized.gif", overwrite: false)
            let attempt = try OutputFile(path: staging.path)
            try attempt.write([1])
            withExtendedLifetime((file, staging, attempt)) { _ = kill(getpid(), SIGKILL) }
        }
    }

    @Test func `stale files of a killed process are removed with the next output in that folder`() async throws {
        folder.write([9], to: "kept.gif")
        await leave()
        // The lock file, the file, the folder, and the one in it.
        #expect(folder.contents().filter { $0.contains(TemporaryFiles.namePrefix) }.count == 4)
        let next = try OutputFile(path: path("next.gif"))
        try next.commit()
        #expect(folder.contents() == ["kept.gif", "next.gif"])
    }

    @Test func `temporary files of a running process stay, also closed ones`() throws {
        let open = try OutputFile(path: path("open"))
        let closed = try OutputFile(path: path("closed"))
        try closed.write([1])
        try closed.close()
        let staging = try StagingFolder(for: path("staged"), overwrite: false)
        let attempt = try OutputFile(path: staging.path)
        try attempt.commit()
        removeStaleFiles()
        try OutputFile.commit([open, closed])
        removeStaleFiles()
        try staging.commit()
        #expect(folder.read("closed") == [1] && folder.read("staged") == [] && folder.read("open") == [])
    }

    @Test func `a finished process leaves no temporary file`() throws {
        do {
            let file = try OutputFile(path: path("a"))
            #expect(folder.contents().count == 2)
            file.discard()
            #expect(folder.contents() == [])
            let next = try OutputFile(path: path("b"))
            try next.commit()
        }
        #expect(folder.contents() == ["b"])
    }

    /// A lock file and a file of a process of another system start.
    private func makeForeign() -> [String] {
        let claim = TemporaryFiles.namePrefix + "0000zzzz-0123456789abc"
        let names = [claim, claim + "-1", claim + "-2-old"]
        for name in names { folder.write([1], to: name) }
        return names
    }

    @Test func `temporary files of another boot or machine are removed after a day without changes`() {
        let names = makeForeign()
        removeStaleFiles()
        #expect(folder.contents() == names)
        let day = 86_400
        for (hours, remaining) in [(23, names), (25, [])] {
            for name in names {
                let then = timespec(tv_sec: time(nil) - day / 24 * hours, tv_nsec: 0)
                utimensat(AT_FDCWD, path(name), [then, then], 0)
            }
            removeStaleFiles()
            #expect(folder.contents() == remaining)
        }
    }

    @Test func `files that only have a similar name stay`() async throws {
        await leave()
        let claim = try #require(folder.contents().first { TemporaryName($0)?.isClaim == true })
        let similar = [
            ".svga-", ".svga-notes", "\(claim)x", "\(claim)-", "\(claim)-1-new", "\(claim)-1-old-2", "\(claim)-A", "x\(claim)-1",
            // A name with another lock file's name.
            String(claim.dropLast()) + "_", String(claim.dropLast(3)) + "zzz-1",
        ]
        for name in similar { folder.write([1], to: name) }
        // The target of a link with such a name must not be changed either.
        folder.write([1], to: "linked")
        symlink(path("linked"), path("\(claim)-zz"))
        removeStaleFiles()
        #expect(folder.contents() == (similar + ["linked", claim, "\(claim)-zz"]).sorted())
    }

    @Test func `a folder is removed without following links in it`() throws {
        let outside = TemporaryFolder()
        outside.write([1], to: "kept")
        mkdir(path("full"), 0o700)
        mkdir(path("full/inner"), 0o700)
        folder.write([1], to: "full/inner/file")
        symlink(outside.path, path("full/link"))
        #expect(FolderRemoval.remove(FilePath(path("full"))))
        #expect(folder.contents() == [] && outside.contents() == ["kept"])
    }
}
