// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("ExistentialAny"),
    .treatAllWarnings(as: .error),
]

func module(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(
        name: "\(name)Tests", dependencies: dependencies + ["TestSupport"], path: "Tests/\(name)",
        swiftSettings: strict)
}

/// Reading and drawing: what nearly every test needs.
let core: [Target.Dependency] = ["SVGASupport", "SVGAPixels", "SVGAModel", "SVGAImage", "SVGAFormat", "SVGARender"]

/// Video and decoded sound, by libav.
let video = TargetDependencyCondition.when(traits: ["Video"])
let libav = ["libavformat-dev", "libavcodec-dev", "libavutil-dev", "libswscale-dev", "libswresample-dev"]

let package = Package(
    name: "SVGAKit",
    products: [
        .library(name: "SVGAKit", targets: ["SVGAKit"]),
        .executable(name: "svga", targets: ["svga"]),
        .executable(name: "svga-bench", targets: ["svga-bench"]),
    ],
    traits: [
        .trait(name: "Video", description: "MP4, WebM and MOV, and movies' sound mixed into them: needs libav"),
        .default(enabledTraits: ["Video"]),
    ],
    targets: [
        // C libraries from Debian: each a module map and a shim.h.
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CZopfli", providers: [.apt(["libzopfli-dev"])]),
        .systemLibrary(name: "CLibZip", pkgConfig: "libzip", providers: [.apt(["libzip-dev"])]),
        .systemLibrary(name: "CProtobufC", pkgConfig: "libprotobuf-c", providers: [.apt(["libprotobuf-c-dev"])]),
        .systemLibrary(name: "CCairo", pkgConfig: "cairo", providers: [.apt(["libcairo2-dev"])]),
        .systemLibrary(name: "CPangoCairo", pkgConfig: "pangocairo", providers: [.apt(["libpango1.0-dev"])]),
        .systemLibrary(name: "CSpng", pkgConfig: "spng", providers: [.apt(["libspng-dev"])]),
        .systemLibrary(name: "CTurboJPEG", pkgConfig: "libturbojpeg", providers: [.apt(["libturbojpeg0-dev"])]),
        .systemLibrary(name: "CWebP", pkgConfig: "libwebpdemux", providers: [.apt(["libwebp-dev"])]),
        .systemLibrary(name: "CGif", providers: [.apt(["libgif-dev"])]),
        .systemLibrary(name: "CImageQuant", pkgConfig: "imagequant", providers: [.apt(["libimagequant-dev"])]),
        .systemLibrary(name: "CLibAV", providers: [.apt(libav)]),
        .target(name: "CSVGAProto", dependencies: ["CProtobufC"]),
        .target(name: "CBenchLimit"),
        .target(name: "CSVGASupport"),

        // The way data walks: bytes → container → wire → VideoEntity → frame plan → pixels → sink.
        module("SVGASupport", ["CSVGASupport"]),
        .target(name: "SVGAPixels", swiftSettings: strict, linkerSettings: [.linkedLibrary("m")]),
        module("SVGAModel", ["SVGAPixels"]),
        module("SVGAFormat", ["SVGASupport", "SVGAPixels", "SVGAModel", "CSVGAProto", "CProtobufC", "CZlib", "CZopfli", "CLibZip"]),
        module("SVGAImage", ["SVGAPixels", "SVGAModel", "CSpng", "CTurboJPEG", "CWebP", "CGif"]),
        module("SVGARender", ["SVGASupport", "SVGAPixels", "SVGAModel", "SVGAImage", "CCairo", "CPangoCairo"]),
        module(
            "SVGAExport",
            [
                "SVGASupport", "SVGAPixels", "SVGAModel", "SVGAImage", "SVGARender", "CSVGASupport", "CSpng", "CZlib", "CWebP", "CGif",
                "CImageQuant",
            ]),
        // Empty without the trait, so that whoever embeds the library can do without libav.
        module(
            "SVGAVideo",
            [
                "SVGASupport", "SVGAPixels", "SVGAModel", "SVGAImage", "SVGAFormat", "SVGARender", "SVGAExport",
                .target(name: "CLibAV", condition: video),
            ]),
        module("SVGACheck", ["SVGASupport", "SVGAPixels", "SVGAModel", "SVGAImage", "SVGAFormat", "SVGARender"]),
        module(
            "SVGAEdit",
            [
                "SVGASupport", "SVGAPixels", "SVGAModel", "SVGAImage", "SVGAFormat", "SVGARender", "SVGAExport", "SVGACheck", "CSpng",
                "CZlib", "CImageQuant",
            ]),
        module("SVGAPlayer", ["SVGASupport", "SVGAPixels", "SVGAModel", "SVGAImage", "SVGAFormat", "SVGARender"]),
        module(
            "SVGAKit",
            [
                "SVGASupport", "SVGAPixels", "SVGAModel", "SVGAImage", "SVGAFormat", "SVGARender", "SVGAExport", "SVGAVideo", "SVGACheck",
                "SVGAPlayer", "SVGAEdit",
            ]),
        module(
            "SVGACommand",
            [
                "SVGASupport", "SVGAPixels", "SVGAModel", "SVGAImage", "SVGAFormat", "SVGARender", "SVGAExport", "SVGAVideo", "SVGACheck",
                "SVGAEdit",
            ]),
        .executableTarget(name: "svga", dependencies: ["SVGACommand"], swiftSettings: strict),
        .executableTarget(
            name: "svga-bench",
            dependencies: ["SVGASupport", "SVGAPixels", "SVGAModel", "SVGAImage", "SVGAFormat", "SVGARender", "CCairo", "CBenchLimit"],
            swiftSettings: strict),
        .executableTarget(
            name: "svga-samples",
            dependencies: ["SVGASupport", "SVGAPixels", "SVGAModel", "SVGAImage", "SVGAFormat", "SVGARender", "CCairo"],
            swiftSettings: strict),

        .target(
            name: "TestSupport",
            dependencies: [
                "SVGASupport", "SVGAPixels", "SVGAModel", "SVGAImage", "SVGAFormat", "SVGARender", "SVGAExport", "CSpng", "CTurboJPEG",
                "CWebP", "CGif",
            ],
            path: "Tests/TestSupport", swiftSettings: strict),
        tests("SVGASupport", ["SVGASupport"]),
        tests("SVGAPixels", ["SVGAPixels"]),
        tests("SVGAImage", ["SVGASupport", "SVGAPixels", "SVGAModel", "SVGAImage"]),
        tests("SVGAModel", ["SVGAPixels", "SVGAModel"]),
        tests("SVGAFormat", core + ["CZlib", "CZopfli"]),
        tests("SVGARender", core + ["CCairo"]),
        tests("SVGAExport", core + ["SVGAExport", "CWebP", "CGif", "CSpng"]),
        tests("SVGAVideo", core + ["SVGAExport", "SVGAVideo", .target(name: "CLibAV", condition: video)]),
        tests("SVGACheck", core + ["SVGACheck"]),
        tests("SVGAEdit", core + ["SVGAExport", "SVGACheck", "SVGAEdit"]),
        tests("SVGAKit", ["SVGAKit"]),
        tests("SVGAPlayer", core + ["SVGAPlayer"]),
        tests("SVGACommand", core + ["SVGAExport", "SVGACheck", "SVGAEdit", "SVGACommand"]),
        tests("Complexity", core + ["SVGACheck", "SVGAEdit", "SVGACommand"]),
        .testTarget(
            name: "SVGABenchTests",
            dependencies: core + ["svga-bench", "SVGACheck", "TestSupport"],
            path: "Tests/svga-bench", swiftSettings: strict),
        .testTarget(
            name: "ConformanceTests",
            dependencies: core + ["SVGACheck", "TestSupport"],
            path: "Tests/Conformance", swiftSettings: strict),
    ]
)

// The fuzzers link libFuzzer's main and are built only for `make fuzz` (see .ci/fuzz).
if Context.environment["SVGA_FUZZ"] != nil {
    for name in ["svga-fuzz-read", "svga-fuzz-path"] {
        package.products.append(.executable(name: name, targets: [name]))
        package.targets.append(
            .executableTarget(
                name: name, dependencies: ["SVGASupport", "SVGAPixels", "SVGAModel", "SVGAImage", "SVGAFormat", "SVGARender"],
                swiftSettings: strict))
    }
}
