import SVGAPlatform
import TestSupport
import Testing

/// The behavior that other tests rely on when they start programs.
@Suite("Programs that tests start", .needs("sh", "sleep")) struct ChildProcessTests {
    private func text(_ script: String) throws -> String {
        let end = try ChildProcess("sh", ["-c", script], descriptors: [.nothing, .pipe, .nothing]).finish()
        #expect(end.code == 0)
        return String(decoding: end.output, as: UTF8.self)
    }

    @Test("a child process has no blocked or ignored signal") func signals() throws {
        var (all, before) = (sigset_t(), sigset_t())
        sigfillset(&all)
        pthread_sigmask(SIG_BLOCK, &all, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        // This process ignores at least SIGPIPE. Signals from 32 on belong to the C library.
        let lines = try text("grep -E 'SigBlk|SigIgn' /proc/self/status").split(separator: "\n")
        let numbers = lines.compactMap { UInt64($0.suffix(16), radix: 16) }
        #expect(numbers.map { $0 & 0x7FFF_FFFF } == [0, 0])
        let sleeping = try ChildProcess("sleep", ["1000"])
        sleeping.send(SIGTERM)
        #expect(sleeping.outcome() == .signalled(SIGTERM))
    }

    @Test("only the named descriptors are inherited") func descriptors() throws {
        let open = SVGAPlatform.open("/dev/null", O_RDONLY)
        defer { close(open) }
        // 3: the folder that is listed.
        #expect(try text("ls /proc/self/fd") == "0\n1\n2\n3\n")
    }

    @Test("both streams are read to their ends, however much it is") func streams() throws {
        let script = "head -c 300000 /dev/zero >&2; head -c 200000 /dev/zero; exit 7"
        let end = try ChildProcess("sh", ["-c", script], descriptors: [.nothing, .pipe, .pipe]).finish()
        #expect(end.code == 7 && end.output.count == 200_000 && end.errors.count == 300_000)
    }

    @Test(
        "a process over its time limit is ended with its children", arguments: ["sleep 1000", "sleep 1000 & exec sleep 1000 >/dev/null"])
    func time(script: String) throws {
        let child = try ChildProcess("sh", ["-c", script], descriptors: [.nothing, .pipe])
        #expect(throws: ChildProcess.Failure.self) { try child.finish(seconds: 0.2) }
        #expect(child.outcome(seconds: 0) == .signalled(SIGKILL))
        #expect(eventually { kill(-child.identifier, 0) != 0 })
    }
}
