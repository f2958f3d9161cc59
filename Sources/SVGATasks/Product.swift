/// The toolkit itself.
package enum Product {
    package static let version = "0.3.0"

    /// Whether video and sound can be written.
    package static var hasVideo: Bool {
        #if Video
            true
        #else
            false
        #endif
    }
}
