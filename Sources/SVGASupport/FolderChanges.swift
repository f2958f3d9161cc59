import CSVGASupport
import SVGAPlatform

/// Where changes in some folders are waited for. The folders below them do not count.
package final class FolderChanges {
    package enum Event { case end, change, nothing }

    /// Whether all folders are watched; false where the system watches none, or no more.
    package let isComplete: Bool
    /// Whether a folder was made, moved or lost, or changes were lost, so that other folders are to be watched.
    package private(set) var hasNewFolders = false
    /// Below 0: none.
    private let watch: Int32

    package init(_ folders: [String]) {
        var watch: Int32 = -1
        guard svga_watch_make(&watch) == 0 else {
            self.watch = -1
            isComplete = false
            return
        }
        self.watch = watch
        isComplete = folders.allSatisfy { folder in
            let code = svga_watch_add(watch, folder)
            // What may not be read shows nothing, whatever changes.
            return code == 0 || code == EACCES
        }
    }

    deinit { if watch >= 0 { close(watch) } }

    /// Waits for a change.
    /// - Parameters:
    ///   - end: a pipe whose other end is closed when nobody waits any more.
    ///   - milliseconds: below 0: for ever.
    /// - Returns: `nothing` where the time is over.
    package func wait(_ end: Int32, milliseconds: Int32) -> Event {
        // poll() passes over a descriptor below 0.
        var descriptors = [
            pollfd(fd: end, events: Int16(POLLIN), revents: 0), pollfd(fd: watch, events: Int16(POLLIN), revents: 0),
        ]
        let count = poll(&descriptors, 2, milliseconds)
        if descriptors[0].revents != 0 { return .end }
        guard count > 0, descriptors[1].revents != 0 else { return .nothing }
        var areOtherFolders: Int32 = 0
        if svga_watch_take(watch, &areOtherFolders) != 0 || areOtherFolders != 0 { hasNewFolders = true }
        return .change
    }

    /// Waits, whatever changes.
    /// - Returns: whether the end came meanwhile.
    package static func pause(_ end: Int32, milliseconds: Int32) -> Bool {
        var descriptor = pollfd(fd: end, events: Int16(POLLIN), revents: 0)
        return poll(&descriptor, 1, milliseconds) > 0
    }
}
