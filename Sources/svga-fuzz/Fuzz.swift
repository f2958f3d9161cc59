import CFuzzer
import Dispatch
import FuzzTargets
import SVGAPlatform

// What libFuzzer's main calls. SVGA_FUZZ_TARGET in the environment says what is fuzzed: one program for all targets is linked once.

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
    // libFuzzer calls a plain function and wants to know when an input is done.
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
