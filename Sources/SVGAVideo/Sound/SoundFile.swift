#if Video
    public import SVGAExport

    /// A file of sound laid under an output as it is: from its start, cut off at the output's end or followed by silence.
    ///
    /// Whatever libav reads: MP3, M4A, WAV, Ogg, FLAC, or the sound of a film. Stereo of 48 kHz, as ``MovieSound``.
    public struct SoundFile: SoundSource {
        public let path: String

        public var followsFrames: Bool { false }

        /// The file is opened by ``makeTrack(speed:seconds:)``.
        public init(path: String) { self.path = path }

        public func makeTrack(speed: Double, seconds: Double) throws(ExportError) -> any SoundTrack {
            let wanted = (seconds * Double(StereoResampler.sampleRate)).rounded()
            guard speed > 0, wanted >= 0, wanted < 0x1p40 else { throw .timing(reason: "there is no sound of that speed and length") }
            let decoder = try SoundDecoder(SoundInput(path: path), speed: speed)
            let mix = try MixedSound(sampleCount: Int(wanted))
            if mix.sampleCount > 0 { try mix.add(decoder, [MixedSound.Clip(place: 0..<mix.sampleCount, offset: 0)]) }
            return mix
        }
    }
#endif
