import SVGAEdit
import SVGASupport

// The less common edits, in groups, so that the help of the command fits on a screen.

extension EditTask {
    static let spriteGroup = ParameterGroup<EditTask>(
        "Sprites", "元素", summary: "\(option: "delete") \(option: "reorder") \(option: "remove-sprites") \(option: "canvas-color")",
        note: LocalizedText(
            """
            K is an imageKey. S is an imageKey, or indices from 0 such as 3,5-9; for a key
            of digits write key=NAME. svga inspect \(option: "json") lists the sprites in order.
            Later sprites are drawn above earlier ones.

            """,
            """
            K 是 imageKey；S 也是 imageKey，或从 0 开始的序号，例如 3,5-9。
            由数字组成的 imageKey 写作 key=NAME。svga inspect \(option: "json") 按顺序列出元素。
            后面的元素绘制在前面的之上。

            """),
        [
            .edit("delete", as: String.self, "K", help: "remove the sprites, image and sound of a key", "删除此 imageKey 的元素、图片和声音") {
                .delete(key: $0)
            }.completed(.key(.all)),
            .movieEdit(
                "reorder", as: OrderArgument.self, "S=WHERE", help: "move sprites: S=front, S=back, S=above:S, S=below:S",
                "移动元素：S=front、S=back、S=above:S 或 S=below:S"
            ) {
                .reorder($0.sprites, $0.position)
            }.completed(.keyEquals(.sprites)),
            .movieEdit(
                "remove-sprites", as: SpriteArgument.self, "S", help: "remove sprites, and mattes that mask nothing else",
                "删除元素，以及不再遮罩任何元素的遮罩"
            ) {
                .removeSprites($0.selection)
            }.completed(.key(.sprites)),
            .movieEdit(
                "canvas-color", as: ColorArgument.self, "COLOR", help: "fill the canvas behind all sprites", "在所有元素之下填充画布"
            ) {
                .setCanvasColor($0.color)
            },
        ])

    static let textGroup = ParameterGroup<EditTask>(
        "Texts", "文字", summary: "\(option: "text-style") \(option: "font") \(option: "no-system-fonts")",
        note: LocalizedText(
            """
            Each \(option: "set-text") becomes images in the file. To change it later, start from the
            original file.
            Styles: name:value, separated by commas, such as size:24,color:#fff,italic
            \(SubstitutionHelp.styles)
            """,
            """
            \(option: "set-text") 的文字会成为文件中的图片。以后要修改，请从原文件开始。
            样式：用逗号分隔的 name:value，例如 size:24,color:#fff,italic
            \(SubstitutionHelp.styles)
            """),
        ([SubstitutionParts.textStyle]
            + SubstitutionOptions.group.parameters.filter { ["font", "no-system-fonts"].contains($0.info.names.last) })
            .map { $0.at(\.texts) })

    static let timeGroup = ParameterGroup<EditTask>(
        "Time", "时间", summary: "\(option: "trim") \(option: "set-fps") \(option: "loop-section")",
        note: LocalizedText(
            """
            A sound that starts in the section of \(option: "loop-section") starts again in each
            repetition. A sound that started before plays on; later sounds move.

            """,
            """
            在 \(option: "loop-section") 的区间内开始的声音，每次重复都会重新开始。
            之前开始的声音继续播放；之后的声音随帧后移。

            """),
        [
            .edit("trim", as: FrameRange.self, "A-B", help: "keep only frames A to B, both included", "只保留 A 到 B 的帧，首尾都包含") {
                .trim(first: $0.first, last: $0.last)
            },
            .edit("set-fps", as: PositiveCount.self, "N", help: "set the frame rate; the frames stay the same", "设置帧率；各帧内容不变") {
                .setFPS($0.value)
            },
            .movieEdit(
                "loop-section", as: LoopArgument.self, "A-BxN", help: "play frames A to B N times in all", "A 到 B 的帧共播放 N 次"
            ) {
                .loopSection(first: $0.frames.first, last: $0.frames.last, count: $0.count)
            },
        ])

    static let soundGroup = ParameterGroup<EditTask>(
        "Sounds", "声音", summary: "\(option: "set-audio") \(option: "remove-audio")",
        [
            .parsed("set-audio", "K=F", help: "replace or add a sound", "替换或添加声音") { (task, word) throws(TaskError) in
                let (key, file) = try KeyedWord.split(word, option: "set-audio", form: "KEY=FILE")
                try FileName.checkAddress(file, "\(option: "set-audio") \(key)")
                guard let name = FileName(argument: file) else { throw .usage("\(option: "set-audio") \(word): the file is missing") }
                task.requests.append(.setAudio(key: key, file: name))
            }.completed(.keyFile(.sounds, ValueCompletion.sounds)),
            Parameter(
                info: ParameterInfo(
                    kind: .flag, names: ["remove-audio"], placeholder: "", help: LocalizedText("remove all sounds", "删除所有声音")),
                store: { task, word in if word != JSONOptions.off { task.requests.append(.plain(.removeAudio)) } }),
        ])
}
