#if Video
    public import SVGAExport

    /// Makes frames ready for the codec of a ``VideoSink``, several at once.
    public struct VideoFrameEncoder: FrameEncoder {
        let converters: PixelConverters
        let pictures: PicturePool

        /// - Throws: ``/SVGAExport/ExportError/alphaNotHeld(format:frame:)``.
        public func encode(_ picture: FramePicture) throws(ExportError) -> VideoPicture {
            let target = try pictures.take()
            let converter = try converters.take()
            defer { converters.put(converter) }
            try converter.convert(picture, into: target)
            return target
        }
    }
#endif
