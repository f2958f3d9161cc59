import Foundation

/// Reads a pipe to its end on a separate thread, because opening a pipe blocks until the other side opens it, and tasks have few threads.
package struct PipeReader {
    private let stream: AsyncStream<[UInt8]?>

    /// Opens a pipe in a folder.
    package init(_ name: String, in folder: TemporaryFolder) {
        let (stream, continuation) = AsyncStream.makeStream(of: [UInt8]?.self)
        self.stream = stream
        Thread.detachNewThread {
            continuation.yield(folder.read(name))
            continuation.finish()
        }
    }

    package func contents() async -> [UInt8]? {
        for await bytes in stream { return bytes }
        return nil
    }
}
