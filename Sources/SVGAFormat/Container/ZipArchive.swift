import CLibZip
package import SVGAModel
import SVGAPlatform
import SVGASupport

/// A ZIP in memory, read with libzip without extracting files.
package struct ZipArchive: ~Copyable {
    /// Owns libzip's handle.
    private struct Handle: ~Copyable {
        let archive: OpaquePointer

        /// libzip borrows the bytes.
        init(_ bytes: UnsafeBufferPointer<UInt8>) throws(SVGAError) {
            if let problem = SystemLibrary.zip.problem() { throw .zip(reason: problem) }
            var error = zip_error_t()
            zip_error_init(&error)
            defer { zip_error_fini(&error) }
            guard let source = zip_source_buffer_create(bytes.baseAddress, UInt64(bytes.count), 0, &error) else {
                throw .zip(reason: ZipArchive.reason(&error))
            }
            guard let archive = zip_open_from_source(source, ZIP_RDONLY, &error) else {
                zip_source_free(source)
                throw .zip(reason: ZipArchive.reason(&error))
            }
            self.archive = archive
        }

        deinit { zip_discard(archive) }
    }

    private let handle: Handle
    /// The files in the archive's order, without folders and metadata of file managers.
    package let names: [String]
    /// From a name to its index in the archive.
    private let indices: [ByteKey: UInt64]
    private let foldedNames: [ByteKey: String]
    private let limits: ReadLimits
    private var bytesLeft: Int
    private var shared: [UInt64: [UInt8]] = [:]

    private var archive: OpaquePointer { handle.archive }

    /// `bytes` must stay valid while the archive exists, because libzip borrows them. `allowed` is the maximum number of decompressed bytes
    /// of all entries.
    package init(_ bytes: UnsafeBufferPointer<UInt8>, allowed: Int, limits: ReadLimits) throws(SVGAError) {
        try ZipArchive.checkEntryCount(bytes, limits: limits)
        let handle = try Handle(bytes)
        let archive = handle.archive
        let count = zip_get_num_entries(archive, 0)
        if count > limits.entries { throw .limit(LimitExceeded(\.entries, of: limits, found: Int(count))) }
        var names: [String] = []
        var indices: [ByteKey: UInt64] = [:]
        var foldedNames: [ByteKey: String] = [:]
        for index in 0..<UInt64(max(0, count)) {
            guard let name = zip_get_name(archive, index, ZIP_FL_ENC_GUESS).map({ String(cString: $0) }) else { continue }
            if ZipArchive.isClutter(name) || indices[ByteKey(name)] != nil { continue }
            names.append(name)
            indices[ByteKey(name)] = index
            let folded = ByteKey(name.lowercased())
            if foldedNames[folded] == nil { foldedNames[folded] = name }
        }
        self.handle = handle
        self.limits = limits
        bytesLeft = allowed
        self.names = names
        self.indices = indices
        self.foldedNames = foldedNames
    }

    /// libzip allocates memory for every entry when it opens an archive, so the declared count is checked first.
    private static func checkEntryCount(_ bytes: UnsafeBufferPointer<UInt8>, limits: ReadLimits) throws(SVGAError) {
        let endSize = 22
        let maximumCommentLength = 0xFFFF
        var offset = bytes.count - endSize
        while offset >= max(0, bytes.count - endSize - maximumCommentLength) {
            if bytes[offset] == 0x50, bytes[offset + 1] == 0x4B, bytes[offset + 2] == 0x05, bytes[offset + 3] == 0x06 {
                // 65535 means that many or more. If the limit allows it, libzip's own count is checked after opening.
                let count = ByteReader(bytes).little(at: offset + 10, bytes: 2) ?? 0
                if count > limits.entries { throw .limit(LimitExceeded(\.entries, of: limits, found: count)) }
                return
            }
            offset -= 1
        }
    }

    private static func isClutter(_ name: String) -> Bool {
        let path = FilePath(name)
        guard !path.endsWithSlash, let first = path.components.first, let last = path.lastComponent else { return true }
        let isOfMac = !path.isAbsolute && path.components.count > 1 && first.bytes.elementsEqual("__MACOSX".utf8)
        return isOfMac || last.bytes.elementsEqual(".DS_Store".utf8) || last.hasPrefix("._")
    }

    func contains(_ name: String) -> Bool { indices[ByteKey(name)] != nil }

    /// The first of `candidates` that exists; without an exact match, ignoring case.
    func find(_ candidates: [String]) -> (index: UInt64, name: String, isExact: Bool)? {
        for name in candidates { if let index = indices[ByteKey(name)] { return (index, name, true) } }
        for candidate in candidates {
            if let name = foldedNames[ByteKey(candidate.lowercased())], let index = indices[ByteKey(name)] { return (index, name, false) }
        }
        return nil
    }

    package mutating func bytes(of name: String) throws(SVGAError) -> [UInt8] {
        guard let index = indices[ByteKey(name)] else { throw .zipEntry(name: name, reason: "it does not exist") }
        return try read(index)
    }

    /// The entry's bytes; repeated calls return the same array.
    mutating func sharedBytes(at index: UInt64) throws(SVGAError) -> [UInt8] {
        if let bytes = shared[index] { return bytes }
        let bytes = try read(index)
        shared[index] = bytes
        return bytes
    }

    private mutating func read(_ index: UInt64) throws(SVGAError) -> [UInt8] {
        let name = zip_get_name(archive, index, ZIP_FL_ENC_GUESS).map { String(cString: $0) } ?? "entry \(index)"
        var stat = zip_stat_t()
        zip_stat_init(&stat)
        guard zip_stat_index(archive, index, 0, &stat) == 0, stat.valid & UInt64(ZIP_STAT_SIZE) != 0 else {
            throw .zipEntry(name: name, reason: reason(zip_get_error(archive)))
        }
        if stat.encryption_method != UInt16(ZIP_EM_NONE) { throw .zipEntry(name: name, reason: "it is encrypted") }
        guard let size = Int(exactly: stat.size), size <= bytesLeft else {
            let used = limits.inflatedBytes - bytesLeft
            let found = stat.size < UInt64(Int.max - limits.inflatedBytes) ? used + Int(stat.size) : Int.max
            throw .limit(LimitExceeded(\.inflatedBytes, of: limits, found: found, subject: "ZIP entry \"\(name)\""))
        }
        guard let file = zip_fopen_index(archive, index, 0) else {
            throw .zipEntry(name: name, reason: reason(zip_get_error(archive)))
        }
        defer { zip_fclose(file) }
        let bytes = try ZipArchive.read(file, name: name, size: size)
        bytesLeft -= bytes.count
        return bytes
    }

    /// The size from the archive may be wrong in both directions; unused memory is never touched.
    private static func read(_ file: OpaquePointer, name: String, size: Int) throws(SVGAError) -> [UInt8] {
        var failure: SVGAError?
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            while count < size {
                let got = zip_fread(file, buffer.baseAddress.map { $0 + count }, UInt64(size - count))
                if got < 0 { failure = .zipEntry(name: name, reason: reason(zip_file_get_error(file))) }
                if got <= 0 { return }
                count += Int(got)
            }
            // libzip checks the checksum when the end is read.
            var extra: UInt8 = 0
            let got = zip_fread(file, &extra, 1)
            if got < 0 { failure = .zipEntry(name: name, reason: reason(zip_file_get_error(file))) }
            if got > 0 { failure = .zipEntry(name: name, reason: "it is longer than the \(size) bytes in the archive's directory") }
        }
        if let failure { throw failure }
        guard bytes.count == size else {
            throw .zipEntry(name: name, reason: "it has \(bytes.count) bytes, but the archive's directory says \(size)")
        }
        return bytes
    }

    private static func reason(_ error: UnsafeMutablePointer<zip_error_t>?) -> Message {
        guard let error, let text = zip_error_strerror(error) else { return "unknown error of libzip" }
        return Message(cString: text)
    }

    private func reason(_ error: UnsafeMutablePointer<zip_error_t>?) -> Message { ZipArchive.reason(error) }
}
