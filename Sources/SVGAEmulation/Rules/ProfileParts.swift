extension Profile {
    /// The profile without what only drawing uses. Movies that were read by profiles with equal reading parts are equal.
    package var reading: Profile {
        var part = self
        part.frameTiming = Profile.ours.frameTiming
        part.framesPastEnd = Profile.ours.framesPastEnd
        (part.bitmapFit, part.replacementFit) = (Profile.ours.bitmapFit, Profile.ours.replacementFit)
        (part.sampling, part.reducesOpaqueColors) = (Profile.ours.sampling, Profile.ours.reducesOpaqueColors)
        (part.fadesWholeSprite, part.alphaReplacesColors) = (Profile.ours.fadesWholeSprite, Profile.ours.alphaReplacesColors)
        part.mattes = Profile.ours.mattes
        (part.clip, part.smoothsClips) = (Profile.ours.clip, Profile.ours.smoothsClips)
        part.blackensClippedReplacements = Profile.ours.blackensClippedReplacements
        part.hidesBitmapOnly = Profile.ours.hidesBitmapOnly
        (part.strokeScale, part.widensThinStrokes) = (Profile.ours.strokeScale, Profile.ours.widensThinStrokes)
        part.coverage = Profile.ours.coverage
        (part.textPlace, part.fadesTexts) = (Profile.ours.textPlace, Profile.ours.fadesTexts)
        part.sounds = Profile.ours.sounds
        return part
    }

    /// The profile without what only reading uses. Equal movies are drawn alike by profiles with equal drawing parts.
    package var drawing: Profile {
        var part = self
        part.appliesLayoutOffset = Profile.ours.appliesLayoutOffset
        part.imageLookup = Profile.ours.imageLookup
        (part.lowestAlpha, part.alphaOfNaN) = (Profile.ours.lowestAlpha, Profile.ours.alphaOfNaN)
        (part.cutsAlpha, part.unwrittenAlpha, part.wrapsAlpha) = (
            Profile.ours.cutsAlpha, Profile.ours.unwrittenAlpha, Profile.ours.wrapsAlpha
        )
        (part.zeroScaleInProtobuf, part.zeroScaleInJSON) = (Profile.ours.zeroScaleInProtobuf, Profile.ours.zeroScaleInJSON)
        part.zeroScaleOfShapes = Profile.ours.zeroScaleOfShapes
        (part.keep, part.paths) = (Profile.ours.keep, Profile.ours.paths)
        part.failsOnNegativeRadius = Profile.ours.failsOnNegativeRadius
        (part.colors, part.unstyled) = (Profile.ours.colors, Profile.ours.unstyled)
        (part.zeroStrokeWidth, part.strokesWithoutColor) = (Profile.ours.zeroStrokeWidth, Profile.ours.strokesWithoutColor)
        (part.zeroMiterLimit, part.cutsMiterLimit) = (Profile.ours.zeroMiterLimit, Profile.ours.cutsMiterLimit)
        part.dashes = Profile.ours.dashes
        return part
    }
}
