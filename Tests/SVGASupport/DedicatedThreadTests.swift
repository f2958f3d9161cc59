import Dispatch
import SVGAPlatform
import SVGASupport
import Testing

@Suite("Dedicated threads")
struct DedicatedThreadTests {
    /// Whether this thread blocks each of some signals.
    private static func blocks(_ numbers: [Int32]) -> [Bool] {
        var mask = sigset_t()
        pthread_sigmask(SIG_BLOCK, nil, &mask)
        return numbers.map { sigismember(&mask, $0) == 1 }
    }

    @Test("a thread blocks signals of the process, others as its creator, and its creator's mask stays")
    func signals() throws {
        let sent = [SIGINT, SIGTERM, SIGALRM, SIGUSR1, SIGCHLD]
        let own = [SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGPIPE, SIGTTIN]
        let (before, inherited) = (Self.blocks(sent + own), Self.blocks(own))
        let done = DispatchSemaphore(value: 0)
        let found = Locked<[[Bool]]>([])
        let hasBegun = DedicatedThread.start {
            found.withLock { $0 = [Self.blocks(sent), Self.blocks(own)] }
            done.signal()
        }
        try #require(hasBegun)
        done.wait()
        #expect(found.withLock { $0 } == [sent.map { _ in true }, inherited])
        #expect(Self.blocks(sent + own) == before)
    }
}
