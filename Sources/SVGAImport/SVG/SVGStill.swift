#if SVG
    import CCairo
    import CPangoCairo
    import CRSVG
    import SVGAModel
    import SVGAPixels
    import SVGARender
    import SVGASupport

    /// An SVG parsed by librsvg. Owns its handle.
    ///
    /// It is parsed from bytes without a base URL, so librsvg follows no references to files or servers.
    struct SVGStill: ~Copyable {
        private let handle: UnsafeMutablePointer<RsvgHandle>

        init(_ bytes: [UInt8]) throws(ImportError) {
            for library in [SystemLibrary.cairo, .pango, .rsvg] {
                if let problem = library.problem() { throw .unusable("SVG", reason: problem) }
            }
            GLibMessages.drop()
            var error: UnsafeMutablePointer<GError>?
            guard let handle = rsvg_handle_new_from_data(bytes, gsize(bytes.count), &error) else { throw SVGStill.broken(&error) }
            self.handle = handle
        }

        deinit { g_object_unref(handle) }

        private static func broken(_ error: inout UnsafeMutablePointer<GError>?) -> ImportError {
            let text = error.map { String(cString: $0.pointee.message) } ?? "it cannot be read"
            g_clear_error(&error)
            let line = text.split(whereSeparator: \.isNewline).first.map(String.init) ?? text
            return .broken(kind: "SVG", location: "", reason: Message(verbatim: String(line.unicodeScalars.prefix(200))))
        }

        /// The size in points, or that of the view box; nil if the SVG has neither.
        var size: SVGASize? {
            var (width, height) = (0.0, 0.0)
            if rsvg_handle_get_intrinsic_size_in_pixels(handle, &width, &height) != 0 { return SVGASize(width: width, height: height) }
            var (hasWidth, hasHeight, hasBox): (gboolean, gboolean, gboolean) = (0, 0, 0)
            var (lengthX, lengthY) = (RsvgLength(), RsvgLength())
            var box = RsvgRectangle()
            rsvg_handle_get_intrinsic_dimensions(handle, &hasWidth, &lengthX, &hasHeight, &lengthY, &hasBox, &box)
            return hasBox != 0 ? SVGASize(width: box.width, height: box.height) : nil
        }

        /// Draws the SVG into a canvas of this size.
        private func draw(on context: OpaquePointer, _ size: SVGASize) throws(ImportError) {
            var viewport = RsvgRectangle(x: 0, y: 0, width: size.width, height: size.height)
            var error: UnsafeMutablePointer<GError>?
            guard rsvg_handle_render_document(handle, context, &viewport, &error) != 0 else { throw SVGStill.broken(&error) }
        }

        /// The SVG as a picture, in pixels.
        func picture(width: Int, height: Int) throws(ImportError) -> Pixmap {
            try CairoPicture.drawn(width: width, height: height) { (context) throws(ImportError) in
                try draw(on: context, SVGASize(width: Double(width), height: Double(height)))
            }
        }

        /// The drawing as a Cairo script of at most `limit` bytes.
        /// - Returns: nil if the script is longer, or Cairo cannot write it.
        func script(_ size: SVGASize, limit: Int) throws(ImportError) -> [UInt8]? {
            // Recorded first, because Cairo's script surface fails on filled lines.
            var extents = cairo_rectangle_t(x: 0, y: 0, width: size.width, height: size.height)
            guard let surface = cairo_recording_surface_create(CAIRO_CONTENT_COLOR_ALPHA, &extents) else { throw CairoPicture.noMemory }
            guard let context = cairo_create(surface) else {
                cairo_surface_destroy(surface)
                throw CairoPicture.noMemory
            }
            let drawn = Result { () throws(ImportError) in try draw(on: context, size) }
            cairo_destroy(context)
            let sink = ScriptSink(limit: limit)
            let device = cairo_script_create_for_stream(
                { closure, bytes, count in
                    guard let closure, let bytes else { return CAIRO_STATUS_WRITE_ERROR }
                    let sink = Unmanaged<ScriptSink>.fromOpaque(closure).takeUnretainedValue()
                    return sink.write(UnsafeBufferPointer(start: bytes, count: Int(count)))
                }, Unmanaged.passUnretained(sink).toOpaque())
            guard let device else {
                cairo_surface_destroy(surface)
                throw CairoPicture.noMemory
            }
            guard sink.isHandedOver(to: device) else {
                cairo_surface_destroy(surface)
                withExtendedLifetime(sink) { cairo_device_destroy(device) }
                throw CairoPicture.noMemory
            }
            let status = if case .success = drawn { cairo_script_from_recording_surface(device, surface) } else { CAIRO_STATUS_SUCCESS }
            // In this order, because destroying the surface writes about its groups, and finishing writes buffered data.
            cairo_surface_destroy(surface)
            cairo_device_finish(device)
            cairo_device_destroy(device)
            let words = sink.close()
            try drawn.get()
            return status == CAIRO_STATUS_SUCCESS ? words : nil
        }
    }

    /// The destination of a script.
    ///
    /// Cairo writes into it even after the device is finished: embedded pictures write a release when they are destroyed.
    /// So the sink has the same lifetime as the device, which those pictures retain.
    private final class ScriptSink {
        private let limit: Int
        private var bytes: [UInt8] = []
        private var isFull = false

        init(limit: Int) { self.limit = limit }

        /// Passes ownership to the device, which releases it when it is destroyed.
        /// - Returns: false if memory allocation fails.
        func isHandedOver(to device: OpaquePointer) -> Bool {
            let retained = Unmanaged.passRetained(self)
            // Any unique address is a valid key.
            let key = retained.toOpaque().assumingMemoryBound(to: cairo_user_data_key_t.self)
            let status = cairo_device_set_user_data(device, key, retained.toOpaque()) { sink in
                if let sink { Unmanaged<ScriptSink>.fromOpaque(sink).release() }
            }
            if status != CAIRO_STATUS_SUCCESS { retained.release() }
            return status == CAIRO_STATUS_SUCCESS
        }

        func write(_ more: UnsafeBufferPointer<UInt8>) -> cairo_status_t {
            guard !isFull, bytes.count + more.count <= limit else {
                isFull = true
                return CAIRO_STATUS_WRITE_ERROR
            }
            bytes += more
            return CAIRO_STATUS_SUCCESS
        }

        /// The written bytes; nil if they exceed the limit. Later writes are discarded.
        func close() -> [UInt8]? {
            defer {
                isFull = true
                bytes = []
            }
            return isFull ? nil : bytes
        }
    }
#endif
