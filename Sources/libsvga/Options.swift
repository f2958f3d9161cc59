// Functions have their C names.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import CSVGA
import SVGASupport
import SVGATasks

/// The object behind an `svga_options`: options that become a JSON object.
final class OptionList: Sendable {
    private struct State: Sendable {
        var members: [JSONValue.Member] = []
        /// The text of ``members``; nil until it is needed.
        var text: CText?
    }

    private let state = Locked(State())

    /// Replaces the value of an option, or of its key.
    /// - Parameter key: nil for an option without keys; then `true` and `false` are switches.
    func set(_ name: String, key: String?, _ value: String) throws(TaskError) {
        try change(name) { (members) throws(TaskError) in
            guard let key else {
                let content: JSONValue = ["true", "false"].contains(value) ? .bool(value == "true") : .string(value)
                return OptionList.put(content, name, in: &members)
            }
            let current = OptionList.index(of: name, in: members).map { members[$0].value } ?? .object([])
            guard case .object(var keys) = current else { throw .usage("\(option: name) already has a value without a key") }
            OptionList.put(.string(value), key, in: &keys)
            OptionList.put(.object(keys), name, in: &members)
        }
    }

    /// Adds a value to a list.
    func add(_ name: String, _ value: String) throws(TaskError) {
        try change(name) { (members) throws(TaskError) in
            var list: [JSONValue]
            switch OptionList.index(of: name, in: members).map({ members[$0].value }) {
            case nil: list = []
            case .array(let values)?: list = values
            case .object?, .bool?: throw .usage("\(option: name) already has a value that is not in a list")
            case let value?: list = [value]
            }
            list.append(.string(value))
            OptionList.put(.array(list), name, in: &members)
        }
    }

    private func change(_ name: String, _ body: (inout [JSONValue.Member]) throws(TaskError) -> Void) throws(TaskError) {
        guard !name.isEmpty else { throw .usage("the name of the option is empty") }
        try state.withLock { (state) throws(TaskError) in
            try body(&state.members)
            state.text = nil
        }
    }

    private static func put(_ value: JSONValue, _ name: String, in members: inout [JSONValue.Member]) {
        let member = JSONValue.Member(name: name, value: value)
        if let index = index(of: name, in: members) {
            members[index] = member
        } else {
            members.append(member)
        }
    }

    /// Compares bytes, because Swift treats two encodings of an accented letter as equal.
    private static func index(of name: String, in members: [JSONValue.Member]) -> Int? {
        members.firstIndex { $0.name.utf8.elementsEqual(name.utf8) }
    }

    /// Valid until the next change.
    var text: CText {
        state.withLock { state in
            if let text = state.text { return text }
            let text = CText(Array(JSONValue.object(state.members).text(.compact).utf8))
            state.text = text
            return text
        }
    }
}

@c @implementation
public func svga_options_new() -> OpaquePointer? { Handle.make(OptionList()) }

@c @implementation
public func svga_options_free(_ options: OpaquePointer?) { Handle.free(options, as: OptionList.self) }

@c @implementation
public func svga_options_set(
    _ options: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ key: UnsafePointer<CChar>?, _ value: UnsafePointer<CChar>?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Bool {
    catching(error) { () throws(TaskError) -> Void in
        let list: OptionList = try given(Handle.object(options), "options")
        let name = try given(try text(name, "name"), "name")
        try list.set(name, key: try text(key, "key"), try given(try text(value, "value"), "value"))
    } != nil
}

@c @implementation
public func svga_options_add(
    _ options: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ value: UnsafePointer<CChar>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Bool {
    catching(error) { () throws(TaskError) -> Void in
        let list: OptionList = try given(Handle.object(options), "options")
        try list.add(try given(try text(name, "name"), "name"), try given(try text(value, "value"), "value"))
    } != nil
}

@c @implementation
public func svga_options_json(_ options: OpaquePointer?) -> UnsafePointer<CChar>? {
    Handle.object(options, as: OptionList.self)?.text.characters
}
