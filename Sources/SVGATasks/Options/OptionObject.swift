package import SVGASupport

/// Options of a task as an object of JSON: from another language, or from a page.
package struct OptionObject {
    package let members: [JSONValue.Member]

    /// Of the program, which has streams and asks before it overwrites.
    package static let programOnly: Set<String> = [
        "output", "force", "json", "progress", "quiet", "verbose", "perf", "dry-run", "in-place",
    ]

    /// - Parameter text: nil or empty: none.
    package init(_ text: String?) throws(TaskError) {
        guard let text, !text.isEmpty else {
            members = []
            return
        }
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONValue(parsing: Array(text.utf8))
        } catch {
            throw .usage("the options are no JSON: \(error)")
        }
        guard case .object(let members) = value else { throw .usage("options have to be an object of JSON") }
        self.members = members
    }

    package init(_ members: [JSONValue.Member]) { self.members = members }

    package var names: Set<String> { Set(members.map(\.name)) }

    /// Sets what they say.
    /// - Parameter command: whose options they are, for advice.
    package func store<Root>(_ root: inout Root, _ parameters: [String: Parameter<Root>], of command: String) throws(TaskError) {
        for member in members {
            guard let parameter = parameters[member.name], !OptionObject.programOnly.contains(member.name) else {
                let names = parameters.keys.filter { !OptionObject.programOnly.contains($0) }
                let advice = Advice.meant(by: member.name, among: names.sorted())
                throw .usage("there is no option \"\(member.name)\" here", advice: advice.isEmpty ? "see \(help: command)" : advice)
            }
            for option in try JSONOptions.options(member, parameter.info) { try option.store(&root, parameter) }
        }
    }

    /// - Throws: where an option is missing that is required. One of null, or of an empty list, says nothing.
    package func require<Root>(_ parameters: [String: Parameter<Root>], of command: String) throws(TaskError) {
        let given = Set(members.filter { $0.value != .null && $0.value != .array([]) }.map(\.name))
        for option in parameters.values where option.info.isRequired {
            let names = option.info.names
            guard !given.isDisjoint(with: names) else {
                throw .usage("the option \(option: names.last ?? "") is missing", advice: "see \(help: command)")
            }
        }
    }
}

/// A task with the common options.
package protocol LimitedTask: Sendable {
    init()
    var common: CommonOptions { get set }
    /// The options that are the task's own, in the order of help.
    static var options: [Parameter<Self>] { get }
    /// Groups of options that stand behind the task's own.
    static var groups: [ParameterGroup<Self>] { get }
    /// Checks what concerns several options at once.
    func validate() throws(TaskError)
}

extension LimitedTask {
    package static var commonGroups: [ParameterGroup<Self>] { [CommonOptions.group.at(\.common), CommonOptions.limitGroup.at(\.common)] }
    package static var groups: [ParameterGroup<Self>] { commonGroups }
    package func validate() throws(TaskError) {}
}

/// A task whose options may come as JSON.
package protocol OptionTask: LimitedTask {
    /// The name of the command that does it, for advice.
    static var name: String { get }
    /// By long name without dashes.
    static var parameters: [String: Parameter<Self>] { get }
}

extension OptionTask {
    package static var parameters: [String: Parameter<Self>] { JSONOptions.parameters([ParameterGroup(options)] + groups) }

    /// - Parameters:
    ///   - parameters: those that may be set; nil: all.
    ///   - common: what the options change.
    package init(
        _ options: OptionObject, _ parameters: [String: Parameter<Self>]? = nil, common: CommonOptions
    ) throws(TaskError) {
        self.init()
        self.common = common
        let parameters = parameters ?? Self.parameters
        try options.store(&self, parameters, of: Self.name)
        try options.require(parameters, of: Self.name)
        try validate()
    }
}
