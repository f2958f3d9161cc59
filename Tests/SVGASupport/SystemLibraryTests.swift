import Foundation
import Testing

@testable import SVGASupport

@Suite struct SystemLibraryTests {
    private static let all: [SystemLibrary] = {
        #if Video
            [.cairo, .pango, .zip, .turbojpeg, .jpeg, .webp, .gif, .imagequant, .zopfli, .libav]
        #else
            [.cairo, .pango, .zip, .turbojpeg, .jpeg, .webp, .gif, .imagequant, .zopfli]
        #endif
    }()

    @Test func `libraries are loaded by many threads at once, and a second time`() {
        let problems = Locked<[Message]>([])
        DispatchQueue.concurrentPerform(iterations: 16) { index in
            if let problem = SystemLibraryTests.all[index % SystemLibraryTests.all.count].problem() {
                problems.withLock { $0.append(problem) }
            }
        }
        #expect(problems.withLock { $0 } == [])
    }
}
