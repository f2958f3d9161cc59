#if Video
    import CLibAV
    import Glibc
    import SVGAExport

    extension LibAV {
        /// - Parameter what: whom an error names.
        static func check(_ result: Int32, _ what: @autoclosure () -> String) throws(ExportError) {
            guard result >= 0 else { throw .codec(what(), reason: text(of: result)) }
        }

        static func noMemory(for what: String) -> ExportError { .codec(what, reason: text(of: svga_averror(ENOMEM))) }
    }
#endif
