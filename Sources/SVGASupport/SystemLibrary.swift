import CSVGALoader

/// The C libraries that are loaded on first use, for a fast start.
package enum SystemLibrary: Sendable {
    case cairo
    /// With GLib and fontconfig.
    case pango
    case zip
    case turbojpeg
    case jpeg
    case webp
    case aom
    case jxl
    case gif
    case imagequant
    case zopfli
    case sixel
    case microhttpd
    case nettle
    case curl
    #if Expressions
        case duktape
    #endif
    #if SVG
        case rsvg
    #endif
    #if Video
        case libav
    #endif

    /// Loads the library if necessary. Call it before the library's functions: a call without it ends the process.
    /// - Returns: nil, or one line with the missing library and its Debian package.
    package func problem() -> Message? {
        let text =
            switch self {
            case .cairo: svga_load_cairo()
            case .pango: svga_load_pango()
            case .zip: svga_load_zip()
            case .turbojpeg: svga_load_turbojpeg()
            case .jpeg: svga_load_jpeg()
            case .webp: svga_load_webp()
            case .aom: svga_load_aom()
            case .jxl: svga_load_jxl()
            case .gif: svga_load_gif()
            case .imagequant: svga_load_imagequant()
            case .zopfli: svga_load_zopfli()
            case .sixel: svga_load_sixel()
            case .microhttpd: svga_load_microhttpd()
            case .nettle: svga_load_nettle()
            case .curl: svga_load_curl()
            #if Expressions
                case .duktape: svga_load_duktape()
            #endif
            #if SVG
                case .rsvg: svga_load_rsvg()
            #endif
            #if Video
                case .libav: svga_load_libav()
            #endif
            }
        return text.map { Message(cString: $0) }
    }
}
