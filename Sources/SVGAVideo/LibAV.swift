import SVGAModel

#if Video
    import CLibAV
    import SVGAPlatform
    import SVGAExport
    import SVGASupport

    /// Functions for all users of libav.
    enum LibAV {
        /// Loads libav, and silences its log. Must be called before any other function of libav.
        /// - Throws: `codec` with the missing library.
        static func load() throws(SVGAError) {
            if let problem = SystemLibrary.libav.problem() { throw .codec("libav", reason: problem) }
            av_log_set_level(AV_LOG_QUIET)
        }

        /// libav's text for an error code.
        static func text(of code: Int32) -> Message {
            withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { text in
                guard let start = text.baseAddress, av_strerror(code, start, text.count) == 0 else { return "libav's error \(code)" }
                return Message(cString: start)
            }
        }
    }

    extension LibAV {
        /// - Parameter what: the subject of the error.
        static func check(_ result: Int32, _ what: @autoclosure () -> String) throws(SVGAError) {
            guard result >= 0 else { throw .codec(what(), reason: text(of: result)) }
        }

        static func noMemory(for what: String) -> SVGAError { .codec(what, reason: text(of: svga_averror(ENOMEM))) }
    }

    /// The C libraries for video and sound, with the versions of this build. They are loaded on first use.
    package enum VideoLibraries {
        package static var versions: [(name: String, version: String)] {
            [
                ("libavformat", "\(LIBAVFORMAT_VERSION_MAJOR).\(LIBAVFORMAT_VERSION_MINOR).\(LIBAVFORMAT_VERSION_MICRO)"),
                ("libavcodec", "\(LIBAVCODEC_VERSION_MAJOR).\(LIBAVCODEC_VERSION_MINOR).\(LIBAVCODEC_VERSION_MICRO)"),
                ("libswscale", "\(LIBSWSCALE_VERSION_MAJOR).\(LIBSWSCALE_VERSION_MINOR).\(LIBSWSCALE_VERSION_MICRO)"),
                ("libswresample", "\(LIBSWRESAMPLE_VERSION_MAJOR).\(LIBSWRESAMPLE_VERSION_MINOR).\(LIBSWRESAMPLE_VERSION_MICRO)"),
            ]
        }
    }
#endif
