import Glibc

/// The environment variables the command looks at.
enum ProcessEnvironment {
    static var variables: [String: String] {
        var found: [String: String] = [:]
        for name in ["NO_COLOR", "TERM", "COLUMNS", "LINES"] {
            if let value = getenv(name) { found[name] = String(cString: value) }
        }
        return found
    }
}
