import Foundation

/// What is measured where no file is named: all of `SVGA_CORPUS`, else of `../shared/corpus` beside the package, else of
/// its `samples`.
enum BenchFiles {
    static func found() -> [String] {
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let here = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
        var folders = ProcessInfo.processInfo.environment["SVGA_CORPUS"].map { [URL(fileURLWithPath: $0)] } ?? []
        folders += [here, package].map { $0.deletingLastPathComponent().appendingPathComponent("shared/corpus") }
        folders += [here, package].map { $0.appendingPathComponent("samples") }
        for folder in folders {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
            let files = names.filter { $0.hasSuffix(".svga") }.sorted()
            if !files.isEmpty { return files.map { folder.appendingPathComponent($0).path } }
        }
        return []
    }
}
