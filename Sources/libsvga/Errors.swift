// Functions have their C names.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import CSVGA
import SVGASupport
import SVGATasks

extension Wording {
    /// For C.
    static let calls: Wording = {
        var wording = Wording.json
        // The path of an export is a parameter of its function.
        wording.option = { name, value in
            if name == "o" { return value.isEmpty ? "the path" : "the path \"\(value)\"" }
            return Wording.json.option(name, value)
        }
        wording.command = { name, _ in name == "inspect" ? "describe" : "the command svga \(name)" }
        return wording
    }()

    /// The wording of ``svga_set_wording(_:)`` in the language of ``svga_set_language(_:)``.
    static var current: Wording { language.withLock { $0 }.apply(to: usesKeywords.withLock { $0 } ? .python : .calls) }
}

/// The language of error messages and notes, for all threads.
private let language = Locked(TextLanguage.en)
/// Whether messages name options as keyword arguments of Python.
private let usesKeywords = Locked(false)

@c @implementation
public func svga_set_wording(_ name: UnsafePointer<CChar>?) -> Bool {
    switch name.map({ String(cString: $0) }) {
    case "json": usesKeywords.withLock { $0 = false }
    case "python": usesKeywords.withLock { $0 = true }
    default: return false
    }
    return true
}

@c @implementation
public func svga_set_language(_ name: UnsafePointer<CChar>?) -> Bool {
    guard let name, let chosen = TextLanguage(rawValue: String(cString: name)) else { return false }
    language.withLock { $0 = chosen }
    return true
}

/// The object behind an `svga_error`.
final class ErrorHandle {
    let code: Int32
    let isMissingFile: Bool
    let message: CText

    init(_ error: TaskError) {
        code = error.exitCode.rawValue
        isMissingFile = error.isMissingFile
        // A movie from memory has no name.
        let memory: TaskText = "the movie in memory"
        message = CText(Array(error.text(as: .current) { $0 == "-" ? memory.text(as: .current) : $0 }.utf8))
    }
}

/// Bytes with a terminating zero at a stable address: the object behind an `svga_data`.
///
/// Unchecked, because the bytes do not change after initialization.
final class CText: @unchecked Sendable {
    let bytes: UnsafeMutableBufferPointer<UInt8>

    init(_ content: [UInt8]) {
        bytes = .allocate(capacity: content.count + 1)
        _ = bytes.initialize(fromContentsOf: content)
        bytes.initializeElement(at: content.count, to: 0)
    }

    deinit { bytes.deallocate() }

    var count: Int { bytes.count - 1 }
    var characters: UnsafePointer<CChar>? {
        UnsafeRawPointer(bytes.baseAddress)?.assumingMemoryBound(to: CChar.self)
    }
}

/// An opaque pointer for C to a retained object, which lives until ``Handle/free(_:as:)``.
enum Handle {
    static func make(_ object: some AnyObject) -> OpaquePointer { OpaquePointer(Unmanaged.passRetained(object).toOpaque()) }

    /// - Precondition: `make` returned the pointer for an object of this type.
    static func object<Kind: AnyObject>(_ pointer: OpaquePointer?, as type: Kind.Type = Kind.self) -> Kind? {
        pointer.map { Unmanaged<Kind>.fromOpaque(UnsafeRawPointer($0)).takeUnretainedValue() }
    }

    static func free<Kind: AnyObject>(_ pointer: OpaquePointer?, as type: Kind.Type) {
        if let pointer { Unmanaged<Kind>.fromOpaque(UnsafeRawPointer(pointer)).release() }
    }
}

typealias ErrorPointer = UnsafeMutablePointer<OpaquePointer?>?

/// Runs a throwing function, and stores an error in the caller's variable.
/// - Returns: nil after an error.
func catching<Value>(_ pointer: ErrorPointer, _ body: () throws(TaskError) -> Value) -> Value? {
    do throws(TaskError) {
        return try body()
    } catch {
        pointer?.pointee = Handle.make(ErrorHandle(error))
        return nil
    }
}

/// Throws for NULL.
func given<Value>(_ value: Value?, _ name: String) throws(TaskError) -> Value {
    guard let value else { throw .usage("\(name) is NULL") }
    return value
}

/// A string of the caller.
/// - Returns: nil for NULL.
func text(_ characters: UnsafePointer<CChar>?, _ name: String) throws(TaskError) -> String? {
    guard let characters else { return nil }
    guard let text = String(validatingCString: characters) else { throw .usage("\(name) is not UTF-8") }
    return text
}

@c @implementation
public func svga_error_code(_ error: OpaquePointer?) -> Int32 { Handle.object(error, as: ErrorHandle.self)?.code ?? 0 }

@c @implementation
public func svga_error_message(_ error: OpaquePointer?) -> UnsafePointer<CChar>? {
    Handle.object(error, as: ErrorHandle.self)?.message.characters
}

@c @implementation
public func svga_error_is_missing_file(_ error: OpaquePointer?) -> Bool {
    Handle.object(error, as: ErrorHandle.self)?.isMissingFile ?? false
}

@c @implementation
public func svga_error_free(_ error: OpaquePointer?) { Handle.free(error, as: ErrorHandle.self) }

@c @implementation
public func svga_data_bytes(_ data: OpaquePointer?) -> UnsafePointer<CChar>? { Handle.object(data, as: CText.self)?.characters }

@c @implementation
public func svga_data_size(_ data: OpaquePointer?) -> Int { Handle.object(data, as: CText.self)?.count ?? 0 }

@c @implementation
public func svga_data_free(_ data: OpaquePointer?) { Handle.free(data, as: CText.self) }
