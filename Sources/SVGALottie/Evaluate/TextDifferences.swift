import SVGAModel
import SVGARender
import SVGASupport

/// How the drawn texts differ from those of the file or the set ones.
extension LottieEvaluator {
    /// The maximum number of letters that are compared in all texts.
    private static let maximumLetters = 1_000_000

    /// The differences of each text layer, by its name, in the order of the file. Layers with the same name have one entry.
    /// - Parameter isHidden: whether the layers with a name are hidden.
    func textRemarks(isHidden: (String) -> Bool) -> [(layer: String, remarks: TextRemarks)] {
        var found: [(layer: String, remarks: TextRemarks)] = []
        var positions: [String: Int] = [:]
        var lettersLeft = LottieEvaluator.maximumLetters
        for list in [composition.layers] + composition.precompositions {
            for layer in list.layers where !isHidden(layer.name) {
                guard case .text(let text) = layer.content else { continue }
                let remarks = remarks(on: text, of: layer.name, &lettersLeft)
                if let position = positions[layer.name] {
                    found[position].remarks.add(remarks)
                } else {
                    positions[layer.name] = found.count
                    found.append((layer.name, remarks))
                }
            }
        }
        return found
    }

    /// The differences that the reader does not note.
    static func notes(on remarks: TextRemarks, of layer: String) -> [Diagnostic] {
        var notes: [Diagnostic] = []
        if !remarks.missing.isEmpty {
            let characters = String(String.UnicodeScalarView(remarks.missing))
            notes.append(.lottie(location: "layer \"\(layer)\"", "no font has these characters: \(characters)"))
        }
        if let font = remarks.substitution {
            notes.append(
                .lottie(
                    location: "layer \"\(layer)\"", "the font \"\(font.requested)\" is not installed, so \"\(font.used)\" is used"))
        }
        return notes
    }

    private func remarks(on text: LottieText, of layer: String, _ lettersLeft: inout Int) -> TextRemarks {
        var remarks = TextRemarks()
        for document in text.documents where lettersLeft > 0 {
            let drawn = texts[layer] ?? document.text
            remarks.isCut = remarks.isCut || (texts[layer] == nil ? document.isCut : cutTexts.contains(layer))
            let font = LottieFontKey(composition.fonts[document.font], named: document.font)
            var count = 0
            for written in drawn {
                count += 1
                guard count <= LetterSource.maximumTextLength else {
                    remarks.isCut = true
                    break
                }
                if written.isNewline || written == "\u{3}" { continue }
                let character = document.drawn(written)
                guard let letter = letters.letter(character, font) else {
                    // The file has too many different letters.
                    if !character.isWhitespace { remarks.isCut = true }
                    continue
                }
                for scalar in letter.missing { remarks.addMissing(scalar) }
                guard letter.installed != nil, !character.isWhitespace else { continue }
                remarks.substitution = remarks.substitution ?? letters.substitutions[font]
            }
            lettersLeft -= count
        }
        return remarks
    }
}
