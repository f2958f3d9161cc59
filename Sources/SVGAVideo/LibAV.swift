#if Video
    import CLibAV

    /// What all users of libav share.
    enum LibAV {
        /// Keeps libav from writing to the standard error. Call it before anything else of libav.
        static func quiet() { av_log_set_level(AV_LOG_QUIET) }

        /// libav's own text for one of its error codes.
        static func text(of code: Int32) -> String {
            withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { text in
                guard let start = text.baseAddress, av_strerror(code, start, text.count) == 0 else { return "libav's error \(code)" }
                return String(cString: start)
            }
        }
    }
#endif
