import CLibZip
import Glibc

/// Packs entries into a ZIP in memory, in their order and with a fixed time, so that equal entries give equal bytes.
enum ZipWriter {
    static func archive(_ entries: [(name: String, bytes: [UInt8])]) throws(WriteError) -> [UInt8] {
        let output = try Output()
        do throws(WriteError) {
            for (name, bytes) in entries { try add(name, bytes, to: output.archive) }
        } catch {
            zip_discard(output.archive)
            throw error
        }
        return try output.close()
    }

    private static func add(_ name: String, _ bytes: [UInt8], to archive: OpaquePointer) throws(WriteError) {
        let source = try source(bytes, in: archive)
        let index = zip_file_add(archive, name, source, ZIP_FL_ENC_UTF_8)
        guard index >= 0 else {
            zip_source_free(source)
            throw failure(archive)
        }
        // 1 January 1980, the first day a ZIP knows.
        guard zip_set_file_compression(archive, UInt64(index), ZIP_CM_DEFLATE, 9) == 0,
            zip_file_set_dostime(archive, UInt64(index), 0, 1 << 5 | 1, 0) == 0
        else { throw failure(archive) }
    }

    /// A copy of the bytes that libzip frees itself: it reads them only when the archive is closed.
    private static func source(_ bytes: [UInt8], in archive: OpaquePointer) throws(WriteError) -> OpaquePointer {
        var copy: UnsafeMutableRawPointer?
        // libzip does not free a copy of nothing.
        if !bytes.isEmpty {
            guard let memory = malloc(bytes.count) else { throw .library(name: "libzip", reason: "out of memory") }
            bytes.withUnsafeBytes { if let base = $0.baseAddress { memory.copyMemory(from: base, byteCount: $0.count) } }
            copy = memory
        }
        guard let source = zip_source_buffer(archive, copy, UInt64(bytes.count), 1) else {
            free(copy)
            throw failure(archive)
        }
        return source
    }

    private static func failure(_ archive: OpaquePointer) -> WriteError { failure(zip_get_error(archive)) }

    private static func failure(_ error: UnsafeMutablePointer<zip_error_t>?) -> WriteError {
        let reason = error.flatMap { zip_error_strerror($0) }.map { String(cString: $0) }
        return .library(name: "libzip", reason: reason ?? "it cannot say why")
    }

    /// Owns the memory that an archive is written to.
    private struct Output: ~Copyable {
        private let source: OpaquePointer
        /// Ends with ``close()`` or `zip_discard`.
        let archive: OpaquePointer

        init() throws(WriteError) {
            var error = zip_error_t()
            zip_error_init(&error)
            defer { zip_error_fini(&error) }
            guard let source = zip_source_buffer_create(nil, 0, 0, &error) else { throw ZipWriter.failure(&error) }
            guard let archive = zip_open_from_source(source, ZIP_CREATE | ZIP_TRUNCATE, &error) else {
                zip_source_free(source)
                throw ZipWriter.failure(&error)
            }
            // The archive owns one reference and drops it when it closes; this is the one to read by.
            zip_source_keep(source)
            self.source = source
            self.archive = archive
        }

        deinit { zip_source_free(source) }

        borrowing func close() throws(WriteError) -> [UInt8] {
            guard zip_close(archive) == 0 else {
                let failure = ZipWriter.failure(archive)
                zip_discard(archive)
                throw failure
            }
            var stat = zip_stat_t()
            guard zip_source_stat(source, &stat) == 0, zip_source_open(source) == 0 else {
                throw ZipWriter.failure(zip_source_error(source))
            }
            defer { zip_source_close(source) }
            let size = Int(stat.size)
            let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
                while count < size {
                    let got = zip_source_read(source, buffer.baseAddress.map { $0 + count }, UInt64(size - count))
                    if got <= 0 { return }
                    count += Int(got)
                }
            }
            guard bytes.count == size else { throw ZipWriter.failure(zip_source_error(source)) }
            return bytes
        }
    }
}
