import CPangoCairo
import SVGASupport

/// Suppresses the messages of GLib, Pango and librsvg on standard error, for example "failed to create cairo scaled font" for a font of 100,000
/// points.
///
/// GLib has one log writer per process, and ends the process if it is set twice. So only our own programs set it. The library does not, because it
/// may run in the process of another program.
package enum GLibMessages {
    private static let isOwnProcess = Locked(false)

    private static let dropped: Void = { if isOwnProcess.withLock({ $0 }) { svga_drop_glib_messages() } }()

    /// Makes ``drop()`` drop messages. To be called before Pango is loaded, by the program that owns the process.
    package static func allowDropping() { isOwnProcess.withLock { $0 = true } }

    /// Drops messages from now on, on all threads, if the program allows it.
    /// - Precondition: Pango is loaded.
    package static func drop() { dropped }
}
