package import SVGAEdit
import SVGAEmulation
import SVGAFormat
package import SVGAModel
import SVGARender
import SVGASupport
import SVGAVideo

/// Changes a movie so that players show it as it is drawn here.
package struct FixTask: OptionTask {
    /// Empty: those of the SVGA project.
    package var players: [PlayerList] = []
    package var common = CommonOptions()

    package static let name = "fix"

    package init() {}

    package static let options: [Parameter<FixTask>] = [
        .option(
            \.players, "for", placeholder: "PLAYER",
            help: "players to repair it for: ios, android, web, web-lite, flutter (these are the default), harmony, wechat, or all",
            "为哪些播放器修复：ios、android、web、web-lite、flutter（默认为这五个），harmony、wechat，或 all")
    ]

    package var selectedPlayers: Set<PublicPlayer> {
        players.isEmpty ? Set(PublicPlayer.main) : players.reduce(into: []) { $0.formUnion($1.players) }
    }

    package func run(_ bytes: [UInt8], of input: FileName, in context: TaskContext) throws(TaskError) -> MovieRepair {
        do throws(SVGAError) {
            let repair = try MovieRepair(
                bytes, for: selectedPlayers, options: common.readOptions, convertSound: SoundConversion.mp3(_:key:)
            ) {
                context.progress(TaskProgress(done: $0, total: $1))
            }
            context.finished("fix")
            return repair
        } catch .cancelled {
            throw .interrupted
        } catch {
            throw error.taskError(file: input.path)
        }
    }
}
