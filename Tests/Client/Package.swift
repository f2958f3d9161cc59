// swift-tools-version: 6.2
import PackageDescription

// A user's package: `ci/client` copies it out of the repository, puts the checkout's path in and adds the snippets of the documentation.
// It does without libav; with it, the module is in all other builds.
let package = Package(
    name: "Client",
    dependencies: [.package(name: "SVGAKit", path: "@CHECKOUT@", traits: [])],
    targets: [
        .executableTarget(name: "Client", dependencies: [.product(name: "SVGAKit", package: "SVGAKit")]),
        .executableTarget(name: "EditLines", dependencies: [.product(name: "SVGAKit", package: "SVGAKit")]),
        .executableTarget(name: "Pages", dependencies: [.product(name: "SVGAKit", package: "SVGAKit")]),
        // SwiftUI's names, for the programs of samples/swift.
        .target(name: "SwiftUI"),
        .executableTarget(name: "Samples", dependencies: [.product(name: "SVGAKit", package: "SVGAKit"), "SwiftUI"]),
        .target(name: "Snippets", dependencies: [.product(name: "SVGAKit", package: "SVGAKit")]),
    ]
)
