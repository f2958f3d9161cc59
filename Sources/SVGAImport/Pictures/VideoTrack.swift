import SVGAExport
import SVGAFormat
import SVGAModel
import SVGASupport
import SVGAVideo

/// The sound of a video, for the movie.
struct VideoTrack {
    private let opened: OpenedPictures
    private let limits: Int
    private let isWanted: Bool
    private var bytes: [UInt8] = []
    private var lost: [Imported.Note] = []

    static let key = "sound"
    /// The maximum duration in seconds: about 70 MB.
    private static let maximumSeconds = 3600.0

    init(_ opened: OpenedPictures, _ options: PicturesOptions) throws(ImportError) {
        self.opened = opened
        limits = options.limits.inflatedBytes
        isWanted = opened.hasSound && options.keepsSound
        guard isWanted else {
            if opened.hasSound { lost.append(Imported.Note("its sound is left out")) }
            return
        }
        #if Video
            do throws(SVGAError) {
                if case .bytes(let video) = opened.content {
                    bytes = try VideoSound.mp3(bytes: video, name: opened.name, seconds: VideoTrack.maximumSeconds)
                } else {
                    bytes = try VideoSound.mp3(path: opened.name, seconds: VideoTrack.maximumSeconds)
                }
            } catch {
                if error == .cancelled { throw .cancelled }
                lost.append(Imported.Note(location: "sound", error.message))
            }
        #endif
    }

    var byteCount: Int { bytes.count }

    /// - Returns: notes on lost sound.
    func add(to document: inout SVGADocument, seconds: Double) throws(ImportError) -> [Imported.Note] {
        guard !bytes.isEmpty else { return lost }
        guard bytes.count <= limits else { throw .limit("its sound has \(bytes.count) bytes, more than \(limits) for inflatedBytes") }
        document.movie.images.append(WireImage(key: VideoTrack.key, bytes: bytes))
        var audio = WireAudio()
        audio.audioKey = VideoTrack.key
        audio.endFrame = document.movie.frames
        audio.totalTime = SoundLength.milliseconds(of: bytes) ?? Int32(saturating: min(2e9, seconds * 1000))
        document.movie.audios.append(audio)
        return lost
    }
}
