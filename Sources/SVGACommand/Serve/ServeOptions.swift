import SVGAFormat
import SVGAModel
import SVGAPlatform
import SVGASupport
import SVGATasks

/// The options of `svga serve` from the command line, the environment and a configuration file.
enum ServeOptions {
    /// An option of the command line.
    struct Given: Sendable {
        let name: String
        let word: String
    }

    /// The name of the sources, which have no option.
    private static let sources = "sources"
    private static let prefix = "SVGA_"

    /// By long name.
    private static let parameters = JSONOptions.parameters(ServeCommand.groups).filter { !["config", "check", "sign"].contains($0.key) }
    private static let sourceParameter = ServeCommand.groups.flatMap(\.parameters).first { $0.info.kind == .argument }

    /// The variables with the names of options: `SVGA_CACHE_MEMORY` is `cache-memory`.
    static func environment() -> [String: String] {
        var found: [String: String] = [:]
        for name in parameters.keys + ["config", sources] {
            let variable = prefix + name.uppercased().replacing("-", with: "_")
            // Kubernetes sets SVGA_PORT to an address if a service has the name svga.
            guard let value = getenv(variable).map({ String(cString: $0) }), !value.isEmpty, !value.hasPrefix("tcp://") else { continue }
            found[name] = value
        }
        return found
    }

    /// The command with the options of all three, of which the command line's win.
    static func merged(
        _ command: ServeCommand, environment: [String: String], _ context: CommandContext
    ) throws(TaskError) -> ServeCommand {
        var environment = environment
        let configuration = command.configuration ?? environment.removeValue(forKey: "config").map { FileName(path: $0) }
        guard configuration != nil || !environment.isEmpty else { return command }
        var merged = ServeCommand()
        (merged.isCheck, merged.signedTarget) = (command.isCheck, command.signedTarget)
        let given = Set(command.given.map { parameters[$0.name] == nil ? sources : $0.name })
        if let configuration {
            for member in try members(of: configuration, context) where !given.contains(member.name) && environment[member.name] == nil {
                try store(member, in: &merged, of: configuration.path)
            }
        }
        for (name, value) in environment.sorted(by: { $0.key < $1.key }) where !given.contains(name) {
            try store(variable: name, value, in: &merged)
        }
        for option in command.given {
            if let parameter = parameters[option.name] ?? sourceParameter { try parameter.store(&merged, option.word) }
        }
        return merged
    }

    private static func members(of file: FileName, _ context: CommandContext) throws(TaskError) -> [JSONValue.Member] {
        let bytes = try InputFile.bytes(of: file, limits: .default, context: context.task)
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONValue(parsing: bytes)
        } catch {
            throw .input(file: file.path, message: "this is not JSON: \(error.message)")
        }
        guard case .object(let members) = value else { throw .input(file: file.path, message: "the configuration must be a JSON object") }
        return members
    }

    private static func store(_ member: JSONValue.Member, in command: inout ServeCommand, of file: String) throws(TaskError) {
        do throws(TaskError) {
            if member.name == sources {
                guard case .array(let names) = member.value, let parameter = sourceParameter else {
                    throw .usage("sources needs an array of texts")
                }
                for name in names {
                    guard case .string(let text) = name else { throw .usage("sources needs an array of texts") }
                    try parameter.store(&command, text)
                }
                return
            }
            guard let parameter = parameters[member.name] else {
                let advice = Advice.suggestion(for: member.name, among: parameters.keys.sorted() + [sources])
                throw .usage("there is no option \"\(member.name)\" here", advice: advice.isEmpty ? "see svga serve --help" : advice)
            }
            for option in try JSONOptions.options(member, parameter.info) { try option.store(&command, parameter) }
        } catch {
            throw error.asInputError(file: file)
        }
    }

    private static func store(variable name: String, _ value: String, in command: inout ServeCommand) throws(TaskError) {
        if name == sources {
            // Paths with spaces need a configuration file.
            for source in value.split(separator: " ") { try sourceParameter?.store(&command, String(source)) }
            return
        }
        guard let parameter = parameters[name] else { return }
        guard parameter.info.kind == .flag else { return try parameter.store(&command, value) }
        switch value.lowercased() {
        case "1", "true", "yes": try parameter.store(&command, "")
        case "0", "false", "no": break
        default: throw .usage("the variable \(prefix)\(name.uppercased()) needs true or false, not \"\(value)\"")
        }
    }
}
