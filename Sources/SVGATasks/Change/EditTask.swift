import SVGAEdit
package import SVGAFormat
import SVGAModel
import SVGAPixels
import SVGARender
package import SVGASupport

/// Edits a movie file directly.
package struct EditTask: OptionTask {
    /// Applied in this order.
    package var requests: [EditRequest] = []
    /// The styles and fonts of all texts.
    package var texts = SubstitutionOptions()
    /// nil keeps the container of the input.
    package var format: MovieFormat?
    package var allowsPlayerFindings = false
    package var common = CommonOptions()

    package static let name = "edit"

    package init() {}

    package static let options: [Parameter<EditTask>] = [
        .keyed(
            "set-image", "K=F", help: "replace an image in the file; ,fit= ,mask= ,density=2", "替换文件中的图片；可加 ,fit= ,mask= ,density=2",
            split: { (word) throws(TaskError) in try KeyedWord.split(word, option: "set-image", form: "KEY=FILE") },
            store: { (task, key, value) throws(TaskError) in try task.addImage(key, value) }
        ).completed(.keyFile(.sprites, ValueCompletion.pictures)),
        .keyed(
            "set-text", "K=TEXT", help: "add a text to the picture, as svga render draws it", "把文字加入画面，与 svga render 绘制的相同",
            split: { (word) throws(TaskError) in try KeyedWord.split(word, option: "set-text", form: "KEY=TEXT") },
            store: { (task, key, value) throws(TaskError) in try task.addText(key, value) }
        ).completed(.keyEquals(.sprites)),
        .movieEdit("hide", as: String.self, "K", help: "remove a key's sprites and those that they mask", "删除此 imageKey 的元素及其遮罩的元素") {
            .hide(key: $0)
        },
        .keyed(
            "rename", "A=B", help: "rename a key of sprites, images, mattes and sounds", "重命名 imageKey：元素、图片、遮罩和声音一起改",
            split: { (word) throws(TaskError) in try KeyedWord.split(word, option: "rename", form: "A=B") },
            store: { (task, key, value) throws(TaskError) in
                if case .word(let name) = value { task.requests.append(.plain(.rename(from: key, to: name))) }
            }
        ).completed(.keyEquals(.all)),
        .edit(
            "canvas", as: CanvasArgument.self, "WxH[+X+Y]", help: "set the canvas size in points, and move the content",
            "设置画布尺寸（单位为点），并平移内容"
        ) {
            .setCanvas(width: $0.width, height: $0.height, x: $0.x, y: $0.y)
        },
        .movieEdit(
            "crop", as: CropArgument.self, "X,Y,WxH", help: "keep a part of the canvas, and the sprites on it", "只保留画布的一部分及其上的元素"
        ) {
            .crop(x: $0.rect.x, y: $0.rect.y, width: $0.rect.width, height: $0.rect.height)
        },
        .edit("scale", as: Scale.self, "X", help: "scale the canvas and everything on it by X", "把画布及其全部内容缩放为 X 倍") { .scale($0.factor) },
        .parsed("merge", "OTHER", help: "add another movie; ,append or ,overlay,at=FRAME", "并入另一个动画；,append 或 ,overlay,at=FRAME") {
            (task, word) throws(TaskError) in
            task.requests.append(.merge(try MergeArgument(word)))
        }.completed(.files(["svga"])),
    ]

    package static let groups = [EditTask.spriteGroup, EditTask.textGroup, EditTask.timeGroup, EditTask.soundGroup] + commonGroups

    /// The options of other languages.
    package static let parameters = JSONOptions.parameters(
        [ParameterGroup(options + [WritingOptions.format(\.format), WritingOptions.playerFindings(\.allowsPlayerFindings)])] + groups)

    /// The options that the page may set. The files of images, sounds and movies are its uploads.
    package static let pageParameters = parameters.filter { pageNames.contains($0.key) }

    private static let pageNames: Set<String> = [
        "set-image", "set-text", "text-style", "hide", "rename", "delete", "remove-sprites", "reorder", "trim", "set-fps", "loop-section",
        "canvas", "crop", "scale", "canvas-color", "remove-audio", "duplicate", "opacity", "offset", "retime", "set-audio", "audio-start",
        "audio-volume", "merge",
    ]

    package func validate() throws(TaskError) {
        if requests.isEmpty { throw .usage("no edit is given", advice: "\(help: "edit") lists the edits") }
        try texts.validate(input: FileName())
        let keys = requests.compactMap(\.textKey)
        for part in texts.parts {
            guard case .step(.style(let key, _)) = part else { continue }
            if let key, !keys.contains(where: { $0.hasSameBytes(as: key) }) {
                throw .usage("\"\(key)\" has a style, but no text", advice: "add \(option: "set-text", "\(key)=TEXT")")
            }
            if keys.isEmpty { throw .usage("there is a style, but no text", advice: "add \(option: "set-text", "KEY=TEXT")") }
        }
    }

    private mutating func addImage(_ key: String, _ value: KeyedValue) throws(TaskError) {
        if case .word(let word) = value {
            requests.append(.setImage(try ImageArgument(key: key, value: word, takesDensity: true)))
        } else if case .image(_, let choice) = try SubstitutionParts.image(key, value) {
            requests.append(.setImage(ImageArgument(key: key, choice: choice)))
        }
    }

    /// Adds a text. A second one for a key replaces the first.
    private mutating func addText(_ key: String, _ value: KeyedValue) throws(TaskError) {
        guard case .text(_, let text, let isMarkup) = try SubstitutionParts.text(key, value) else { return }
        requests.removeAll { $0.textKey?.hasSameBytes(as: key) == true }
        requests.append(.setText(key: key, text, isMarkup: isMarkup))
    }

    /// The edited file.
    package struct Result: Sendable {
        package let bytes: [UInt8]
        /// One line for each edit.
        package let edits: [Message]
        package let warnings: [TaskWarning]
        /// The index of the edit of each warning.
        package let warningEdits: [Int]
    }

    /// - Parameters:
    ///   - output: the output's path, for messages; nil if nothing is written.
    ///   - begin: called with the index of each edit before it is applied.
    package func run(
        _ bytes: [UInt8], of input: FileName, output: String?, in context: TaskContext, begin: (_ edit: Int) -> Void = { _ in }
    ) throws(TaskError) -> Result {
        var file = try DocumentFile(input, bytes, options: common.readOptions)
        context.finished("read")
        var notes: [Message] = []
        var warnings: [TaskWarning] = []
        var warningEdits: [Int] = []
        var inputs = [file.bytes]
        for (index, request) in requests.enumerated() {
            if Task.isCancelled { throw .interrupted }
            begin(index)
            let (note, details) = try apply(request, to: &file, movies: &inputs, context)
            notes.append(note)
            for detail in details {
                try common.warn(file.name, detail, in: context)
                warnings.append(TaskWarning(file: file.name, detail))
                warningEdits.append(index)
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
        return Result(bytes: result, edits: notes, warnings: warnings, warningEdits: warningEdits)
    }

    /// - Parameter movies: receives the bytes of each movie that is read.
    /// - Returns: a summary as text, and warnings.
    private func apply(
        _ request: EditRequest, to file: inout DocumentFile, movies: inout [[UInt8]], _ context: TaskContext
    ) throws(TaskError) -> (note: Message, warnings: [TaskWarning.Detail]) {
        let edit = try request.load(texts, options: common.readOptions, context: context, movies: &movies)
        let summary: EditSummary
        do throws(SVGAError) {
            switch edit {
            case .document(let edit): return (try file.document.change(edit, limits: common.limits), [])
            case .movie(let edit): summary = try file.document.change(edit, limits: common.limits)
            }
        } catch {
            throw error.taskError(editing: file.name, source: request.file?.path)
        }
        guard let key = request.textKey else { return (summary.note, []) }
        var remarks = ContentRemarks()
        if let text = summary.text { remarks.text = text }
        let unseen: [TaskWarning.Detail] = summary.isUnseen ? [.keyNotShown(key: key, frames: [])] : []
        return (summary.note, unseen + RenderTask.warnings(on: remarks, key))
    }
}
