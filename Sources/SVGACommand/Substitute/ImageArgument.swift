import SVGARender

/// Which file replaces a bitmap, and how it lies in the layout.
struct ImageChoice: Hashable, Sendable {
    /// `-` is standard input.
    var file: FileName
    var fit = ImageFit.fill
    var mask = ImageMask.none
}

/// `KEY=FILE[,fit=FIT][,mask=MASK]`.
///
/// Only `,fit=…` and `,mask=…` at the very end are options, each once; every other comma and every `=` after the first
/// belongs to the file's name. So a file whose own name ends in `,fit=fill` is meant by saying the option once more.
struct ImageArgument: Hashable, Sendable {
    let key: String
    let choice: ImageChoice

    init(_ word: String) throws(UsageError) {
        let (key, value) = try KeyedWord.split(word, option: "--set-image", form: "KEY=FILE")
        var file = value[...]
        var fit: ImageFit?
        var mask: ImageMask?
        while let comma = file.lastIndex(of: ",") {
            let tail = file[file.index(after: comma)...]
            if fit == nil, tail.hasPrefix("fit=") {
                fit = try ImageFit(option: String(tail.dropFirst(4)), label: "--set-image: fit")
            } else if mask == nil, tail.hasPrefix("mask=") {
                mask = try ImageMask(option: String(tail.dropFirst(5)), label: "--set-image: mask")
            } else {
                break
            }
            file = file[..<comma]
        }
        guard let name = FileName(argument: String(file)) else {
            throw UsageError(message: "--set-image \(word): the name of the file is missing", advice: "write KEY=FILE")
        }
        self.key = key
        choice = ImageChoice(file: name, fit: fit ?? .fill, mask: mask ?? .none)
    }
}

/// `KEY=…`: the key ends at the first `=`.
enum KeyedWord {
    static func split(_ word: String, option: String, form: String) throws(UsageError) -> (key: String, value: String) {
        guard let sign = word.firstIndex(of: "="), sign > word.startIndex else {
            throw UsageError(message: "\(option) needs \(form), not \"\(word)\"")
        }
        return (String(word[..<sign]), String(word[word.index(after: sign)...]))
    }
}

extension ImageFit {
    init(option: String, label: String) throws(UsageError) {
        guard let fit = ImageFit(rawValue: option) else {
            let names = ImageFit.allCases.map(\.rawValue)
            throw UsageError(
                message: "\(label) needs one of \(names.joined(separator: ", ")), not \"\(option)\"",
                advice: Advice.meant(by: option, among: names))
        }
        self = fit
    }
}

extension ImageMask {
    /// `none`, `circle`, `original` or `round:R` with the radius in points.
    init(option: String, label: String) throws(UsageError) {
        switch option {
        case "none": self = .none
        case "circle": self = .circle
        case "original": self = .original
        default:
            guard option.hasPrefix("round:"), let radius = Double(argument: String(option.dropFirst(6))), radius >= 0 else {
                throw UsageError(
                    message: "\(label) needs none, circle, original or round:R, not \"\(option)\"",
                    advice: Advice.meant(by: option, among: ["none", "circle", "original"]))
            }
            self = .roundedCorners(radius: radius)
        }
    }
}
