package import SVGASupport

/// A task's options as a JSON object, from another language or from the page.
package struct OptionObject {
    package let members: [JSONValue.Member]

    /// - Parameter text: nil or empty: no options.
    package init(_ text: String?) throws(TaskError) {
        guard let text, !text.isEmpty else {
            members = []
            return
        }
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONValue(parsing: Array(text.utf8))
        } catch {
            throw .usage("the options are not JSON: \(error.message)")
        }
        guard case .object(let members) = value else { throw .usage("the options must be a JSON object") }
        self.members = members
    }

    package init(_ members: [JSONValue.Member]) { self.members = members }

    /// The options with those of `steps`, a list of objects, in its place. So an option may occur several times, between others.
    package func withSteps() throws(TaskError) -> OptionObject {
        var all: [JSONValue.Member] = []
        for member in members {
            guard member.name == "steps", !member.value.isAbsent else {
                if member.name != "steps" { all.append(member) }
                continue
            }
            guard case .array(let steps) = member.value else { throw .usage("steps needs a list of objects") }
            for step in steps {
                guard case .object(let options) = step else { throw .usage("steps needs a list of objects") }
                all += options
            }
        }
        return OptionObject(all)
    }

    package var names: Set<String> { Set(members.map(\.name)) }

    /// Stores the options in a task.
    /// - Parameter command: the command that has the options, for advice.
    package func store<Root>(_ root: inout Root, _ parameters: [String: Parameter<Root>], of command: String) throws(TaskError) {
        for member in members {
            guard let parameter = parameters[member.name], parameter.info.scope.contains(.calls) else {
                let names = parameters.filter { $0.value.info.scope.contains(.calls) }.keys
                let advice = Advice.suggestion(for: member.name, among: names.sorted())
                throw .usage("there is no option \"\(member.name)\" here", advice: advice.isEmpty ? "see \(help: command)" : advice)
            }
            for option in try JSONOptions.options(member, parameter.info) { try option.store(&root, parameter) }
        }
    }

    /// - Throws: if a required option is missing, null, an empty text or an empty array.
    package func require<Root>(_ parameters: [String: Parameter<Root>], of command: String) throws(TaskError) {
        let given = Set(members.filter { !$0.value.isAbsent && $0.value != .array([]) }.map(\.name))
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
    /// The task's specific options, in the order of the help.
    static var options: [Parameter<Self>] { get }
    /// Option groups that follow the specific options.
    static var groups: [ParameterGroup<Self>] { get }
    /// Checks combinations of options.
    func validate() throws(TaskError)
}

extension LimitedTask {
    package static var commonGroups: [ParameterGroup<Self>] { [CommonOptions.group.at(\.common), CommonOptions.limitGroup.at(\.common)] }
    package static var groups: [ParameterGroup<Self>] { commonGroups }
    package func validate() throws(TaskError) {}
}

/// A task with options that can be JSON.
package protocol OptionTask: LimitedTask {
    /// The name of the command, for advice.
    static var name: String { get }
    /// By long name without dashes.
    static var parameters: [String: Parameter<Self>] { get }
}

extension OptionTask {
    /// The options that the page may set.
    package static var pageParameters: [String: Parameter<Self>] { parameters.filter { $0.value.info.scope.contains(.page) } }
}

extension OptionTask {
    package static var parameters: [String: Parameter<Self>] { JSONOptions.parameters([ParameterGroup(options)] + groups) }

    /// - Parameters:
    ///   - parameters: the allowed options; nil: all.
    ///   - common: the common options before the changes.
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
