// Functions have their C names.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import CSVGA
import SVGATasks

@c @implementation
public func svga_batch_new(_ options: UnsafePointer<CChar>?, _ error: UnsafeMutablePointer<OpaquePointer?>?) -> OpaquePointer? {
    catching(error) { () throws(TaskError) in Handle.make(try BatchHandle(options: try text(options, "options"))) }
}

@c @implementation
public func svga_batch_start(
    _ batch: OpaquePointer?, _ job: UnsafePointer<CChar>?, _ inMemory: Bool, _ stepwise: Bool,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> OpaquePointer? {
    catching(error) { () throws(TaskError) in
        let batch: BatchHandle = try given(Handle.object(batch), "batch")
        let job = try given(try text(job, "job"), "job")
        return Handle.make(try batch.start(job, inMemory: inMemory, isStepwise: stepwise))
    }
}

@c @implementation
public func svga_batch_free(_ batch: OpaquePointer?) { Handle.free(batch, as: BatchHandle.self) }
