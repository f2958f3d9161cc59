/// The messages of `proto/svga.proto`, for the scan that looks at a file before protobuf-c does.
enum ProtobufSchema: String {
    case movie = "MovieEntity"
    case params = "MovieParams"
    case image = "ImagesEntry"
    case sprite = "SpriteEntity"
    case audio = "AudioEntity"
    case frame = "FrameEntity"
    case layout = "Layout"
    case transform = "Transform"
    case shape = "ShapeEntity"
    case path = "ShapeArgs"
    case rect = "RectArgs"
    case ellipse = "EllipseArgs"
    case style = "ShapeStyle"
    case color = "RGBAColor"

    enum Field {
        case number
        case float
        case text
        case bytes
        case message(ProtobufSchema)

        var wireType: ProtobufCursor.WireType {
            switch self {
            case .number: .varint
            case .float: .fixed32
            case .text, .bytes, .message: .lengthDelimited
            }
        }

        /// Whether a message may have the field more than once.
        var isRepeated: Bool {
            switch self {
            case .message(.image), .message(.sprite), .message(.audio), .message(.frame), .message(.shape): true
            default: false
            }
        }
    }

    /// nil: a field that this format does not know.
    func field(_ number: Int) -> Field? {
        switch (self, number) {
        case (.movie, 1): .text
        case (.movie, 2): .message(.params)
        case (.movie, 3): .message(.image)
        case (.movie, 4): .message(.sprite)
        case (.movie, 5): .message(.audio)
        case (.params, 1...2): .float
        case (.params, 3...4): .number
        case (.image, 1): .text
        case (.image, 2): .bytes
        case (.sprite, 1), (.sprite, 3): .text
        case (.sprite, 2): .message(.frame)
        case (.audio, 1): .text
        case (.audio, 2...5): .number
        case (.frame, 1): .float
        case (.frame, 2): .message(.layout)
        case (.frame, 3): .message(.transform)
        case (.frame, 4): .text
        case (.frame, 5): .message(.shape)
        case (.layout, 1...4), (.transform, 1...6), (.rect, 1...5), (.ellipse, 1...4), (.color, 1...4): .float
        case (.shape, 1): .number
        case (.shape, 2): .message(.path)
        case (.shape, 3): .message(.rect)
        case (.shape, 4): .message(.ellipse)
        case (.shape, 10): .message(.style)
        case (.shape, 11): .message(.transform)
        case (.path, 1): .text
        case (.style, 1...2): .message(.color)
        case (.style, 3), (.style, 6...9): .float
        case (.style, 4...5): .number
        default: nil
        }
    }
}
