import Foundation
import SVGAKit

/// A user's program: does with `import SVGAKit` alone what the library is for, and looks at what comes out.
///
/// `Client SAMPLES OUT` reads the repository's samples and writes into an empty folder. It ends with 1 if a check fails.
@main struct Client {
    static func main() async {
        guard CommandLine.arguments.count == 3 else { exit(2) }
        let samples = CommandLine.arguments[1]
        let out = CommandLine.arguments[2]
        var checks = Checks()
        do {
            let movie = try VideoEntity(path: samples + "/features/gift-mattes.svga")
            let prepared = PreparedMovie(movie)
            try liveScenes(prepared, photo: samples + "/photo.jpg", &checks)
            try overlays(prepared, &checks)
            try drawings(prepared, &checks)
            try pixels(prepared, &checks)
            try stills(prepared, out: out, &checks)
            try await exports(prepared, out: out, &checks)
            try await ownAnimation(&checks)
            try authoring(out: out, &checks)
            try await loading(samples: samples, &checks)
            await playing(movie, &checks)
        } catch {
            checks.fail("stopped by an error: \(error)")
        }
        print(
            checks.failures == 0
                ? "client: all \(checks.count) checks passed" : "client: \(checks.failures) of \(checks.count) checks FAILED")
        exit(checks.failures == 0 ? 0 : 1)
    }
}

/// Prints each thing that was looked at, and counts.
struct Checks {
    private(set) var count = 0
    private(set) var failures = 0

    mutating func check(_ condition: Bool, _ what: String) {
        count += 1
        if !condition { failures += 1 }
        print(condition ? "  ok    \(what)" : "  FAILED \(what)")
    }

    mutating func fail(_ what: String) { check(false, what) }
}
