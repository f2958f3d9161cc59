import SVGAFormat
import SVGAModel
import SVGAPlatform
import SVGASupport

/// Maps each input to its file in the output folder before anything is written.
package struct BatchPlan {
    package struct Step: Hashable, Sendable {
        package let input: FileName
        package let output: String

        package init(input: FileName, output: String) {
            self.input = input
            self.output = output
        }
    }

    package private(set) var steps: [Step] = []
    /// Ends with a slash.
    package let folder: String

    /// Whether the output is a folder: there are several movies, or the output names a folder.
    package static func isNeeded(_ inputs: [FileName], output: FileName) -> Bool {
        inputs.count > 1 || inputs.contains(where: \.isFolder) || output.isFolderName
    }

    /// - Parameter outputName: maps an input's file name to the output's file name.
    /// - Throws: if a folder cannot be read or contains no movies, or if two outputs would have the same name.
    package init(_ inputs: [FileName], output: FileName, outputName: (_ input: String) -> String = { $0 }) throws(TaskError) {
        let path = output.path
        guard !output.isStandardStream else {
            throw .request(
                file: path, message: "a folder of files cannot be written to standard output", advice: "name a folder with \(option: "o")")
        }
        folder = FilePath(path).addingTrailingSlash().string
        var owners: [ByteKey: String] = [:]
        for input in try BatchPlan.movies(of: inputs) {
            let file = input.path
            guard file != "-", let name = FilePath(file).lastComponent.map({ outputName($0.string) }) else {
                throw .request(
                    file: file, message: "it has no file name for the output in \(folder)", advice: "name the file with \(option: "o")")
            }
            if let other = owners.updateValue(file, forKey: ByteKey(name)) {
                throw .request(
                    file: file, message: "\(folder)\(name) would also be the output of \(other)",
                    advice: "write them into different folders")
            }
            steps.append(Step(input: input, output: folder + name))
        }
    }

    /// The inputs, where each folder is replaced by its `.svga` files.
    package static func movies(of inputs: [FileName]) throws(TaskError) -> [FileName] {
        var movies: [FileName] = []
        for input in inputs {
            if input.isFolder {
                movies += try BatchPlan.movies(in: input.path).map { FileName(path: $0) }
            } else {
                movies.append(input)
            }
        }
        return movies
    }

    /// The `.svga` files of a folder sorted by name, without subfolders.
    private static func movies(in path: String) throws(TaskError) -> [String] {
        guard let folder = opendir(FilePath(path).cString) else { throw .read(file: path, .file(reason: errorText(errno))) }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = entry.name
            if name.lowercased().hasSuffix(".svga"), !name.hasPrefix("."), !FileName(path: FilePath(path).appending(name).string).isFolder {
                names.append(name)
            }
        }
        guard !names.isEmpty else { throw .read(file: path, .file(reason: "the folder has no .svga files")) }
        return names.sorted().map { FilePath(path).appending($0).string }
    }
}
