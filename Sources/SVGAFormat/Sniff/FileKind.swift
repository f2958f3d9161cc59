/// What a file is that cannot be read as a movie, by its content.
public enum FileKind: String, Hashable, Sendable, CaseIterable, CustomStringConvertible {
    // Animations.
    case lottie, lottieArchive, rive, pag
    // Pictures and media.
    case png, jpeg, gif, webP, bmp, svg, otherPicture, video, sound
    // Parts and sources of movies.
    case movieSpec, creationSpec
    // Archives.
    case zipArchive, androidPackage, applePackage, officeDocument, otherArchive, truncatedZip
    // Documents and programs.
    case pdf, webPage, xml, json, text, utf16Text, program
    // Damage in transit.
    case binaryAsText, changedLineEndings, base64, hexadecimal, dataURL, httpMessage, gitLFSPointer, zeros

    /// A noun phrase in English.
    public var description: String {
        switch self {
        case .lottie: "a Lottie animation"
        case .lottieArchive: "a .lottie archive"
        case .rive: "a Rive animation"
        case .pag: "a PAG animation"
        case .png: "a PNG picture"
        case .jpeg: "a JPEG picture"
        case .gif: "a GIF picture"
        case .webP: "a WebP picture"
        case .bmp: "a BMP picture"
        case .svg: "an SVG drawing"
        case .otherPicture: "a picture of a format that is not supported"
        case .video: "a video"
        case .sound: "a sound"
        case .movieSpec: "a movie.spec without its archive"
        case .creationSpec: "a specification for svga create"
        case .zipArchive: "a ZIP archive without a movie"
        case .androidPackage: "an Android package"
        case .applePackage: "an iOS package"
        case .officeDocument: "an office document"
        case .otherArchive: "an archive"
        case .truncatedZip: "a ZIP archive whose end is missing"
        case .pdf: "a PDF document"
        case .webPage: "a web page (HTML)"
        case .xml: "an XML document"
        case .json: "JSON that is no Lottie animation"
        case .text: "plain text"
        case .utf16Text: "text in UTF-16"
        case .program: "a program"
        case .binaryAsText: "binary data that was read and written as text"
        case .changedLineEndings: "binary data whose line endings were changed"
        case .base64: "Base64 text"
        case .hexadecimal: "hexadecimal text"
        case .dataURL: "a data: URL"
        case .httpMessage: "an HTTP response with its headers"
        case .gitLFSPointer: "a Git LFS pointer"
        case .zeros: "only zero bytes"
        }
    }
}
