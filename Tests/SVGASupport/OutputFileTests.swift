import SVGAPlatform
import SVGASupport
import TestSupport
import Testing

@Suite struct OutputFileTests {
    private let folder = TemporaryFolder()

    private func path(_ name: String) -> String { "\(folder.path)/\(name)" }

    @Test func `nothing is at the target before commit`() throws {
        let file = try OutputFile(path: path("a"))
        try file.write([1, 2])
        #expect(folder.read("a") == nil)
        try file.write([3])
        try file.commit()
        #expect(folder.read("a") == [1, 2, 3])
        #expect(folder.contents() == ["a"])
    }

    @Test func `without commit nothing is left`() throws {
        do {
            let file = try OutputFile(path: path("a"))
            try file.write([1])
        }
        #expect(folder.contents() == [])
    }

    @Test func `an existing file is only overwritten when asked for`() throws {
        folder.write([9], to: "a")
        #expect(throws: FileError.exists(path: path("a"))) { try OutputFile(path: path("a")) }
        do {
            let file = try OutputFile(path: path("a"), overwrite: true)
            try file.write([1])
        }
        #expect(folder.read("a") == [9])
        let file = try OutputFile(path: path("a"), overwrite: true)
        try file.write([1])
        try file.commit()
        #expect(folder.read("a") == [1])
    }

    @Test func `a file that appears while another is written is not replaced`() throws {
        let file = try OutputFile(path: path("a"))
        folder.write([9], to: "a")
        #expect(throws: FileError.exists(path: path("a"))) { try file.commit() }
        #expect(folder.read("a") == [9])
    }

    @Test func `a symbolic link stays a link`() throws {
        folder.write([9], to: "real")
        #expect(symlink("real", path("link")) == 0)
        let file = try OutputFile(path: path("link"), overwrite: true)
        try file.write([1])
        try file.commit()
        #expect(folder.read("real") == [1])
        unlink(path("real"))
        #expect(folder.read("link") == nil)
    }

    @Test func `a new file has the permissions of any new file`() throws {
        let file = try OutputFile(path: path("a"))
        try file.commit()
        folder.write([], to: "b")
        var mine = stat()
        var other = stat()
        #expect(stat(path("a"), &mine) == 0 && stat(path("b"), &other) == 0)
        #expect(mine.st_mode == other.st_mode)
    }

    @Test func `a device is written straight`() throws {
        let file = try OutputFile(path: "/dev/null")
        try file.write([1])
        try file.commit()
        #expect(access("/dev/null", W_OK) == 0)
    }

    @Test func `a full device is an error with the system's text`() throws {
        let file = try OutputFile(path: "/dev/full")
        #expect(throws: FileError.failed(path: "/dev/full", reason: "No space left on device")) { try file.write([1]) }
    }

    @Test func `a pipe whose reader has gone is an error`() throws {
        signal(SIGPIPE, SIG_IGN)
        #expect(mkfifo(path("pipe"), 0o600) == 0)
        let reader = open(path("pipe"), O_RDONLY | O_NONBLOCK)
        let file = try OutputFile(path: path("pipe"))
        close(reader)
        #expect(throws: FileError.failed(path: path("pipe"), reason: "the reader closed the pipe")) { try file.write([1]) }
    }

    @Test func `a missing folder, and a folder as target, are errors with the path`() {
        #expect(throws: FileError.failed(path: path("no/a"), reason: "No such file or directory")) { try OutputFile(path: path("no/a")) }
        #expect(throws: FileError.failed(path: folder.path, reason: "Is a directory")) {
            try OutputFile(path: folder.path, overwrite: true)
        }
    }

    @Test func `a function receives bytes in their order and at once`() throws {
        let received = Locked<[UInt8]>([])
        let writer = OutputWriter { bytes in
            received.withLock { $0 += Array(bytes) }
            return true
        }
        let file = try OutputFile(OutputDestination(name: "a.gif", to: writer))
        try file.write([1, 2])
        #expect(received.withLock { $0 } == [1, 2])
        try file.write([])
        try file.write([3])
        try file.commit()
        #expect(received.withLock { $0 } == [1, 2, 3])
        #expect(file.isStream && !file.isInMemory)
    }

    @Test func `a function that refuses bytes ends the output`() throws {
        let file = try OutputFile(OutputDestination(name: "a.gif", to: OutputWriter { _ in false }))
        #expect(throws: FileError.failed(path: "a.gif", reason: "the receiver refuses the bytes")) { try file.write([1]) }
    }

    @Test func `a function receives a file with random access at its commit`() throws {
        let received = Locked<[UInt8]>([])
        let writer = OutputWriter { bytes in
            received.withLock { $0 += Array(bytes) }
            return true
        }
        let file = try RandomAccessFile(OutputDestination(name: "a.webm", to: writer), streams: true)
        try file.append([0, 2])
        try file.write([1], at: 0)
        #expect(received.withLock { $0.isEmpty } && !file.isSequential)
        try file.commit()
        #expect(received.withLock { $0 } == [1, 2])
    }
}
