/// Facts about this build of the toolkit.
package enum Product {
    package static let version = "0.3.0"

    /// Whether this build can write video and sound.
    package static var hasVideo: Bool {
        #if Video
            true
        #else
            false
        #endif
    }
}
