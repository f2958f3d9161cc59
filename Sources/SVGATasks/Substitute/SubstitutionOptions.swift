package import SVGALottie
import SVGAModel
package import SVGARender

/// Images, texts and hidden keys: the options of all commands that draw.
package struct SubstitutionOptions: Sendable {
    /// One option of the command line. Later options override earlier ones.
    package enum Part: Sendable {
        case step(SubstitutionPlan.Step)
        case vars(FileName)
    }

    package var parts: [Part] = []
    package var fontFiles: [FileName] = []
    package var ignoresSystemFonts = false
    package var allowsMissingKeys = false
    /// For images at URLs.
    package var url = URLOptions()

    package init() {}

    package static let group = ParameterGroup<SubstitutionOptions>(
        "Substitution", "替换", summary: "\(option: "set-image") \(option: "set-text") \(option: "hide")",
        note: SubstitutionHelp.note,
        [
            .keyed(
                "set-image", "KEY=FILE", help: "replace an image; FILE is a file or a URL", "替换图片；FILE 是文件或 URL",
                split: { (word) throws(TaskError) in try KeyedWord.split(word, option: "set-image", form: "KEY=FILE") }
            ) { (options, key, value) throws(TaskError) in
                if let step = try SubstitutionParts.image(key, value) { options.parts.append(.step(step)) }
            }.completed(.keyFile(.sprites, ValueCompletion.pictures)),
            .keyed(
                "set-text", "KEY=TEXT", help: "draw a text on a sprite", "在元素上绘制文字",
                split: { (word) throws(TaskError) in try KeyedWord.split(word, option: "set-text", form: "KEY=TEXT") }
            ) { (options, key, value) throws(TaskError) in options.parts.append(.step(try SubstitutionParts.text(key, value))) }.completed(
                .keyEquals(.sprites)),
            SubstitutionParts.textStyle,
            .option("hide", as: String.self, "KEY", help: "do not draw the sprites of this key", "不绘制此 imageKey 的元素") {
                $0.parts.append(.step(.hide(key: $1)))
            },
            .keyed(
                "set-value", "PATH=VALUE", help: "Lottie: set a color or number: '**.Color=#f00'", "Lottie：设置颜色或数值：'**.Color=#f00'",
                split: { (word) throws(TaskError) in try ValueArgument.split(word) }
            ) { (options, path, value) throws(TaskError) in options.parts.append(.step(try SubstitutionParts.value(path, value))) },
            .option(
                "vars", as: FileName.self, "FILE", help: "all substitutions as JSON; - is standard input",
                "以 JSON 给出全部替换；- 为标准输入"
            ) {
                $0.parts.append(.vars($1))
            }.completed(.files(["json"])).scoped(.operators),
            .option(
                \.fontFiles, "font", placeholder: "FILE", help: "a font for texts; each character uses the first that has it",
                "文字的字体；每个字符使用第一个含有它的字体"
            ).completed(.files(["ttf", "otf", "ttc"])).scoped(.operators),
            .flag(
                \.ignoresSystemFonts, "no-system-fonts", help: "use only \(option: "font"): the same pixels on every machine",
                "只用 \(option: "font") 指定的字体：在任何机器上像素都相同"
            ).scoped(.operators),
            .flag(\.allowsMissingKeys, "allow-missing", help: "ignore keys that the movie does not have", "忽略动画里没有的 imageKey，不报错"),
            .option("url-timeout", as: Seconds.self, "SECONDS", help: "time limit for one URL (default 30)", "一个 URL 的时限（默认 30 秒）") {
                $0.url.timeout = .seconds($1.value)
            }.scoped(.operators),
            .flag(
                \.url.allowsPrivateHosts, "private-hosts", help: "URLs may lead to this machine and private networks",
                "URL 可以指向本机和内网"
            ).scoped(.calls),
        ]
    ).scoped(.notOnPage)

    /// The number of these options that read standard input, which can be read only once.
    package var standardInputCount: Int {
        parts.count { part in
            switch part {
            case .step(.image(_, let choice)): choice.file.isStandardStream
            case .vars(let file): file.isStandardStream
            case .step: false
            }
        }
    }

    package func validate(input: FileName) throws(TaskError) {
        if standardInputCount + (input.isStandardStream ? 1 : 0) > 1 { throw .usage("standard input (-) can be read only once") }
        if ignoresSystemFonts && fontFiles.isEmpty {
            throw .usage("with \(option: "no-system-fonts") there is no font", advice: "add \(option: "font", "FILE")")
        }
    }
}

