// Draws the same frame for many people, on all cores. The movie is decoded once.
import Foundation
import SVGAKit

let prepared = PreparedMovie(try VideoEntity(path: "gift.svga"))
try await withThrowingTaskGroup(of: Void.self) { group in
    for name in ["Ada", "小雨", "Łukasz"] {
        group.addTask {
            var person = Substitutions()
            person.setText(name, forKey: "name")
            let scene = try prepared.scene(options: RenderOptions(size: .scale(0.4)), substitutions: person)
            try scene.pixmap(frame: 60).data().write(to: URL(fileURLWithPath: "batch-\(name).png"))
        }
    }
    try await group.waitForAll()
}
