import Foundation
import SVGARender
import SVGASupport

@testable import SVGACommand
@testable import SVGATasks

/// The types of Python's keyword arguments: a `TypedDict` for each task, and a `Literal` for each option with fixed values.
enum PythonOptions {
    private typealias Option = OptionFiles.Option

    static var file: String {
        let parts = [header, aliases(tasks.flatMap(\.options)), textStyle, render] + tasks.dropFirst().map(dictionary)
        return parts.joined(separator: "\n\n\n") + "\n"
    }

    /// Options as the keyword arguments of a method.
    private struct Task {
        let name: String
        let method: String
        let options: [Option]

        /// - Parameters:
        ///   - positional: options that are parameters of their own.
        ///   - repeats: whether every option with a text may have several.
        init<Kind: OptionTask>(_ kind: Kind.Type, _ name: String, _ method: String, positional: Set<String> = [], repeats: Bool = false) {
            self.name = name
            self.method = method
            options = OptionFiles.options(of: kind, kind.parameters)
                .filter { $0.info.scope.contains(.calls) && !positional.contains($0.name) }
                .map { option in
                    var option = option
                    option.isRepeatable = option.isFreeText || repeats && option.types == ["string"] || option.info.placeholder == "CODES"
                    if ["audio", "budget"].contains(option.name) { option.isRepeatable = false }
                    return option
                }
        }
    }

    private static let tasks = [
        Task(RenderTask.self, "RenderOptions", "Movie.render"),
        Task(ValidateTask.self, "ValidateOptions", "Movie.validate"),
        Task(DiffTask.self, "DiffOptions", "Movie.diff"),
        Task(OptimizeTask.self, "OptimizeOptions", "Movie.optimize"),
        Task(ConvertTask.self, "ConvertOptions", "Movie.convert", positional: ["to", "images"]),
        Task(FixTask.self, "FixOptions", "Movie.fix", positional: ["for"]),
        Task(EditTask.self, "EditOptions", "Movie.edit", repeats: true),
        Task(ThumbnailTask.self, "ThumbnailOptions", "Movie.thumbnail", positional: ["size"]),
        Task(ComparePlayersTask.self, "ComparePlayersOptions", "Movie.compare_players"),
        Task(UnpackTask.self, "UnpackOptions", "Movie.unpack"),
        Task(ImportTask.self, "ImportOptions", "import_"),
        Task(CreateTask.self, "CreateOptions", "create"),
        Task(PackTask.self, "PackOptions", "pack"),
    ]

    private static let header = """
        \"\"\"The options of ``svga render`` and its sisters as keyword arguments. ``make options`` writes this file.\"\"\"

        from __future__ import annotations

        import os
        from collections.abc import Iterable, Mapping, Sequence
        from typing import TYPE_CHECKING, Any, List, Literal, Optional, Tuple, TypedDict, Union

        if TYPE_CHECKING:
            from ._options import Picture, PictureSource
        """

    // MARK: Fixed values

    /// A type for each list of fixed values, by the first option that has it.
    private static func aliases(_ options: [Option]) -> String {
        var lines = ["PictureFit = Literal[\(ImageFit.allCases.map { quoted("\($0)") }.joined(separator: ", "))]"]
        for (values, name) in aliasNames(options) {
            lines.append("\(name) = Literal[\(values.map(quoted).joined(separator: ", "))]")
        }
        return lines.sorted().joined(separator: "\n")
    }

    private static func aliasNames(_ options: [Option]) -> [[String]: String] {
        var names: [[String]: String] = [targets: "ConversionTarget"]
        for option in options where !option.closedValues.isEmpty && names[option.closedValues] == nil {
            let name = ["to": "MovieFormat", "deny": "Denial"][option.name] ?? pascal(option.name)
            // `alpha` of `svga import` has other values than that of `svga render`.
            names[option.closedValues] = names.values.contains(name) ? "Video" + name : name
        }
        return names
    }

    /// The values of the parameter `to` of `Movie.convert`.
    private static let targets = ConvertTask.parameters["to"]?.info.values ?? []

    private static let names = aliasNames(tasks.flatMap(\.options))

    // MARK: Dictionaries

    private static var textStyle: String {
        let lines = TextStyleProperty.all.map { property -> String in
            let takesNumber = ["1", "100"].contains { property.parse($0) != nil }
            let takesText = property.values.isEmpty && !takesNumber && !property.isSwitch || property.parse("#fff") != nil
            var types = property.isSwitch ? ["bool"] : takesNumber && property.parse("#fff") == nil ? ["float"] : []
            if takesText { types.append("str") }
            if !takesText && !property.isSwitch && !property.values.isEmpty {
                types.append("Literal[\(property.values.map(quoted).joined(separator: ", "))]")
            }
            let form = property.isSwitch ? "" : "\n    \"\"\"\(property.form)\"\"\""
            return "    \(keyword(property.name)): Optional[\(union(types))]\(form)"
        }
        return "class TextStyle(TypedDict, total=False):\n    \"\"\"Of one text: a value of ``text_style``.\"\"\"\n\n"
            + lines.joined(separator: "\n")
    }

