/// A JSON document as it stands, so that what is wrong in it can be told with its place.
enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    /// The members sorted by name.
    func members(_ place: String, _ expectation: String) throws(UsageError) -> [(name: String, value: JSONValue)] {
        guard case .object(let members) = self else { throw UsageError(message: "\(place) needs \(expectation)") }
        return members.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    func string(_ place: String, _ expectation: String) throws(UsageError) -> String {
        guard case .string(let text) = self else { throw UsageError(message: "\(place) needs \(expectation)") }
        return text
    }

    /// A text, a number or a switch as it is written on the command line.
    func word(_ place: String) throws(UsageError) -> String {
        switch self {
        case .string(let text): text
        case .bool(let flag): flag ? "yes" : "no"
        case .number(let number): Int(exactly: number).map { "\($0)" } ?? "\(number)"
        case .null, .array, .object: throw UsageError(message: "\(place) needs a text, a number, true or false")
        }
    }
}
