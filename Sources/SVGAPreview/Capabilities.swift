import SVGAEmulation
import SVGAModel
import SVGARender
import SVGASupport
import SVGATasks

/// The option values that the page offers.
struct Capabilities: Sendable {
    /// The player that is emulated initially; nil: the library's own rules.
    var player: PublicPlayer?
    /// The name of the budget file; nil: none.
    var budget: String?
    /// Whether files may be replaced.
    var allowsWriting = false
}

extension Capabilities: JSONRepresentable {
    var json: JSONValue {
        let formats = OutputFormat.allCases.map { format -> JSONValue in
            let options = EncodingOptions.Name.allCases.filter(format.options.contains)
            return ["name": format.rawValue, "options": options.map(\.rawValue)]
        }
        let presets = Preset.allCases.map { preset -> JSONValue in
            let (rules, summary) = (preset.rules, preset.rules.summary)
            return [
                "name": preset.rawValue, "format": rules.format.rawValue,
                "help": ["en": summary.english.text(as: .page), "zh": summary.chinese.text(as: .page)] as JSONValue,
            ]
        }
        // An older version is offered if the preview was started with it.
        let players = PublicPlayer.allCases + [player].compactMap(\.self).filter { !PublicPlayer.allCases.contains($0) }
        return [
            "version": Product.version, "textStyles": TextStyleProperty.all.map { ["name": $0.name, "form": $0.form] as JSONValue },
            "fits": ImageFit.allCases.map { "\($0)" }, "masks": ImageMask.forms, "players": players.map(\.name),
            "playerVersions": JSONValue.object(players.map { JSONValue.Member(name: $0.name, value: .string($0.version)) }),
            "player": player?.name, "budget": budget, "formats": formats, "presets": presets, "hasVideo": Product.hasVideo,
            "canWrite": allowsWriting,
            "renderOptions": Capabilities.options(RenderTask.pageParameters),
            "optimizeOptions": Capabilities.options(OptimizeTask.pageParameters),
        ]
    }

    /// The options that a form of the page may set.
    private static func options<Task>(_ parameters: [String: Parameter<Task>]) -> JSONValue {
        .array(
            parameters.sorted { $0.key < $1.key }.map { name, parameter in
                let info = parameter.info
                return [
                    "name": name, "isFlag": info.kind == .flag, "form": info.placeholder, "values": info.values,
                    "help": ["en": info.help.english.text(as: .page), "zh": info.help.chinese.text(as: .chinesePage)] as JSONValue,
                    "hasField": info.field != nil,
                ]
            })
    }
}

extension TaskText {
    /// The text for the page, with references to options as its fields.
    var onPage: Message { message(as: .page, option: Wording.field) }
}

extension Wording {
    /// References to options as the English labels of the page's fields.
    static let page = Wording { name, value in field(name, value).description }

    /// The same in Chinese.
    static let chinesePage = Wording { name, value in field(name, value).text { ChineseMessages.table[$0] } }

    /// A reference to an option as the label of its field.
    static func field(_ name: String, _ value: String) -> Message {
        guard let field = fields[name] else { return "the option \(name) of svga preview" }
        return "\"\(field)\"" + Message(verbatim: value.isEmpty ? "" : " \(value)")
    }

    /// The labels of the fields, as in the page's `strings/`. A name has none if two forms label it differently.
    static let fields: [String: Message] = {
        let forms = [labels(RenderTask.pageParameters), labels(OptimizeTask.pageParameters)]
        return Dictionary(forms.joined()) { $0 == $1 ? $0 : nil }.compactMapValues { $0 }
    }()

    private static func labels<Task>(_ parameters: [String: Parameter<Task>]) -> [(String, Message?)] {
        parameters.map { ($0.key, $0.value.info.field) }
    }
}
