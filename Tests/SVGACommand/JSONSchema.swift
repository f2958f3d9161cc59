import Foundation
import SVGASupport
import TestSupport

/// A JSON Schema of `share/schemas`, as far as those use the language; any other keyword is an error.
struct JSONSchema {
    private let document: JSONValue

    static let folder = TestFiles.root.appendingPathComponent("share/schemas")

    /// - Parameter name: the command's.
    init(named name: String) throws {
        let url = JSONSchema.folder.appendingPathComponent("\(name).schema.json")
        document = try JSONValue(parsing: [UInt8](try Data(contentsOf: url)))
    }

    /// The violations of a value, with their locations; empty if it is valid.
    func faults(of value: JSONValue) -> [String] { faults(value, document, "$") }

    private func faults(_ value: JSONValue, _ schema: JSONValue, _ position: String) -> [String] {
        guard case .object(let keywords) = schema else { return ["\(position): a schema that is no object"] }
        return keywords.flatMap { faults(value, $0, schema, position) }
    }

    private func faults(_ value: JSONValue, _ keyword: JSONValue.Member, _ schema: JSONValue, _ position: String) -> [String] {
        func fault(_ isValid: Bool, _ reason: @autoclosure () -> String) -> [String] { isValid ? [] : ["\(position): \(reason())"] }
        switch (keyword.name, keyword.value) {
        case ("$schema", _), ("title", _), ("description", _), ("$defs", _): return []
        case ("$ref", .string(let reference)):
            let name = String(reference.dropFirst("#/$defs/".count))
            guard let target = document["$defs"]?[name] else { return ["\(position): no definition \(reference)"] }
            return faults(value, target, position)
        case ("anyOf", .array(let schemas)):
            let tried = schemas.map { faults(value, $0, position) }
            return tried.contains([]) ? [] : tried.min { $0.count < $1.count } ?? []
        case ("const", let expected): return fault(value == expected, "is not \(expected)")
        case ("enum", .array(let values)): return fault(values.contains(value), "\(value) is none of \(values)")
        case ("type", .string(let type)): return fault(value.isOf(type), "\(value) is no \(type)")
        case ("type", .array(let types)):
            let isOne = types.contains { if case .string(let type) = $0 { value.isOf(type) } else { false } }
            return fault(isOne, "\(value) is none of \(types)")
        case ("minimum", let bound): return fault(value.double.map { $0 >= bound.double ?? .infinity } ?? true, "\(value) is too small")
        case ("maximum", let bound): return fault(value.double.map { $0 <= bound.double ?? -.infinity } ?? true, "\(value) is too large")
        case ("pattern", .string(let pattern)):
            guard case .string(let text) = value else { return [] }
            return fault(text.range(of: pattern, options: .regularExpression) != nil, "\(text) is not \(pattern)")
        case ("minItems", .integer(let count)): return fault(value.elements.map { $0.count >= count } ?? true, "too few")
        case ("maxItems", .integer(let count)): return fault(value.elements.map { $0.count <= count } ?? true, "too many")
        case ("items", let item):
            return (value.elements ?? []).enumerated().flatMap { faults($0.element, item, "\(position)[\($0.offset)]") }
        case ("required", .array(let names)):
            guard case .object = value else { return [] }
            return names.flatMap { name -> [String] in
                guard case .string(let name) = name else { return ["\(position): a name that is no text"] }
                return fault(value[name] != nil, "\(name) is missing")
            }
        case ("properties", let properties):
            guard case .object(let members) = value else { return [] }
            return members.flatMap { member in
                properties[member.name].map { faults(member.value, $0, "\(position).\(member.name)") } ?? []
            }
        case ("additionalProperties", .bool(false)):
            guard case .object(let members) = value, let known = schema["properties"] else { return [] }
            return members.flatMap { member in fault(known[member.name] != nil, "\(member.name) is not told of") }
        default: return ["\(position): \(keyword.name) is no keyword that is known here"]
        }
    }

    /// Objects of the schema without `additionalProperties: false` or without a description; empty if there are none.
    var looseParts: [String] { looseParts(document, "$") }

    private func looseParts(_ schema: JSONValue, _ position: String) -> [String] {
        guard case .object(let keywords) = schema else { return [] }
        var parts: [String] = []
        if let properties = schema["properties"], case .object(let members) = properties {
            if schema["additionalProperties"] != .bool(false) { parts.append("\(position) lets anything in") }
            if schema["required"]?.elements?.count != members.count { parts.append("\(position) has members that may be missing") }
            for member in members where member.value["description"] == nil && member.value["$ref"] == nil {
                parts.append("\(position).\(member.name) has no description")
            }
        }
        return parts + keywords.flatMap { looseParts($0.value, "\(position).\($0.name)") }
    }
}

extension JSONValue {
    fileprivate func isOf(_ type: String) -> Bool {
        switch (type, self) {
        case ("null", .null), ("boolean", .bool), ("integer", .integer), ("number", .integer), ("number", .number), ("string", .string),
            ("array", .array), ("object", .object):
            true
        default: false
        }
    }

    fileprivate var double: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .number(let number): number
        default: nil
        }
    }

    fileprivate var elements: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }
}
