// Lists what each player draws differently, and what to do about it.
import Foundation
import SVGAKit

let data = try Data(contentsOf: URL(fileURLWithPath: "features/clips.svga"))
for player in try PlayerComparison(data).players {
    print(player.player.name, player.differingFrames.isEmpty ? "equal" : "\(player.differingFrames.count) frames differ")
    for diagnostic in player.diagnostics { print("  \(diagnostic.identifier) \(diagnostic.message): \(diagnostic.remedy)") }
}
