import SVGAEdit
import SVGASupport

// The less common edits, in groups, so that the help of the command fits on a screen.

extension EditTask {
    static let spriteGroup = ParameterGroup<EditTask>(
        "Sprites", "元素",
        summary: LocalizedText(
            "\(option: "delete") \(option: "reorder") \(option: "duplicate") \(option: "offset") …",
            "\(option: "delete") \(option: "reorder") \(option: "duplicate") \(option: "offset") 等"),
        note: LocalizedText(
            """
            K is an imageKey. S is an imageKey, or indices from 0 such as 3,5-9; for a key
            of digits write key=NAME. svga inspect \(option: "json") lists the sprites in order.
            Later sprites are drawn above earlier ones.
            A copy lies above its sprite. With ,as=KEY it gets a key of its own.

            """,
            """
            K 是 imageKey；S 也是 imageKey，或从 0 开始的序号，例如 3,5-9。
            由数字组成的 imageKey 写作 key=NAME。svga inspect \(option: "json") 按顺序列出元素。
            后面的元素绘制在前面的之上。
            副本位于原元素之上；加 ,as=KEY 则有自己的 imageKey。

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
                "duplicate", as: DuplicateArgument.self, "S", help: "copy sprites; ,as=KEY gives the copies another key",
                "复制元素；加 ,as=KEY 可给副本另一个 imageKey"
            ) {
                .duplicate($0.sprites, key: $0.key)
            }.completed(.key(.sprites)),
            .movieEdit(
                "opacity", as: OpacityArgument.self, "S=N", help: "multiply the opacity of sprites by N, 0 to 1", "把元素的不透明度乘以 N，0 到 1"
            ) {
                .setOpacity($0.sprites, $0.opacity)
            }.completed(.keyEquals(.sprites)),
            .movieEdit(
                "offset", as: OffsetArgument.self, "S=X,Y", help: "move sprites on the canvas by X and Y points", "在画布上平移元素，单位为点"
            ) {
                .setOffset($0.sprites, x: $0.x, y: $0.y)
            }.completed(.keyEquals(.sprites)),
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
        "Time", "时间", summary: "\(option: "trim") \(option: "set-fps") \(option: "loop-section") \(option: "retime")",
        note: LocalizedText(
            """
            A sound that starts in the section of \(option: "loop-section") starts again in each
            repetition. A sound that started before plays on; later sounds move.
            \(option: "retime") repeats frames or leaves some out; sounds keep their speed.
            EASING: linear (default), ease, ease-in, ease-out, ease-in-out, or X1/Y1/X2/Y2

            """,
            """
            在 \(option: "loop-section") 的区间内开始的声音，每次重复都会重新开始。
            之前开始的声音继续播放；之后的声音随帧后移。
            \(option: "retime") 重复或略去一些帧；声音的速度不变。
            EASING：linear（默认）、ease、ease-in、ease-out、ease-in-out，或 X1/Y1/X2/Y2

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
            .movieEdit(
                "retime", as: RetimeArgument.self, "A-B=N", help: "play frames A to B in N frames; ,EASING: not at one speed",
                "用 N 帧播放 A 到 B 的帧；加 ,EASING 可变速"
            ) {
                .retime(first: $0.frames.first, last: $0.frames.last, frames: $0.count, $0.easing)
            },
        ])

    static let soundGroup = ParameterGroup<EditTask>(
        "Sounds", "声音", summary: "\(option: "set-audio") \(option: "audio-volume") \(option: "remove-audio")",
        note: LocalizedText(
            """
            The volume of an MP3 changes in steps of 1.5 dB, without encoding it again.
            \(option: "delete") removes one sound.

            """,
            """
            MP3 的音量以 1.5 dB 为一档改变，不重新编码。
            \(option: "delete") 可删除单个声音。

            """),
        [
            .parsed("set-audio", "K=F", help: "replace or add a sound", "替换或添加声音") { (task, word) throws(TaskError) in
                let (key, file) = try KeyedWord.split(word, option: "set-audio", form: "KEY=FILE")
                try FileName.checkAddress(file, "\(option: "set-audio") \(key)")
                guard let name = FileName(argument: file) else { throw .usage("\(option: "set-audio") \(word): the file is missing") }
                task.requests.append(.setAudio(key: key, file: name))
            }.completed(.keyFile(.sounds, ValueCompletion.sounds)),
            .movieEdit(
                "audio-start", as: SoundStartArgument.self, "K=FRAME", help: "move a sound, so that it starts at FRAME",
                "移动声音，使其从 FRAME 帧开始"
            ) {
                .startSound(key: $0.key, frame: $0.frame)
            }.completed(.keyEquals(.sounds)),
            .movieEdit(
                "audio-volume", as: VolumeArgument.self, "K=N", help: "multiply a sound's volume by N, such as 0.5", "把声音的音量乘以 N，例如 0.5"
            ) {
                .setVolume(key: $0.key, $0.volume)
            }.completed(.keyEquals(.sounds)),
            Parameter(
                info: ParameterInfo(
                    kind: .flag, names: ["remove-audio"], placeholder: "", help: LocalizedText("remove all sounds", "删除所有声音")),
                store: { task, word in if word != JSONOptions.off { task.requests.append(.plain(.removeAudio)) } }),
        ])
}
