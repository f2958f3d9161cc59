import CSVGASupport
import SVGAPlatform

/// Waits for changes in folders, without their subfolders.
package final class FolderChanges {
    package enum Event { case end, change, nothing }

    /// Whether all folders are watched; false if the system does not support it, or a limit is reached.
    package let isComplete: Bool
    /// Whether a folder was created, moved or removed, or events were lost, so that the watched folders must be updated.
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
            // Changes in an unreadable folder are not visible.
            return code == 0 || code == EACCES
        }
    }

    deinit { if watch >= 0 { close(watch) } }

    /// Waits for a change.
    /// - Parameters:
    ///   - end: a pipe; closing its other end stops the wait.
    ///   - milliseconds: the timeout; below 0: none.
    /// - Returns: `nothing` after the timeout.
    package func wait(_ end: Int32, milliseconds: Int32) -> Event {
        // poll() skips a descriptor below 0.
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

    /// Waits for the timeout, ignoring changes.
    /// - Returns: whether the wait was stopped.
    package static func pause(_ end: Int32, milliseconds: Int32) -> Bool {
        var descriptor = pollfd(fd: end, events: Int16(POLLIN), revents: 0)
        return poll(&descriptor, 1, milliseconds) > 0
    }
}