    /// Drawing, with the classes of the methods that add to it.
    private static var render: String {
        let options = tasks[0].options
        func lines(_ isWanted: (Option) -> Bool) -> String { options.filter(isWanted).map(line).joined(separator: "\n") }
        // Arguments of Movie.scene, which describes them.
        let own = ["size", "set-image", "set-text", "text-style", "hide", "background"]
        let limits = Set(LimitOptions.group.info.parameters.flatMap(\.names))
        return """
            class OpenOptions(TypedDict, total=False):
                \"\"\"Of :func:`open`: the limits, which hold for all that is done with the movie.\"\"\"

            \(lines { limits.contains($0.name) || ["strict", "allow"].contains($0.name) })


            class DrawingOptions(OpenOptions, total=False):
                \"\"\"Those that no method names.\"\"\"

            \(lines { !(own + ["frame", "format", "strict", "allow"]).contains($0.name) && !limits.contains($0.name) })


            class SceneOptions(DrawingOptions, total=False):
                \"\"\"Of :meth:`Movie.scene`.\"\"\"

            \(lines { ["frame", "format"].contains($0.name) })


            class RenderOptions(DrawingOptions, total=False):
                \"\"\"Of :meth:`Movie.render`.\"\"\"

            \(lines { own.contains($0.name) })


            class BytesOptions(RenderOptions, total=False):
                \"\"\"Of :meth:`Movie.export_bytes`.\"\"\"

            \(lines { $0.name == "frame" })


            class ExportOptions(BytesOptions, total=False):
                \"\"\"Of :meth:`Movie.export`.\"\"\"

            \(lines { $0.name == "format" })
            """
    }

    private static func dictionary(_ task: Task) -> String {
        let limits = Set(LimitOptions.group.info.parameters.flatMap(\.names)).union(["strict", "allow"])
        let role = task.method.contains(".") ? "meth" : "func"
        return "class \(task.name)(OpenOptions, total=False):\n    \"\"\"Of :\(role):`\(task.method)`.\"\"\"\n\n"
            + task.options.filter { !limits.contains($0.name) }.map { line($0, isFile: task.name == "EditOptions") }.joined(separator: "\n")
    }

    private static func line(_ option: Option) -> String { line(option, isFile: false) }

    /// - Parameter isFile: whether a picture has to be a file.
    private static func line(_ option: Option, isFile: Bool) -> String {
        "    \(keyword(option.name)): Optional[\(type(option, isFile: isFile))]\n    \"\"\"\(option.help(as: .python))\"\"\""
    }

    // MARK: Types

    private static func type(_ option: Option, isFile: Bool) -> String {
        if let alias = names[option.closedValues] { return alias }
        switch (option.name, option.info.placeholder) {
        case ("set-text", _): return "Mapping[str, str]"
        case ("set-image", _) where isFile: return "Mapping[str, Union[str, os.PathLike[str], Mapping[str, Any]]]"
        case ("set-image", _): return "Mapping[str, Union[PictureSource, Picture]]"
        case ("text-style", _): return "Union[str, Mapping[str, Union[str, TextStyle]]]"
        case ("key", "LAYER=KEY"): return "Union[str, Mapping[str, str], Sequence[str]]"
        case ("set-value", _): return "Union[str, Mapping[str, Any], Sequence[str]]"
        case (_, "WxH"): return "Union[float, str, Tuple[float, float]]"
        case ("crop", _) where option.types != ["boolean"]: return "Union[str, Tuple[float, float, float, float], List[float]]"
        case (_, "LIST"): return "Union[int, str, Iterable[int]]"
        case ("player", _), ("for", _): return "Union[str, Sequence[str]]"
        default: break
        }
        let names = ["boolean": "bool", "integer": "int", "number": "float", "string": "str"]
        var types = option.types.compactMap { names[$0] }
        if option.info.isFile { types.append("os.PathLike[str]") }
        let one = union(types)
        return option.isRepeatable ? union(types + ["Sequence[\(one)]"]) : one
    }

    private static func union(_ types: [String]) -> String { types.count == 1 ? types[0] : "Union[\(types.joined(separator: ", "))]" }
    private static func keyword(_ name: String) -> String { name.replacing("-", with: "_") }
    private static func quoted(_ text: String) -> String { JSONText.quoted(text, escaping: []) }
    private static func pascal(_ name: String) -> String { name.split(separator: "-").map(\.capitalized).joined() }
}
