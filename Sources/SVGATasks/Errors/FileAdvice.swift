import SVGAFormat
package import SVGAModel

/// Advice for a file that is not a movie.
package enum FileAdvice {
    package static let fetchAgain: TaskText = "download or copy the file again: its end is missing"

    package static func advice(on kind: FileKind) -> TaskText {
        switch kind.name {
        case .lottie, .lottieArchive, .png, .jpeg, .gif, .webP, .bmp, .svg, .video: "\(command: "import") converts it to a movie"
        case .otherPicture: "convert it to PNG, then use \(command: "import")"
        case .rive, .pag: "export the animation as SVGA, Lottie, WebP or a video with alpha, then use \(command: "import")"
        case .sound: "\(command: "edit", "\(option: "set-audio", "KEY=FILE")") adds a sound to a movie"
        case .movieSpec: "put movie.spec and its PNG files into one ZIP: zip movie.svga movie.spec *.png"
        case .creationSpec: "\(command: "create") creates a movie from it"
        case .zipArchive, .otherArchive: "unpack it, and use the .svga files in it"
        case .androidPackage, .applePackage: "unpack it as a ZIP, and use the .svga files in it"
        case .truncatedZip: fetchAgain
        case .officeDocument, .pdf, .program, .text, .json: "use the .svga file itself"
        case .webPage, .xml: "the server may have sent an error message; check the address, and download the file again"
        case .utf16Text: "a shell may have converted the file; save it as binary data"
        case .binaryAsText: "the bytes are lost; download or copy the file again as binary data"
        case .changedLineEndings: "transfer the file again in binary mode; for Git, add \"*.svga binary\" to .gitattributes"
        case .base64: "decode it: base64 -d FILE > movie.svga"
        case .hexadecimal: "decode it: xxd -r -p FILE > movie.svga"
        case .dataURL: "decode what follows the comma: cut -d, -f2 FILE | base64 -d > movie.svga"
        case .httpMessage: "save only the body, such as with curl -o and without -i"
        case .gitLFSPointer: "git lfs pull fetches the file itself"
        case .zeros: "the download or the copy is incomplete; repeat it"
        }
    }

    /// Advice for a ZIP without a movie at its top level.
    package static func advice(onArchiveOf entries: [String]) -> TaskText {
        let names = ["movie.spec", "movie.binary"]
        func ends(with ending: String) -> Bool { entries.contains { $0.hasSuffix(ending) } }
        if names.contains(where: { ends(with: "/" + $0) }) { return "zip the files in the folder, not the folder" }
        if ends(with: ".svga") { return advice(on: .zipArchive) }
        if entries.contains("AndroidManifest.xml") || entries.contains(where: { $0.hasPrefix("Payload/") }) {
            return advice(on: .androidPackage)
        }
        if ends(with: ".json") { return "if it is a Lottie, unpack it, and use \(command: "import") with its JSON" }
        return ends(with: ".png") ? "unpack it, and use \(command: "import") with the images" : ""
    }
}
