import CLibZip
import CProtobufC
import CZlib

/// The C libraries behind reading, with the versions loaded.
package enum FormatLibraries {
    package static var versions: [(name: String, version: String)] {
        [
            ("zlib", zlibVersion().map { String(cString: $0) } ?? "unknown"),
            ("libzip", zip_libzip_version().map { String(cString: $0) } ?? "unknown"),
            ("protobuf-c", protobuf_c_version().map { String(cString: $0) } ?? "unknown"),
        ]
    }
}
