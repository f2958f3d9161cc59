import SVGAPlatform

/// An ``OutputFile`` with random access, for containers with an index before the data.
///
/// For a pipe, a device or the standard output, the bytes are collected in a nameless temporary file and copied at the end. So the output
/// has the same bytes as a file, with index, duration and exact sound, not the fragmented format that many players do not support. This
/// takes disk space, and the reader waits. Containers that do not need an index can use ``isSequential``. An output in memory stays there.
package final class RandomAccessFile {
    private let file: OutputFile
    /// -1 in memory.
    private let descriptor: Int32
    private let isSpooled: Bool
    /// Whether it is a pipe that receives bytes immediately: bytes can only be appended, and not read.
    package let isSequential: Bool
    package private(set) var byteCount = 0

    /// - Parameter streams: a pipe gets everything at once, so that the reader need not wait: see ``isSequential``.
    package init(_ destination: OutputDestination, streams: Bool = false) throws(FileError) {
        file = try OutputFile(destination)
        // A function gets the bytes of the file, like memory.
        isSequential = streams && destination.isPath && file.temporaryDescriptor == nil
        if file.isInMemory || isSequential {
            descriptor = -1
            isSpooled = false
        } else if let temporary = file.temporaryDescriptor {
            descriptor = temporary
            isSpooled = false
        } else {
            descriptor = try TemporaryFiles.makeNamelessFile(in: TemporaryFiles.folder)
            isSpooled = true
        }
    }

    deinit {
        if isSpooled { SVGAPlatform.close(descriptor) }
    }

    /// Appends bytes.
    package func append(_ bytes: [UInt8]) throws(FileError) { try write(bytes, at: byteCount) }

    package func write(_ bytes: [UInt8], at position: Int) throws(FileError) {
        try bytes.withUnsafeBufferPointer { (bytes) throws(FileError) in try write(UnsafeRawBufferPointer(bytes), at: position) }
    }

    package func write(_ bytes: UnsafeRawBufferPointer, at position: Int) throws(FileError) {
        if file.isInMemory {
            file.write(bytes, inMemoryAt: position)
            byteCount = max(byteCount, position + bytes.count)
            return
        }
        if isSequential {
            guard position == byteCount else { throw .failed(path: file.path, reason: errorText(ESPIPE)) }
            try file.write(bytes)
            byteCount += bytes.count
            return
        }
        var done = 0
        while done < bytes.count {
            let count = pwrite(descriptor, bytes.baseAddress?.advanced(by: done), bytes.count - done, position + done)
            if count < 0 {
                if errno == EINTR { continue }
                throw .failed(path: isSpooled ? TemporaryFiles.folder.string : file.path, reason: errorText(errno))
            }
            done += count
        }
        byteCount = max(byteCount, position + done)
    }

    /// - Returns: the number of bytes read; fewer than requested only at the end of the file.
    package func read(into bytes: UnsafeMutableRawBufferPointer, at position: Int) throws(FileError) -> Int {
        if file.isInMemory { return file.read(into: bytes, inMemoryAt: position) }
        var done = 0
        while done < bytes.count {
            let count = pread(descriptor, bytes.baseAddress?.advanced(by: done), bytes.count - done, position + done)
            if count < 0 {
                if errno == EINTR { continue }
                throw .failed(path: file.path, reason: errorText(errno))
            }
            if count == 0 { break }
            done += count
        }
        return done
    }

    /// Inserts bytes at the start.
    package func prepend(_ bytes: [UInt8]) throws(FileError) {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        var end = byteCount
        while end > 0 {
            let start = max(0, end - buffer.count)
            try buffer.withUnsafeMutableBufferPointer { (buffer) throws(FileError) in
                let block = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[..<(end - start)])
                guard try read(into: block, at: start) == block.count else {
                    throw .failed(path: file.path, reason: "a temporary file was truncated")
                }
                try write(UnsafeRawBufferPointer(block), at: start + bytes.count)
            }
            end = start
        }
        try write(bytes, at: 0)
    }

    /// Ends writing and puts the file at its path, together with others or not at all. What goes to a pipe is copied there now.
    package func commit(with others: [OutputFile] = []) throws(FileError) {
        if isSpooled { try copySpool() }
        try OutputFile.commit([file] + others)
    }

    private func copySpool() throws(FileError) {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        var position = 0
        while position < byteCount {
            let count = try buffer.withUnsafeMutableBufferPointer { (buffer) throws(FileError) -> Int in
                let bytes = UnsafeMutableRawBufferPointer(buffer)
                let count = try read(into: bytes, at: position)
                try file.write(UnsafeRawBufferPointer(rebasing: bytes[..<count]))
                return count
            }
            guard count > 0 else { throw .failed(path: TemporaryFiles.folder.string, reason: "a temporary file was truncated") }
            position += count
        }
    }
}
