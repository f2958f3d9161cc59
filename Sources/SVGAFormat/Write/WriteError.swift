/// Why a movie cannot be written.
package enum WriteError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The container has no way to say something that the movie holds.
    case unsupported(String)
    /// A library gave up.
    case library(name: String, reason: String)

    package var description: String {
        switch self {
        case .unsupported(let what): "cannot be written: \(what)"
        case .library(let name, let reason): "\(name) cannot write the movie: \(reason)"
        }
    }
}