/// The help note after these options.
package enum SubstitutionHelp {
    package static var note: LocalizedText {
        LocalizedText(
            """
            KEY is an imageKey; svga inspect \(option: "keys") IN lists them. Each option may be
            repeated; a later one overrides an earlier one.
            FILE of \(option: "set-image") is a PNG, JPEG, WebP, GIF or BMP, or its http or https
            URL. After FILE, each at most once:
              ,fit=fill|contain|cover|none  ,mask=none|circle|original|round:R
              ,default=FILE2  drawn, with a warning, if FILE cannot be read
              Every other comma or = is part of the file's name.
            Styles: name:value, separated by commas, such as size:24,color:#fff,italic
            \(styles)FILE of \(option: "vars"); file names in it are relative to FILE:
              {"images": {"user1": "a.png", "ring": {"file": "b.png", "fit": "cover"}},
               "texts": {"name": {"text": "Ann", "style": {"size": 24}}}, "hide": ["x"]}

            """,
            """
            KEY 是 imageKey；svga inspect \(option: "keys") IN 可列出。每个选项都可以重复，后面的覆盖
            前面的。
            \(option: "set-image") 的 FILE 是 PNG、JPEG、WebP、GIF 或 BMP，或它的 http、https URL。
            FILE 之后，以下各项至多一次：
              ,fit=fill|contain|cover|none  ,mask=none|circle|original|round:R
              ,default=FILE2  FILE 无法读取时改画它，并给出警告
              其余的逗号和 = 都算作文件名的一部分。
            样式：用逗号分隔的 name:value，例如 size:24,color:#fff,italic
            \(styles)\(option: "vars") 的 FILE；其中的文件名相对于 FILE 所在的文件夹：
              {"images": {"user1": "a.png", "ring": {"file": "b.png", "fit": "cover"}},
               "texts": {"name": {"text": "Ann", "style": {"size": 24}}}, "hide": ["x"]}

            """)
    }

    /// The table of style properties, in lines of at most 80 columns.
    package static var styles: String {
        var lines: [String] = []
        var line = " "
        for property in TextStyleProperty.all {
            let word = property.form.isEmpty ? property.name : "\(property.name):\(property.form)"
            if line.count + 1 + word.count > 80 {
                lines.append(line)
                line = " "
            }
            line += " " + word
        }
        return (lines + [line]).map { $0 + "\n" }.joined()
    }
}

/// The image that replaces a bitmap, and its placement in the layout.
package struct ImageChoice: Hashable, Sendable {
    /// A file or a URL; `-` is standard input. Empty only with a ``fallback``.
    package var file: FileName
    /// The file or URL that is used if ``file`` cannot be read.
    package var fallback: FileName?
    package var fit = ImageFit.fill
    package var mask = ImageMask.none
}

