// swift-tools-version: 6.2
import PackageDescription

// A user's package: `ci/client` copies it out of the repository, puts the checkout's path in and adds the snippets of the documentation.
// It does without libav; with it, the module is in all other builds.
let package = Package(
    name: "Client",
    dependencies: [.package(name: "SVGAKit", path: "@CHECKOUT@", traits: [])],
    targets: [
        .executableTarget(name: "Client", dependencies: [.product(name: "SVGAKit", package: "SVGAKit")]),
        .executableTarget(name: "Readme", dependencies: [.product(name: "SVGAKit", package: "SVGAKit")]),
        .target(name: "Snippets", dependencies: [.product(name: "SVGAKit", package: "SVGAKit")]),
    ]
)
