import SVGAExport
import SVGAModel
import SVGASupport
import SVGATasks

/// `svga render a.svga b.svga -o dir/ --format webp`: one output per movie in one folder.
struct RenderBatch {
    let format: OutputFormat
    let steps: [(input: FileName, output: RenderOutput)]
    private let folder: String

    /// - Parameter isOneFrame: a PNG or JPEG of one frame is a file in the folder; several frames get a subfolder.
    /// - Returns: nil for a single movie.
    init?(_ inputs: [FileName], output: FileName, format chosen: OutputFormat?, isOneFrame: Bool) throws(TaskError) {
        let isAlone = inputs.count == 1 && !inputs[0].isFolder
        let format = chosen ?? .png
        guard BatchPlan.isNeeded(inputs, output: output), !(isAlone && format.isSequence) else { return nil }
        if !output.isFolderName, !output.isStandardStream, let ending = RenderBatch.ending(output.path) {
            let folder = output.path.dropLast(ending.count + 1)
            throw .request(
                file: output.path, message: "several movies cannot be written into one file",
                advice: "name a folder: -o \(folder)/ --format \(chosen?.rawValue ?? ending)")
        }
        let hasFolders = format.isSequence && !isOneFrame
        let plan = try BatchPlan(inputs, output: output) { name in
            let stem = RenderBatch.stem(name)
            return hasFolders ? stem : "\(stem).\(format.fileExtension)"
        }
        if format == .sheet { try RenderBatch.refusePages(plan.steps) }
        self.format = format
        folder = plan.folder
        steps = plan.steps.map { step in
            // A path for frames is a pattern.
            let path = format.isSequence ? FramePattern.escaped(step.output) : step.output
            let own = hasFolders ? RenderOutput.framePattern(in: step.output, format) : path
            return (step.input, RenderOutput(format: format, path: own))
        }
    }

    /// The second page of `a.svga` is `a-1.png`, which must not be the first page of `a-1.svga`.
    private static func refusePages(_ steps: [BatchPlan.Step]) throws(TaskError) {
        let stems = Set(steps.map { ByteKey(stem($0.output)) })
        for step in steps {
            let name = stem(step.output)
            guard let dash = name.lastIndex(of: "-"), Int(name[name.index(after: dash)...]) != nil,
                stems.contains(ByteKey(String(name[..<dash])))
            else { continue }
            throw .request(
                file: step.input.path, message: "\(step.output) could also be a page of \(name[..<dash]).png",
                advice: "write them into different folders")
        }
    }

    /// Creates missing folders.
    /// - Parameter made: receives the created folders, outermost first.
    func makeFolder(_ made: inout [FilePath]) throws(TaskError) {
        try TaskError.naming(folder) { () throws(FileError) in
            try TemporaryFiles.makeMissingFolders(FilePath(folder).removingTrailingSlashes(), made: &made)
        }
    }

    /// The extension of a path with a known format.
    private static func ending(_ path: String) -> String? {
        FilePath(path).ending.flatMap { OutputFormat(extension: $0.lowercased()) == nil ? nil : $0 }
    }

    /// The name without its extension.
    private static func stem(_ name: String) -> String {
        FilePath(name).splitAtExtension.before
    }
}
