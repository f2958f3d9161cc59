import SVGAEmulation
import SVGAModel
import SVGARender
import SVGASupport
import SVGATasks

/// The names that the page offers, as tasks have them.
struct Vocabulary: Sendable {
    /// The one that movies are shown as at first; nil: by our own rules.
    var player: PublicPlayer?
}

extension Vocabulary: JSONRepresentable {
    var json: JSONValue {
        let formats = OutputFormat.allCases.map { format -> JSONValue in
            let options = EncodingOptions.Name.allCases.filter(format.options.contains)
            return ["name": format.rawValue, "options": options.map { String($0.rawValue.dropFirst(2)) }]
        }
        let renderOptions = RenderTask.pageParameters.sorted { $0.key < $1.key }.map { name, parameter -> JSONValue in
            let info = parameter.info
            return [
                "name": name, "isFlag": info.kind == .flag, "form": info.placeholder, "values": info.values,
                "help": ["en": info.help.english, "zh": info.help.chinese] as JSONValue,
            ]
        }
        return [
            "version": Product.version, "textStyles": TextStyleProperty.all.map { ["name": $0.name, "form": $0.form] as JSONValue },
            "fits": ImageFit.allCases.map { "\($0)" }, "masks": ImageMask.forms, "players": PublicPlayer.allCases.map(\.name),
            "player": player?.name, "formats": formats, "hasVideo": Product.hasVideo, "renderOptions": renderOptions,
        ]
    }
}
