import SVGAModel
package import SVGARender

extension SVGAScene {
    /// Whether all frames certainly have the same draw calls as in another scene of the same file, without comparing them: the movie was read with
    /// the same result, and the profiles differ only in reading. False if this is not known.
    /// - Complexity: linear in the frames of all sprites, which reading them was too.
    package func certainlyDraws(like other: SVGAScene) -> Bool {
        guard let ours = emulated?.rules, let theirs = other.emulated?.rules, options == other.options else { return false }
        return ours.profile.draws(like: theirs.profile) && ours.movie.spritesWithBrokenPicture == theirs.movie.spritesWithBrokenPicture
            && ours.movie.failingClips == theirs.movie.failingClips && ours.movie.failingShapes == theirs.movie.failingShapes
            && ours.movie.gammas == theirs.movie.gammas && movie.draws(like: other.movie)
    }
}

extension VideoEntity {
    /// Whether everything that draw calls depend on is equal, for two readings of one file.
    fileprivate func draws(like other: VideoEntity) -> Bool {
        guard viewBox == other.viewBox, frameCount == other.frameCount, images.count == other.images.count,
            sprites.count == other.sprites.count,
            zip(images, other.images).allSatisfy({ $0.key == $1.key && $0.format == $1.format })
        else { return false }
        // All sprites of a movie share the tables.
        if let tables = sprites.first?.frames.tables, let others = other.sprites.first?.frames.tables {
            guard tables.layouts == others.layouts, tables.clipPaths == others.clipPaths, tables.shapeLists == others.shapeLists else {
                return false
            }
        }
        return zip(sprites, other.sprites).allSatisfy { sprite, other in
            sprite.imageKey == other.imageKey && sprite.matteKey == other.matteKey && sprite.kind == other.kind
                && sprite.imageIndex == other.imageIndex && sprite.matteIndex == other.matteIndex
                && sprite.frames.records == other.frames.records
        }
    }
}

extension Profile {
    /// Whether two profiles differ only in rules that are applied while a movie is read, and in rules of containers, time and sounds.
    func draws(like other: Profile) -> Bool {
        var profile = self
        profile.copyReading(from: other)
        return profile == other
    }

    /// Takes over each rule that no code in Draw/ refers to.
    private mutating func copyReading(from other: Profile) {
        (archives, readsBinaryEntry, opensGzip, frameTiming, sounds) = (
            other.archives, other.readsBinaryEntry, other.opensGzip, other.frameTiming, other.sounds
        )
        (appliesLayoutOffset, imageLookup, needsLongNames, keep) = (
            other.appliesLayoutOffset, other.imageLookup, other.needsLongNames, other.keep
        )
        (lowestAlpha, alphaOfNaN, cutsAlpha, unwrittenAlpha, wrapsAlpha) = (
            other.lowestAlpha, other.alphaOfNaN, other.cutsAlpha, other.unwrittenAlpha, other.wrapsAlpha
        )
        (zeroScaleInProtobuf, zeroScaleInJSON, zeroScaleOfShapes) = (
            other.zeroScaleInProtobuf, other.zeroScaleInJSON, other.zeroScaleOfShapes
        )
        (paths, failsOnEmptyPath, failsOnNegativeRadius, hidesNegativeRadii, hidesNegativeSizes) = (
            other.paths, other.failsOnEmptyPath, other.failsOnNegativeRadius, other.hidesNegativeRadii, other.hidesNegativeSizes
        )
        (colors, failsWithoutColorAlpha, unstyled, strokesFilledShapes, strokesWithoutColor, zeroStrokeWidth) = (
            other.colors, other.failsWithoutColorAlpha, other.unstyled, other.strokesFilledShapes, other.strokesWithoutColor,
            other.zeroStrokeWidth
        )
        (zeroMiterLimit, cutsMiterLimit, dashes) = (other.zeroMiterLimit, other.cutsMiterLimit, other.dashes)
    }
}
