/// The format of a file that is not a movie, detected by its content.
package struct FileKind: Hashable, Sendable, CustomStringConvertible {
    package enum Name: Hashable, Sendable, CaseIterable {
        case lottie, lottieArchive, rive, pag, png, jpeg, gif, webP, bmp, svg, otherPicture, video, sound, movieSpec, creationSpec
        case zipArchive, androidPackage, applePackage, officeDocument, otherArchive, truncatedZip, pdf, webPage, xml, json, text
        case utf16Text, program, binaryAsText, changedLineEndings, base64, hexadecimal, dataURL, httpMessage, gitLFSPointer, zeros
    }

    package let name: Name

    package static let allCases = Name.allCases.map { FileKind(name: $0) }

    package static let lottie = FileKind(name: .lottie)
    package static let lottieArchive = FileKind(name: .lottieArchive)
    package static let rive = FileKind(name: .rive)
    package static let pag = FileKind(name: .pag)
    package static let png = FileKind(name: .png)
    package static let jpeg = FileKind(name: .jpeg)
    package static let gif = FileKind(name: .gif)
    package static let webP = FileKind(name: .webP)
    package static let bmp = FileKind(name: .bmp)
    package static let svg = FileKind(name: .svg)
    package static let otherPicture = FileKind(name: .otherPicture)
    package static let video = FileKind(name: .video)
    package static let sound = FileKind(name: .sound)
    package static let movieSpec = FileKind(name: .movieSpec)
    package static let creationSpec = FileKind(name: .creationSpec)
    package static let zipArchive = FileKind(name: .zipArchive)
    package static let androidPackage = FileKind(name: .androidPackage)
    package static let applePackage = FileKind(name: .applePackage)
    package static let officeDocument = FileKind(name: .officeDocument)
    package static let otherArchive = FileKind(name: .otherArchive)
    package static let truncatedZip = FileKind(name: .truncatedZip)
    package static let pdf = FileKind(name: .pdf)
    package static let webPage = FileKind(name: .webPage)
    package static let xml = FileKind(name: .xml)
    package static let json = FileKind(name: .json)
    package static let text = FileKind(name: .text)
    package static let utf16Text = FileKind(name: .utf16Text)
    package static let program = FileKind(name: .program)
    package static let binaryAsText = FileKind(name: .binaryAsText)
    package static let changedLineEndings = FileKind(name: .changedLineEndings)
    package static let base64 = FileKind(name: .base64)
    package static let hexadecimal = FileKind(name: .hexadecimal)
    package static let dataURL = FileKind(name: .dataURL)
    package static let httpMessage = FileKind(name: .httpMessage)
    package static let gitLFSPointer = FileKind(name: .gitLFSPointer)
    package static let zeros = FileKind(name: .zeros)

    /// A noun phrase in English.
    package var description: String {
        switch name {
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
