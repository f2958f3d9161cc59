import SVGAEdit
package import SVGAFormat
import SVGAModel
package import SVGASupport

/// Edits a movie file directly.
package struct EditTask: LimitedTask {
    /// Applied in this order.
    package var requests: [EditRequest] = []
    /// nil keeps the container of the input.
    package var format: MovieFormat?
    package var allowsPlayerFindings = false
    package var common = CommonOptions()

    package init() {}

    package static let options: [Parameter<EditTask>] = [
        .parsed("set-image", "K=F", help: "replace an image in the file; ,fit= ,mask= ,density=2", "替换文件中的图片；可加 ,fit= ,mask= ,density=2") {
            (task, word) throws(TaskError) in task.requests.append(.setImage(try ImageArgument(word, takesDensity: true)))
        },
        .parsed("rename", "A=B", help: "rename a key of sprites, images, mattes and sounds", "重命名 imageKey：元素、图片、遮罩和声音一起改") {
            (task, word) throws(TaskError) in
            let (old, new) = try KeyedWord.split(word, option: "rename", form: "A=B")
            task.requests.append(.plain(.rename(from: old, to: new)))
        },
        .edit("delete", as: String.self, "K", help: "remove the sprites, image and sound of a key", "删除此 imageKey 的元素、图片和声音") {
            .delete(key: $0)
        },
        .edit("set-fps", as: PositiveCount.self, "N", help: "set the frame rate; the frames stay the same", "设置帧率；各帧内容不变") {
            .setFPS($0.value)
        },
        .edit("trim", as: FrameRange.self, "A-B", help: "keep only frames A to B, both included", "只保留 A 到 B 的帧，首尾都包含") {
            .trim(first: $0.first, last: $0.last)
        },
        .edit(
            "canvas", as: CanvasArgument.self, "WxH[+X+Y]", help: "set the canvas size in points, and move the content",
            "设置画布尺寸（单位为点），并平移内容"
        ) {
            .setCanvas(width: $0.width, height: $0.height, x: $0.x, y: $0.y)
        },
        .edit("scale", as: Scale.self, "X", help: "scale the canvas and everything on it by X", "把画布及其全部内容缩放为 X 倍") { .scale($0.factor) },
        .parsed("set-audio", "K=F", help: "replace or add a sound", "替换或添加声音") { (task, word) throws(TaskError) in
            let (key, file) = try KeyedWord.split(word, option: "set-audio", form: "KEY=FILE")
            try FileName.checkAddress(file, "\(option: "set-audio") \(key)")
            guard let name = FileName(argument: file) else { throw .usage("\(option: "set-audio") \(word): the file is missing") }
            task.requests.append(.setAudio(key: key, file: name))
        },
        Parameter(
            info: ParameterInfo(kind: .flag, names: ["remove-audio"], placeholder: "", help: LocalizedText("remove all sounds", "删除所有声音")),
            store: { task, _ in task.requests.append(.plain(.removeAudio)) }),
        .parsed("merge", "OTHER", help: "add another movie; ,append or ,overlay,at=FRAME", "并入另一个动画；,append 或 ,overlay,at=FRAME") {
            (task, word) throws(TaskError) in
            task.requests.append(.merge(try MergeArgument(word)))
        },
    ]

    package func validate() throws(TaskError) {
        if requests.isEmpty { throw .usage("no edit is given", advice: "\(help: "edit") lists the edits") }
    }

    /// The edited file.
    package struct Result: Sendable {
        package let bytes: [UInt8]
        /// One line for each edit.
        package let edits: [Message]
    }

    /// - Parameter output: the output's path, for messages; nil if nothing is written.
    package func run(_ bytes: [UInt8], of input: FileName, output: String?, in context: TaskContext) throws(TaskError) -> Result {
        var file = try DocumentFile(input, bytes, options: common.readOptions)
        context.finished("read")
        var notes: [Message] = []
        var inputs = [file.bytes]
        for request in requests {
            if Task.isCancelled { throw .interrupted }
            let edit = try request.load(options: common.readOptions, context: context, movies: &inputs)
            do throws(SVGAError) {
                notes.append(try file.document.change(edit, limits: common.limits))
            } catch {
                throw error.taskError(editing: file.name, source: request.file?.path)
            }
        }
        context.finished("edit")
        if Task.isCancelled { throw .interrupted }
        let result = try DocumentFile.encoded(file.document, for: output, as: format)
        if !allowsPlayerFindings {
            let remark = try PlayerFindingGuard.check(
                result, since: inputs, name: file.name, renamed: requests.compactMap(\.renaming), isConverted: format != nil,
                limits: common.limits)
            if let remark { context.remark("", remark) }
            context.finished("players")
        }
        if Task.isCancelled { throw .interrupted }
        return Result(bytes: result, edits: notes)
    }
}