/// `KEY=FILE[,fit=FIT][,mask=MASK][,default=FILE]`.
///
/// Only `,fit=…`, `,mask=…` and `,default=…` at the end are options, each at most once. All other commas, and every `=` after the first, belong to the file name.
/// For a file whose name ends in `,fit=fill`, write the option again.
package struct ImageArgument: Hashable, Sendable {
    package let key: String
    package let choice: ImageChoice
    /// Pixels per point of the layout, for an image that is stored in the file.
    package let density: Double

    /// - Parameter takesDensity: whether `,density=N` is also an option, instead of a URL and `,default=FILE`.
    package init(_ word: String, takesDensity: Bool = false) throws(TaskError) {
        let (key, value) = try KeyedWord.split(word, option: "set-image", form: "KEY=FILE")
        try self.init(key: key, value: value, takesDensity: takesDensity)
    }

    /// - Parameter density: by default, the image is stored with one pixel per point.
    package init(key: String, choice: ImageChoice, density: Double = 1) { (self.key, self.choice, self.density) = (key, choice, density) }

    /// - Parameter value: the text after the key and its `=`.
    package init(key: String, value: String, takesDensity: Bool = false) throws(TaskError) {
        let (file, options) = ImageArgument.split(value, takesDensity: takesDensity)
        var (fit, mask, density) = (ImageFit.fill, ImageMask.none, 1.0)
        var fallback: FileName?
        for (name, word) in options {
            switch name {
            case "fit": fit = try ImageFit(option: word, label: "\(option: "set-image"): fit")
            case "mask": mask = try ImageMask(option: word, label: "\(option: "set-image"): mask")
            case "default": fallback = FileName(argument: word)
            default:
                guard let value = Double(argument: word), value > 0, value <= 4 else {
                    throw .usage("\(option: "set-image"): density needs a number above 0 and at most 4, not \"\(word)\"")
                }
                density = value
            }
        }
        for name in [file, fallback?.path ?? ""] {
            try FileName.checkAddress(name, "\(option: "set-image") \(key)", allowsURL: !takesDensity)
        }
        guard !file.isEmpty || fallback != nil else {
            throw .usage("\(option: "set-image") \(key)=\(value): the file name is missing", advice: "write KEY=FILE")
        }
        self.key = key
        choice = ImageChoice(file: FileName(path: file), fallback: fallback, fit: fit, mask: mask)
        self.density = density
    }

    /// Splits a value at the options after the file's name.
    static func split(_ value: String, takesDensity: Bool = false) -> (file: String, options: [(name: String, word: String)]) {
        var file = value[...]
        var options: [(name: String, word: String)] = []
        let names = ["fit", "mask", takesDensity ? "density" : "default"]
        while let comma = file.lastIndex(of: ","), let (name, word) = KeyedWord.halves(String(file[file.index(after: comma)...])),
            names.contains(name), !options.contains(where: { $0.name == name })
        {
            options.append((name, word))
            file = file[..<comma]
        }
        return (String(file), options.reversed())
    }
}

/// `KEY=…`: the key ends at the first `=`.
package enum KeyedWord {
    package static func split(_ word: String, option: String, form: String) throws(TaskError) -> (key: String, value: String) {
        guard let halves = halves(word), !halves.key.isEmpty else { throw .usage("\(option: option) needs \(form), not \"\(word)\"") }
        return halves
    }

    /// Splits a word at its first `=`; nil without one. Splits bytes, because `=` and a combining mark after it form one Character.
    package static func halves(_ word: String) -> (key: String, value: String)? {
        guard let sign = word.utf8.firstIndex(of: UInt8(ascii: "=")) else { return nil }
        return (String(word[..<sign]), String(word[word.utf8.index(after: sign)...]))
    }
}

extension ImageFit {
    package init(option: String, label: TaskText) throws(TaskError) {
        let names = ImageFit.allCases.map { "\($0)" }
        guard let index = names.firstIndex(of: option) else {
            throw .usage(
                "\(label) needs one of \(names.joined(separator: ", ")), not \"\(option)\"",
                advice: Advice.suggestion(for: option, among: names))
        }
        self = ImageFit.allCases[index]
    }
}

extension ImageMask {
    /// The forms of a mask option.
    package static let forms = ["none", "circle", "original", "round:R"]

