import Dispatch
import SVGAPlatform
import SVGASupport

/// Watches the library's folders for added, changed and removed files, and sends events to the pages. Watching ends with this object.
///
/// If the system reports changes, all folders are scanned again a moment later. A scan takes milliseconds and cannot miss an event. Without such
/// reports, or if too many folders are watched, it scans every two seconds.
final class FolderWatch: Sendable {
    /// Closed at the end, which wakes the other end of the pipe.
    private let running: Descriptor

    private static let quietMilliseconds: Int32 = 100
    private static let maximumDelay = Duration.seconds(1)
    private static let pollMilliseconds: Int32 = 2000
    private static let maximumPauseMilliseconds = 60_000

    init(_ library: MovieLibrary, _ events: EventStreams) {
        var ends: [Int32] = [-1, -1]
        let hasPipe = pipe(&ends) == 0
        running = Descriptor(ends[1])
        let end = Descriptor(ends[0])
        guard hasPipe else { return }
        for descriptor in ends { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        DispatchQueue(label: "svga.folders").async { FolderWatch.run(library, events, until: end) }
    }

    private static func run(_ library: MovieLibrary, _ events: EventStreams, until end: Descriptor) {
        guard var changes = watched(library, events, until: end) else { return }
        while true {
            if changes.wait(end.number, milliseconds: changes.isComplete ? -1 : pollMilliseconds) == .end { return }
            let start = ContinuousClock.now
            // Copying a folder causes many changes: waits until it is quiet, at most one second.
            while ContinuousClock.now - start < maximumDelay {
                let next = changes.wait(end.number, milliseconds: quietMilliseconds)
                if next == .end { return }
                if next == .nothing { break }
            }
            let scan = ContinuousClock.now
            let found = library.rescan()
            report(found, events)
            if changes.hasNewFolders || !changes.isComplete && !found.isEmpty {
                guard let all = watched(library, events, until: end) else { return }
                changes = all
            }
            // Limits the share of time for scans of a large disk.
            let pause = min(4 * Int(saturating: (ContinuousClock.now - scan) / .milliseconds(1)), maximumPauseMilliseconds)
            if FolderChanges.pause(end.number, milliseconds: Int32(pause)) { return }
        }
    }

    /// Watches all folders, and reports changes from before they were watched.
    private static func watched(_ library: MovieLibrary, _ events: EventStreams, until end: Descriptor) -> FolderChanges? {
        watched({ library.folders }, until: end.number, report: { report(library.rescan(), events) })
    }

    /// Watches all folders, also those that appear meanwhile: nothing else would report later changes in them.
    /// - Parameters:
    ///   - folders: the folders that exist.
    ///   - report: is called when they are watched.
    /// - Returns: nil at the end.
    static func watched(_ folders: () -> [String], until end: Int32, report: () -> Void) -> FolderChanges? {
        var known = folders()
        while true {
            let changes = FolderChanges(known)
            report()
            let found = folders()
            if found == known { return changes }
            known = found
            if FolderChanges.pause(end, milliseconds: quietMilliseconds) { return nil }
        }
    }

    private static func report(_ changes: MovieLibrary.Changes, _ events: EventStreams) {
        if changes.isEmpty { return }
        events.send("movies", ["added": changes.added, "changed": changes.changed, "removed": changes.removed])
    }
}
