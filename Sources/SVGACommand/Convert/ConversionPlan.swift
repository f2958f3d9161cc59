import Glibc
import SVGAFormat

/// Which file becomes which, settled before anything is written.
struct ConversionPlan {
    struct Step: Hashable, Sendable {
        let input: FileName
        let output: String
    }

    private(set) var steps: [Step] = []
    /// The folder that all outputs go into; nil for a single output.
    let folder: String?

    /// - Throws: where a folder cannot be read or has no movies, several inputs would go into one file, or two outputs
    ///   would have the same name.
    init(_ inputs: [FileName], output: FileName) throws(CommandError) {
        let path = output.path
        let hasFolder = inputs.contains { ConversionPlan.isFolder($0.path) }
        let isOutputFolder = !output.isStandardStream && (path.hasSuffix("/") || ConversionPlan.isFolder(path))
        guard hasFolder || inputs.count > 1 || isOutputFolder else {
            folder = nil
            steps = inputs.map { Step(input: $0, output: path) }
            return
        }
        guard !output.isStandardStream else {
            throw .request(file: path, message: "a folder of files cannot go to standard output", advice: "name a folder with -o")
        }
        let folder = path.hasSuffix("/") ? path : path + "/"
        self.folder = folder
        var owners: [String: String] = [:]
        for input in inputs {
            let files = ConversionPlan.isFolder(input.path) ? try ConversionPlan.movies(in: input.path) : [input.path]
            for file in files {
                guard file != "-", let name = file.split(separator: "/").last else {
                    throw .request(file: file, message: "it has no name for a file in \(folder)", advice: "name the file with -o")
                }
                if let other = owners.updateValue(file, forKey: String(name)) {
                    throw .request(
                        file: file, message: "\(other) and it would both become \(folder)\(name)",
                        advice: "convert them into different folders")
                }
                var input = FileName()
                input.path = file
                steps.append(Step(input: input, output: folder + name))
            }
        }
    }

    /// The `.svga` files of a folder, by name; those of its folders are not looked at.
    private static func movies(in path: String) throws(CommandError) -> [String] {
        guard let folder = opendir(path) else { throw .read(file: path, .file(reason: String(cString: strerror(errno)))) }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            if name.lowercased().hasSuffix(".svga"), !name.hasPrefix("."), !isFolder(path + "/" + name) { names.append(name) }
        }
        guard !names.isEmpty else { throw .read(file: path, .file(reason: "a folder without .svga files")) }
        return names.sorted().map { (path.hasSuffix("/") ? path : path + "/") + $0 }
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}
