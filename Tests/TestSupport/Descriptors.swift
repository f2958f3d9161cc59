import Foundation
import SVGAPlatform

/// The descriptors that this process has open.
package enum Descriptors {
    /// Lets no program that is started from now on have those that are open now, but for what it is given by number.
    ///
    /// A browser that had the reading end of another test's pipe would keep it open, and the test that closes it would wait for ever.
    package static func keepFromChildren() {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? [] {
            if let descriptor = Int32(name), descriptor > STDERR_FILENO { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        }
    }
}
