package import SVGAModel
import SVGASupport

/// Makes sources from the addresses of a command line.
package enum SourceFactory {
    /// - Parameter address: a folder.
    package static func source(_ address: String) throws(SVGAError) -> any MovieSource {
        if let scheme = FilePath(address).addressScheme { throw .refusedScheme(scheme, address: address) }
        return try FolderSource(path: address)
    }
}

extension SVGAError {
    fileprivate static func refusedScheme(_ scheme: String, address: String) -> SVGAError {
        SVGAError(.refused, "\(address): there are no sources with the scheme \(scheme)", subject: .url(address), detail: nil)
    }
}
