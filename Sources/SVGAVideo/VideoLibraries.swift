#if Video
    import CLibAV

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
