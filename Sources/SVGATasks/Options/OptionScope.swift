package import SVGASupport

extension ParameterInfo {
    /// The front ends that have an option. The command line has all options.
    package struct Scope: OptionSet, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) { self.rawValue = rawValue }

        /// Jobs of a batch. Without it, an option of a batch applies to all jobs.
        package static let jobs = Scope(rawValue: 1)
        /// Programs: C and Python.
        package static let calls = Scope(rawValue: 2)
        /// Requests to `svga serve`. They never name a file of its machine.
        package static let service = Scope(rawValue: 4)
        /// The forms of the preview's page.
        package static let page = Scope(rawValue: 8)

        /// Only the command line.
        package static let commandLine: Scope = []
        /// Options for the person that runs the program: not in requests of others, and not on the page.
        package static let operators: Scope = [.jobs, .calls]
        /// Options that the page sets in another way.
        package static let notOnPage: Scope = [.jobs, .calls, .service]
        package static let all: Scope = [.jobs, .calls, .service, .page]
    }
}

extension Parameter {
    /// The same parameter for fewer front ends.
    package func scoped(_ scope: ParameterInfo.Scope) -> Self {
        var parameter = self
        parameter.info.scope.formIntersection(scope)
        return parameter
    }

    /// The same parameter, which a form of the page draws as a field with this label. Without one, the page lists the option under "More options".
    package func field(_ label: Message) -> Self {
        var parameter = self
        parameter.info.field = label
        return parameter
    }

    /// The same parameter with a specific completion of its value.
    package func completed(_ completion: ValueCompletion) -> Self {
        var parameter = self
        parameter.info.completion = completion
        return parameter
    }
}

extension ParameterGroup {
    /// The same group for fewer front ends.
    package func scoped(_ scope: ParameterInfo.Scope) -> Self { map { $0.scoped(scope) } }
}

/// What shells complete for a value.
package enum ValueCompletion: Hashable, Sendable {
    case nothing
    case words([String])
    /// Files with one of these extensions; all files if there are none.
    case files([String])
    case folders
    /// A key of the movies on the command line.
    case key(KeyKind)
    /// A key and `=`.
    case keyEquals(KeyKind)
    /// A key, `=` and a file.
    case keyFile(KeyKind, [String])

    package enum KeyKind: String, Sendable {
        case sprites, sounds, all
    }

    package static let pictures = ["png", "jpg", "jpeg", "webp", "gif", "bmp"]
    package static let sounds = ["mp3", "m4a", "aac", "wav", "ogg", "flac"]
    /// Movies and Lotties.
    package static let animations = ValueCompletion.files(["svga", "json"])
}

extension ParameterInfo {
    /// The declared completion, or the one that follows from the value's type or placeholder.
    package var valueCompletion: ValueCompletion {
        if let completion { return completion }
        if !values.isEmpty { return .words(values) }
        switch placeholder {
        case "KEY", "K": return .key(.sprites)
        case "DIR": return .folders
        default: return isFile ? .files(kind == .argument ? ["svga"] : []) : .nothing
        }
    }
}
