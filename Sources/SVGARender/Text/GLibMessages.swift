import CPangoCairo
import SVGASupport

/// What GLib, Pango and librsvg write to standard error, such as "failed to create cairo scaled font" for a font of 100,000 points.
///
/// GLib has one writer for a process, and ends the process if it is set twice. So only a program of our own sets it, not a library in
/// someone else's process.
package enum GLibMessages {
    private static let isOwnProcess = Locked(false)

    private static let dropped: Void = { if isOwnProcess.withLock({ $0 }) { svga_drop_glib_messages() } }()

    /// Makes ``drop()`` drop messages. To be called before Pango is loaded, by the program that owns the process.
    package static func allowDropping() { isOwnProcess.withLock { $0 = true } }

    /// Drops messages from now on, on all threads, if the program allows it.
    /// - Precondition: Pango is loaded.
    package static func drop() { dropped }
}
