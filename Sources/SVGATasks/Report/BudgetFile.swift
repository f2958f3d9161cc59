package import SVGACheck
import SVGAEmulation
package import SVGAModel
import SVGASupport

/// The JSON of `--budget`: limits by name, such as `{"bytes": "500k", "drawCalls": 60, "requiredKeys": ["user1"]}`. All are optional, but one is
/// required. `share/schemas/budget.schema.json` describes it.
package enum BudgetFile {
    package static let limits = BudgetLine.Limit.allCases.map(\.rawValue)
    /// Members that are not limits: the version of this format, and the address of a schema, which editors read.
    private static let others = ["schema", "$schema"]

    /// - Throws: ``TaskError/input(file:message:advice:)``.
    package static func read(_ file: FileName, _ limits: ReadLimits, _ context: TaskContext) throws(TaskError) -> Budget {
        let bytes = try InputFile.bytes(of: file, limits: limits, context: context)
        do throws(TaskError) {
            return try parse(bytes)
        } catch {
            throw error.asInputError(file: file.path)
        }
    }

    package static func parse(_ bytes: [UInt8]) throws(TaskError) -> Budget {
        let document: JSONValue
        do throws(JSONError) {
            document = try JSONValue(parsing: bytes)
        } catch {
            throw .usage("this is not JSON: \(error.message)")
        }
        guard case .object(let members) = document else { throw .usage("a budget needs an object of limits") }
        var budget = Budget()
        for member in members where member.value != .null && member.name != "$schema" {
            if member.name == "schema" {
                guard member.value == .integer(1) else { throw .usage("schema needs 1, the only version") }
                continue
            }
            guard let limit = BudgetLine.Limit(rawValue: member.name) else {
                throw SubstitutionParts.unknown(member.name, in: "a budget", known: limits + others)
            }
            try store(limit, member.value, in: &budget)
        }
        guard budget != Budget() else { throw .usage("the budget has no limits", advice: "it supports \(limits.joined(separator: ", "))") }
        return budget
    }

    private static func store(_ limit: BudgetLine.Limit, _ value: JSONValue, in budget: inout Budget) throws(TaskError) {
        let name = limit.rawValue
        switch limit {
        case .bytes: budget.bytes = try size(value, name)
        case .decodedImageBytes: budget.decodedImageBytes = try size(value, name)
        case .drawCalls: budget.drawCalls = try count(value, name)
        case .overdraw: budget.overdraw = try number(value, name)
        case .visibleSprites: budget.visibleSprites = try count(value, name)
        case .width: budget.width = try number(value, name)
        case .height: budget.height = try number(value, name)
        case .frames: budget.frames = try count(value, name)
        case .fps: budget.fps = try number(value, name)
        case .durationSeconds: budget.durationSeconds = try number(value, name)
        case .sprites: budget.sprites = try count(value, name)
        case .images: budget.images = try count(value, name)
        case .sounds: budget.sounds = try count(value, name)
        case .requiredKeys: budget.requiredKeys = try texts(value, name)
        case .players:
            for text in try texts(value, name) {
                guard let players = PlayerList(argument: text)?.players else {
                    let names = PublicPlayer.allVersions.map(\.name)
                    throw .usage("\(name) needs names of players, not \"\(text)\"", advice: Advice.suggestion(for: text, among: names))
                }
                for player in players.inOrder where !budget.players.contains(player) {
                    budget.players.append(player)
                }
            }
        }
    }

    private static func count(_ value: JSONValue, _ name: String) throws(TaskError) -> Int {
        let number = try number(value, name)
        guard let count = Int(exactly: number) else { throw .usage("\(name) needs \(Int.expectation)") }
        return count
    }

    private static func number(_ value: JSONValue, _ name: String) throws(TaskError) -> Double {
        let number: Double? =
            switch value {
            case .integer(let integer): Double(integer)
            case .number(let number): number
            default: nil
            }
        guard let number, number >= 0, number.isFinite else { throw .usage("\(name) needs a number of at least 0") }
        return number
    }

    /// A number of bytes, or a text such as `500k`.
    private static func size(_ value: JSONValue, _ name: String) throws(TaskError) -> Int {
        if case .string(let text) = value {
            guard let size = ByteSize(argument: text) else { throw .usage("\(name) needs \(ByteSize.expectation), not \"\(text)\"") }
            return size.value
        }
        return try count(value, name)
    }

    private static func texts(_ value: JSONValue, _ name: String) throws(TaskError) -> [String] {
        if case .string(let text) = value { return [text] }
        guard case .array(let values) = value else { throw .usage("\(name) needs a list of texts") }
        var texts: [String] = []
        for value in values {
            guard case .string(let text) = value else { throw .usage("\(name) needs a list of texts") }
            texts.append(text)
        }
        return texts
    }
}
