import SVGAModel
import SVGASources
import SVGASupport
import SVGATasks

/// Where a batch writes its outputs.
enum BatchDestination: Sendable {
    /// A path with a trailing slash.
    case folder(String)
    /// A URL with a trailing slash.
    case remote(RemoteFiles, String)
    /// The bytes follow the line of the result.
    case standardOutput

    /// The prefix of paths on disk.
    var folder: String { if case .folder(let path) = self { path } else { "" } }
    var isFolder: Bool { if case .folder = self { true } else { false } }
    var isRemote: Bool { if case .remote = self { true } else { false } }

    /// Workers that wait for a server leave processors idle.
    var workerFactor: Int { isRemote ? 4 : 1 }

    /// Uploads the files of a job. The first error ends it; complete files stay.
    func upload(_ files: [(name: String, bytes: [UInt8])], overwriting: Bool) async throws(TaskError) {
        guard case .remote(let remote, let url) = self else { return }
        for file in files {
            do throws(SVGAError) {
                try await remote.write(file.bytes, as: file.name, in: url, overwriting: overwriting)
            } catch {
                if error.kind == .cancelled { throw .interrupted }
                // The message begins with the URL.
                throw .export(output: "", error)
            }
        }
    }
}