    /// `none`, `circle`, `original` or `round:R` with the radius in points.
    package init(option: String, label: TaskText) throws(TaskError) {
        switch option {
        case "none": self = .none
        case "circle": self = .circle
        case "original": self = .original
        default:
            guard option.hasPrefix("round:"), let radius = Double(argument: String(option.dropFirst(6))), radius >= 0 else {
                throw .usage(
                    "\(label) needs none, circle, original or round:R, not \"\(option)\"",
                    advice: Advice.suggestion(for: option, among: ["none", "circle", "original"]))
            }
            self = .roundedCorners(radius: radius)
        }
    }
}

/// The value of `--set-value` for a Lottie.
package enum LottieValue: Hashable, Sendable {
    case color(ColorArgument)
    case number(Double)

    package var kind: LottieSettable.Kind {
        switch self {
        case .color: .color
        case .number: .number
        }
    }
}

/// `PATH=VALUE`: the path ends at the last `=`.
package struct ValueArgument: Hashable, Sendable {
    package let keyPath: String
    package let value: LottieValue

    package static func split(_ word: String) throws(TaskError) -> (key: String, value: String) {
        guard let sign = word.utf8.lastIndex(of: UInt8(ascii: "=")), sign > word.startIndex else {
            throw .usage("\(option: "set-value") needs PATH=VALUE, not \"\(word)\"")
        }
        return (String(word[..<sign]), String(word[word.utf8.index(after: sign)...]))
    }

    package init(keyPath: String, value text: String) throws(TaskError) {
        self.keyPath = keyPath
        if let number = Double(argument: text) {
            value = .number(number)
        } else if let color = ColorArgument(argument: text) {
            value = .color(color)
        } else {
            throw .usage("\(option: "set-value") \(keyPath) needs a number or \(ColorArgument.expectation), not \"\(text)\"")
        }
    }
}

/// `[KEY=]name:value,name:value…`. Without a key, or with the key `*`, it applies to all texts.
///
/// A part without a colon is a switch such as `italic`, or continues the font list before it: `font:Noto Sans,serif,size:24`.
package struct TextStyleArgument: Sendable {
    /// nil: all texts.
    package let key: String?
    package let changes: [TextStyleChange]

    private static let label: TaskText = "\(option: "text-style"): "

    package init(_ word: String) throws(TaskError) {
        let halves = KeyedWord.halves(word)
        let style = halves?.value ?? word
        guard !style.isEmpty, halves?.key.isEmpty != true else {
            throw .usage("\(option: "text-style") needs KEY=name:value,… or name:value,…, not \"\(word)\"")
        }
        key = halves?.key == "*" ? nil : halves?.key
        changes = try TextStyleArgument.changes(style)
    }

    package static func changes(_ style: String) throws(TaskError) -> [TextStyleChange] {
        var pairs: [(name: String, value: String)] = []
        for part in style.split(separator: ",", omittingEmptySubsequences: false).map(String.init) {
            let name = part.trimmed
            if let colon = part.firstIndex(of: ":") {
                pairs.append((String(part[..<colon]).trimmed, String(part[part.index(after: colon)...]).trimmed))
            } else if TextStyleProperty.all.contains(where: { $0.isSwitch && $0.name == name }) {
                pairs.append((name, "yes"))
            } else if let last = pairs.last, last.name == "font", !name.isEmpty {
                pairs[pairs.count - 1].value += "," + name
            } else if let property = TextStyleProperty.all.first(where: { $0.name == name }) {
                throw .usage("\(label)\(name) needs \(property.expectation)", advice: "write \(name):\(property.form)")
            } else {
                let advice = Advice.suggestion(for: name, among: TextStyleProperty.all.map(\.name))
                throw .usage("\(label)\"\(part)\" is not name:value", advice: advice.isEmpty ? "see \(help: "substitution")" : advice)
            }
        }
        var changes: [TextStyleChange] = []
        for pair in pairs { changes.append(try TextStyleProperty.change(pair.name, pair.value, label: label)) }
        return changes
    }
}

extension String {
    /// The text without leading and trailing spaces.
    fileprivate var trimmed: String {
        var text = self[...]
        while text.first == " " { text.removeFirst() }
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
