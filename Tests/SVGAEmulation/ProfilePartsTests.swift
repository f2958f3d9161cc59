import SVGAEmulation
import SVGAFormat
import SVGAModel
import SVGARender
import TestSupport
import Testing

@Suite("Parts of profiles")
struct ProfilePartsTests {
    @Test(
        "a movie that is taken for one by another profile is drawn by the calls of that profile's own reading",
        arguments: PublicPlayer.allCases)
    func parts(player: PublicPlayer) throws {
        var (redrawn, alike, changed) = (0, 0, 0)
        for test in PlayerRuleCase.all {
            let bytes = try DocumentWriter.write(test.movie(), as: test.container)
            let cache = EmulationCache()
            func movie(_ profile: Profile) throws -> VideoEntity {
                try VideoEntity(bytes: bytes, options: ReadOptions(player: player, profile: profile, cache: cache))
            }
            let base = try movie(player.profile)
            let calls = try SVGAScene(base).calls(frame: test.frame)
            for rule in player.rules {
                let profile = Profile(player, without: rule.name)
                let read = try movie(profile)
                let callsOfReading = try SVGAScene(read).calls(frame: test.frame)
                if let movie = base.drawn(by: profile) {
                    redrawn += 1
                    #expect(try SVGAScene(movie).calls(frame: test.frame) == callsOfReading, "\(rule.name), \(test)")
                }
                if read.isDrawn(like: base) {
                    alike += 1
                    #expect(callsOfReading == calls, "\(rule.name), \(test)")
                }
                if callsOfReading != calls { changed += 1 }
            }
        }
        #expect(redrawn > 0 && alike > 0 && changed > 0)
    }
}
