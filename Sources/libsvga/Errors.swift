// Functions have the names that C knows them by.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import CSVGA
import SVGATasks

extension Wording {
    /// For C and for Python, whose keyword arguments have these names with underscores.
    fileprivate static let calls: Wording = {
        var wording = Wording.json
        wording.command = { name, _ in name == "inspect" ? "describe" : "the command svga \(name)" }
        return wording
    }()
}

/// What an `svga_error` points to.
final class ErrorHandle {
    let code: Int32
    let message: CText

    init(_ error: TaskError) {
        code = error.exitCode.rawValue
        message = CText(Array(error.text(as: .calls).utf8))
    }
}

/// Bytes and a zero after them, at a place that does not change: what an `svga_data` points to.
final class CText {
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

/// A pointer for C to an object, which lives until ``Handle/free(_:as:)``.
enum Handle {
    static func make(_ object: some AnyObject) -> OpaquePointer { OpaquePointer(Unmanaged.passRetained(object).toOpaque()) }

    /// - Precondition: the pointer is what `make` returned for an object of this type.
    static func object<Kind: AnyObject>(_ pointer: OpaquePointer?, as type: Kind.Type = Kind.self) -> Kind? {
        pointer.map { Unmanaged<Kind>.fromOpaque(UnsafeRawPointer($0)).takeUnretainedValue() }
    }

    static func free<Kind: AnyObject>(_ pointer: OpaquePointer?, as type: Kind.Type) {
        if let pointer { Unmanaged<Kind>.fromOpaque(UnsafeRawPointer(pointer)).release() }
    }
}

typealias ErrorPointer = UnsafeMutablePointer<OpaquePointer?>?

/// Runs what can fail, and puts an error where the caller wants it.
/// - Returns: nil where it failed.
func catching<Value>(_ pointer: ErrorPointer, _ body: () throws(TaskError) -> Value) -> Value? {
    do throws(TaskError) {
        return try body()
    } catch {
        pointer?.pointee = Handle.make(ErrorHandle(error))
        return nil
    }
}

/// Something that must not be NULL.
func given<Value>(_ value: Value?, _ name: String) throws(TaskError) -> Value {
    guard let value else { throw .usage("\(name) is NULL") }
    return value
}

/// A text of the caller's.
/// - Returns: nil for NULL.
func text(_ characters: UnsafePointer<CChar>?, _ name: String) throws(TaskError) -> String? {
    guard let characters else { return nil }
    guard let text = String(validatingCString: characters) else { throw .usage("\(name) is no UTF-8") }
    return text
}

@c @implementation
public func svga_error_code(_ error: OpaquePointer?) -> Int32 { Handle.object(error, as: ErrorHandle.self)?.code ?? 0 }

@c @implementation
public func svga_error_message(_ error: OpaquePointer?) -> UnsafePointer<CChar>? {
    Handle.object(error, as: ErrorHandle.self)?.message.characters
}

@c @implementation
public func svga_error_free(_ error: OpaquePointer?) { Handle.free(error, as: ErrorHandle.self) }

@c @implementation
public func svga_data_bytes(_ data: OpaquePointer?) -> UnsafePointer<CChar>? { Handle.object(data, as: CText.self)?.characters }

@c @implementation
public func svga_data_size(_ data: OpaquePointer?) -> Int { Handle.object(data, as: CText.self)?.count ?? 0 }

@c @implementation
public func svga_data_free(_ data: OpaquePointer?) { Handle.free(data, as: CText.self) }
