// What SVGAKit uses of Dispatch, without bodies: see ci/portability.
public class DispatchQueue: @unchecked Sendable {
    public init(label: String) {}
    public static func concurrentPerform(iterations: Int, execute work: (Int) -> Void) {}
    public func async(execute work: @escaping @Sendable () -> Void) {}
}
public class DispatchSemaphore: @unchecked Sendable {
    public init(value: Int) {}
    public func wait() {}
    public func wait(timeout: DispatchTime) -> DispatchTimeoutResult { .success }
    @discardableResult public func signal() -> Int { 0 }
}
public struct DispatchTime {
    public static func now() -> DispatchTime { DispatchTime() }
    public static func + (time: DispatchTime, interval: DispatchTimeInterval) -> DispatchTime { time }
}
public enum DispatchTimeInterval { case seconds(Int), milliseconds(Int) }
public enum DispatchTimeoutResult { case success, timedOut }
