import CFuzzer
import Dispatch
import FuzzTargets
import SVGAPlatform

// The entry points of libFuzzer. The environment variable SVGA_FUZZ_TARGET selects the target, so that one program serves all targets.

private let target: FuzzTarget = {
    let name = getenv("SVGA_FUZZ_TARGET").map { String(cString: $0) } ?? ""
    guard let target = FuzzTarget(rawValue: name) else {
        fatalError("SVGA_FUZZ_TARGET is one of \(FuzzTarget.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    return target
}()

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = [UInt8](UnsafeBufferPointer(start: data, count: count))
    // libFuzzer calls a synchronous function and expects the input to be processed on return.
    let end = DispatchSemaphore(value: 0)
    Task.detached {
        do throws(FuzzFinding) {
            try await target.run(bytes)
        } catch {
            fatalError("\(target.rawValue): \(error)")
        }
        end.signal()
    }
    end.wait()
    return 0
}

@_cdecl("LLVMFuzzerCustomMutator")
public func fuzzMutate(_ data: UnsafeMutablePointer<UInt8>?, _ count: Int, _ room: Int, _ seed: CUnsignedInt) -> Int {
    guard target.takesMessages, let data, count > 0 else { return LLVMFuzzerMutate(data, count, room) }
    var mutator = MessageMutator(seed: UInt64(seed))
    let bytes = [UInt8](UnsafeBufferPointer(start: data, count: count))
    guard let mutated = mutator.mutated(bytes, room: room) else { return LLVMFuzzerMutate(data, count, room) }
    return UnsafeMutableBufferPointer(start: data, count: room).update(fromContentsOf: mutated.prefix(room))
}
