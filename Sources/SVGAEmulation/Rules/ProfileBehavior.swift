// What follows from the rules of a profile: the frame at a time, the forms of keys, sounds.

import SVGAModel
import SVGASupport

extension Profile {
    /// The frame that is shown at a time after the start, if the movie plays once.
    package func frame(atSeconds seconds: Double, fps: Int, frames: Int) -> Int {
        let position: Double
        switch frameTiming {
        case .exact: position = seconds * Double(fps)
        case .displayTicks: position = seconds * 60 / Double(max(1, 60 / fps))
        case .lastAtTheEnd: position = seconds * Double(fps) * Double(frames - 1) / Double(frames)
        }
        return min(max(0, Int(saturating: min(position, 1e9))), max(0, frames - 1))
    }
}

extension Profile.PictureSupport {
    /// Whether the player recognizes pictures by the beginning of their base64.
    package var isByBase64: Bool { self == .byBase64 || self == .byBase64OrNone }
}

extension Profile.ImageLookup {
    /// The part of a sprite's key that the lookup compares.
    package func form(ofSprite key: String) -> String {
        switch self {
        case .exactThenShortened, .exact: key
        case .droppingMatte, .droppingFirstMatteOfSprite: key.droppingFirst(".matte")
        case .droppingMatteOfSprite: key.hasSuffix(".matte") ? String(key.dropLast(6)) : key
        case .droppingAllMattesOfSprite: key.droppingAll(".matte")
        case .droppingExtension: key.droppingExtension
        }
    }

    /// The part of an image's key that the lookup compares.
    package func form(ofImage key: String, isJSON: Bool) -> String {
        switch self {
        case .exactThenShortened, .exact, .droppingFirstMatteOfSprite: key
        case .droppingMatteOfSprite, .droppingAllMattesOfSprite: isJSON ? key.droppingAll(".matte") : key
        case .droppingMatte: key.droppingFirst(".matte")
        case .droppingExtension: isJSON ? key.droppingExtension : key
        }
    }
}

extension Profile.SoundSupport {
    /// Whether the player plays a sound with these bytes.
    package func plays(_ bytes: [UInt8]) -> Bool {
        let isTagged = bytes.starts(with: [0x49, 0x44, 0x33])
        return switch self {
        case .all: true
        case .tagged: isTagged
        case .taggedOrMPEG: isTagged || bytes.starts(with: [0xFF, 0xFB, 0x94])
        case .taggedThird: isTagged && bytes.count > 3 && bytes[3] == 3
        case .none: false
        }
    }
}

extension String {
    fileprivate func droppingFirst(_ part: String) -> String {
        guard containsBytes(of: part), let range = utf8.firstRange(of: part.utf8) else { return self }
        return String(self[..<range.lowerBound]) + String(self[range.upperBound...])
    }

    fileprivate func droppingAll(_ part: String) -> String {
        guard containsBytes(of: part) else { return self }
        return utf8.split(separator: part.utf8, omittingEmptySubsequences: false).map { String(Substring($0)) }.joined()
    }

    fileprivate var droppingExtension: String {
        utf8.lastIndex(of: UInt8(ascii: ".")).flatMap { $0 > startIndex ? String(self[..<$0]) : nil } ?? self
    }
}
