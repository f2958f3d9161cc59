import Foundation

/// A JSON document as it stands, so that what is wrong in it can be told with its place.
enum JSONValue: Decodable, Hashable, Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode([JSONValue].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: JSONValue].self))
        }
    }

    /// - Throws: what Foundation has against the text, with its place where it tells.
    static func parse(_ bytes: [UInt8]) throws(UsageError) -> JSONValue {
        do {
            return try JSONDecoder().decode(JSONValue.self, from: Data(bytes))
        } catch {
            throw UsageError(message: "this is no JSON" + fault(Data(bytes)))
        }
    }

    /// The older reader is the one that says where a text breaks off.
    private static func fault(_ data: Data) -> String {
        do {
            _ = try JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
            return ""
        } catch {
            guard let text = (error as NSError).userInfo["NSDebugDescription"] as? String else { return "" }
            return ": " + (text.hasSuffix(".") ? String(text.dropLast()) : text)
        }
    }

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
