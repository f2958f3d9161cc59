/// What is fuzzed: something is done with any bytes, and something must hold then. `svga-fuzz` and the tests, which replay seeds and
/// findings, call the same code.
package enum FuzzTarget: String, CaseIterable, Sendable {
    case container, message, json, path, write, optimize, folder, render, picture, text, sound
    case importing = "import"

    /// Any error of the library may come of any bytes; that is not a finding.
    ///
    /// - Throws: ``FuzzFinding``: something that must hold does not.
    package func run(_ bytes: [UInt8]) async throws(FuzzFinding) {
        switch self {
        case .container: try Reading.container(bytes)
        case .message: try Reading.message(bytes)
        case .json: try Reading.json(bytes)
        case .path: try Reading.path(bytes)
        case .write: try Writing.again(bytes)
        case .optimize: try await Writing.optimized(bytes)
        case .folder: try Writing.folder(bytes)
        case .render: try Drawing.movie(bytes)
        case .picture: try Drawing.picture(bytes)
        case .text: try Drawing.text(bytes)
        case .sound: try Others.sound(bytes)
        case .importing: await Others.importing(bytes)
        }
    }

    /// The folders of `Tests/Fuzz/seeds` that the fuzzer starts from.
    package var seedFolders: [String] {
        switch self {
        case .container: ["movies"]
        case .message, .optimize: ["messages"]
        case .write, .folder, .render: ["messages", "movies"]
        case .json: ["json"]
        case .path: ["paths"]
        case .picture: ["pictures"]
        case .text: ["texts"]
        case .sound: ["sounds"]
        case .importing: ["imports"]
        }
    }

    /// Whether the bytes are a protobuf message, unless they begin as something else, so that fields are worth mutating.
    package var takesMessages: Bool {
        switch self {
        case .message, .write, .optimize, .folder, .render: true
        case .container, .json, .path, .picture, .text, .sound, .importing: false
        }
    }
}

/// Something that must hold, and does not.
package struct FuzzFinding: Error, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }

    /// - Throws: ``FuzzFinding`` unless it holds.
    static func unless(_ condition: Bool, _ description: @autoclosure () -> String) throws(FuzzFinding) {
        if !condition { throw FuzzFinding(description()) }
    }
}
