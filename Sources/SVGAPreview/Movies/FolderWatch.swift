import Dispatch
import SVGAPlatform
import SVGASupport

/// Notices files that come, change and go in the library's folders, and tells the pages. It ends when this goes away.
///
/// Where the system tells about changes it waits for them, and looks at all folders again a moment later: that takes milliseconds, and no event
/// can be misunderstood. Elsewhere, or where the system watches no more folders, it looks every two seconds.
final class FolderWatch: Sendable {
    /// Closed at the end, which the other end of the pipe notices.
    private let running: Descriptor

    private static let quietMilliseconds: Int32 = 100
    private static let longest = Duration.seconds(1)
    private static let pollMilliseconds: Int32 = 2000
    private static let maximumPauseMilliseconds = 60_000

    init(_ library: MovieLibrary, _ events: EventStreams) {
        var ends: [Int32] = [-1, -1]
        let isMade = pipe(&ends) == 0
        running = Descriptor(ends[1])
        let end = Descriptor(ends[0])
        guard isMade else { return }
        for descriptor in ends { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        DispatchQueue(label: "svga.folders").async { FolderWatch.watch(library, events, until: end) }
    }

    private static func watch(_ library: MovieLibrary, _ events: EventStreams, until end: Descriptor) {
        var changes = FolderChanges(library.folders)
        // What has changed before the folders were watched.
        report(library.rescan(), events)
        while true {
            if changes.wait(end.number, milliseconds: changes.isComplete ? -1 : pollMilliseconds) == .end { return }
            let start = ContinuousClock.now
            // Copying a folder is many changes: looked at when it is quiet, at least once a second.
            while ContinuousClock.now - start < longest {
                let next = changes.wait(end.number, milliseconds: quietMilliseconds)
                if next == .end { return }
                if next == .nothing { break }
            }
            let scan = ContinuousClock.now
            let found = library.rescan()
            report(found, events)
            if changes.hasNewFolders || !changes.isComplete && !found.isEmpty {
                changes = FolderChanges(library.folders)
                report(library.rescan(), events)
            }
            // A disk so large that a look takes long is not looked at all the time.
            let pause = min(4 * Int(saturating: (ContinuousClock.now - scan) / .milliseconds(1)), maximumPauseMilliseconds)
            if FolderChanges.pause(end.number, milliseconds: Int32(pause)) { return }
        }
    }

    private static func report(_ changes: MovieLibrary.Changes, _ events: EventStreams) {
        if changes.isEmpty { return }
        events.send("movies", ["added": changes.added, "changed": changes.changed, "removed": changes.removed])
    }
}
