import SVGAKit

/// One prepared movie, a scene per user, and single changes of it.
func liveScenes(_ prepared: PreparedMovie, photo: String, _ checks: inout Checks) throws {
    let keys = prepared.keys
    checks.check(keys.count == 23, "keys: \(keys.map(\.key).prefix(3).joined(separator: ", ")), … (\(keys.count))")
    if let avatar = keys.first(where: { $0.key == "user1" }) {
        checks.check(
            avatar.kind == .bitmap && avatar.imageSize == SVGASize(width: 200, height: 200), "user1 takes an image of 200 × 200 pixels")
        checks.check(avatar.visibleFrames == [31..<89], "user1 is visible in \(avatar.visibleFrames)")
    } else {
        checks.fail("there is a key user1")
    }

    let frame = 66
    let size = RenderOptions(size: .pixels(width: 300, height: 0))
    let plain = try prepared.scene(options: size)
    let before = try plain.pixmap(frame: frame)

    var person = Substitutions()
    person.setImage(try ReplacementImage(path: photo), fit: .cover, mask: .circle, forKey: "user1")
    person.setText("Ann", forKey: "name")
    let ann = try plain.with(person)
    let picture = try ann.pixmap(frame: frame)
    checks.check(picture != before, "with(person) shows a photo and a name")
    checks.check(try plain.pixmap(frame: frame) == before, "the scene it was made from is as it was")

    let bob = try ann.with { $0.setText("Bob", forKey: "name") }
    checks.check(try bob.pixmap(frame: frame) != picture, "another name alone")
    let hidden = try ann.with { $0.setHidden(true, forKey: "user1") }
    checks.check(try hidden.pixmap(frame: frame) != picture, "the avatar hidden")
    let tinted = try ann.with { $0.setTint(SVGAColor(red: 1, green: 0, blue: 0), forKey: "user1") }
    checks.check(try tinted.pixmap(frame: frame) != picture, "the avatar tinted")
    let faded = try ann.with { $0.setOpacity(0.5, forKey: "user1") }
    checks.check(try faded.pixmap(frame: frame) != picture, "the avatar at half opacity")
    let moved = try ann.with { $0.setOffset(x: 20, y: -10, forKey: "user1") }
    checks.check(try moved.pixmap(frame: frame) != picture, "the avatar moved")
    let removed = try ann.with {
        $0.remove(forKey: "user1")
        $0.remove(forKey: "name")
    }
    checks.check(try removed.pixmap(frame: frame) == before, "all removed: the gift as it is")
}

/// Where a host lays views of its own, and what a touch hits.
func overlays(_ prepared: PreparedMovie, _ checks: inout Checks) throws {
    let scene = try prepared.scene()
    let frame = 66
    let placements = try scene.placement(ofKey: "user1", frame: frame)
    guard let placement = placements.first, let inverse = placement.transform.inverted else {
        return checks.fail("user1 is placed in frame \(frame)")
    }
    checks.check(placements.count == 1 && placement.isShown && placement.alpha > 0, "user1 is shown, with alpha \(placement.alpha)")
    let middle = placement.transform.apply(x: placement.size.width / 2, y: placement.size.height / 2)
    let back = inverse.apply(x: middle.x, y: middle.y)
    checks.check(abs(back.x - placement.size.width / 2) < 1e-6, "the inverse leads back into the sprite")
    checks.check(
        placement.corners.count == 4, "its corners are \(placement.corners.map { "(\(Int($0.x)), \(Int($0.y)))" }.joined(separator: " "))")
    checks.check(try scene.placement(ofKey: "user1", frame: 0).allSatisfy { !$0.isShown }, "it is not shown in frame 0")

    let hits = try scene.hits(x: middle.x, y: middle.y, frame: frame)
    checks.check(hits.contains { $0.key == "user1" }, "hit from the top: \(hits.map(\.key).joined(separator: ", "))")
    let chosen = try scene.hits(x: middle.x, y: middle.y, frame: frame, among: ["user1"])
    checks.check(chosen.map(\.key) == ["user1"], "among chosen keys only user1 is hit")
    checks.check(try scene.hits(x: -5, y: -5, frame: frame).isEmpty, "nothing is hit off the canvas")
}
