#if Video
    import CLibAV
    import SVGAPlatform
    import SVGAExport

    /// What all users of libav share.
    enum LibAV {
        /// Stops libav from writing to the standard error. Call it before any other function of libav.
        static func quiet() { av_log_set_level(AV_LOG_QUIET) }

        /// libav's own text for one of its error codes.
        static func text(of code: Int32) -> String {
            withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { text in
                guard let start = text.baseAddress, av_strerror(code, start, text.count) == 0 else { return "libav's error \(code)" }
                return String(cString: start)
            }
        }
    }

    extension LibAV {
        /// - Parameter what: named in the error.
        static func check(_ result: Int32, _ what: @autoclosure () -> String) throws(ExportError) {
            guard result >= 0 else { throw .codec(what(), reason: text(of: result)) }
        }

        static func noMemory(for what: String) -> ExportError { .codec(what, reason: text(of: svga_averror(ENOMEM))) }
    }

    /// The C libraries behind video and sound, with the versions loaded.
    package enum VideoLibraries {
        package static var versions: [(name: String, version: String)] {
            [
                ("libavformat", text(avformat_version())), ("libavcodec", text(avcodec_version())),
                ("libswscale", text(swscale_version())), ("libswresample", text(swresample_version())),
            ]
        }

        private static func text(_ version: UInt32) -> String { "\(version >> 16).\(version >> 8 & 255).\(version & 255)" }
    }
#endif
