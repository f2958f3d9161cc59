// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("ExistentialAny"),
    .treatAllWarnings(as: .error),
]

/// Most tests are not optimized, which takes more than half of the time that the compiler needs for them. What they test is, and so is what
/// compares pictures for them, in TestSupport.
let unoptimized = strict + [.unsafeFlags(["-Onone"])]

/// What the front ends consist of: many options, texts and tables, which take the optimizer minutes and gain 1 ms at a start. `make test` builds
/// them without it.
let frontEnd = Context.environment["SVGA_TEST_BUILD"] == nil ? strict : unoptimized

func module(
    _ name: String, _ dependencies: [Target.Dependency] = [], linking libraries: [LinkerSetting] = [], settings: [SwiftSetting] = strict
) -> Target {
    .target(name: name, dependencies: ["SVGAPlatform"] + dependencies, swiftSettings: settings, linkerSettings: libraries)
}

/// - Parameter isOptimized: for tests that compute a lot themselves.
func tests(_ name: String, _ dependencies: [Target.Dependency], isOptimized: Bool = false) -> Target {
    .testTarget(
        name: "\(name)Tests", dependencies: ["SVGAPlatform", "TestSupport"] + dependencies, path: "Tests/\(name)",
        swiftSettings: isOptimized ? strict : unoptimized)
}

/// Making, reading and drawing: what nearly every test needs.
let core: [Target.Dependency] = ["SVGASupport", "SVGAPixels", "SVGAModel", "SVGAImage", "SVGAFormat", "SVGAAuthor", "SVGARender"]

func library(_ name: String, pkgConfig: String?, apt: [String], brew: String) -> Target {
    .systemLibrary(name: name, path: "Sources/System/\(name)", pkgConfig: pkgConfig, providers: [.apt(apt), .brew([brew])])
}

/// Video and decoded sound, by libav.
let video = TargetDependencyCondition.when(traits: ["Video"])
let libav = ["libavformat-dev", "libavcodec-dev", "libavutil-dev", "libswscale-dev", "libswresample-dev"]

/// Stills of SVG, by librsvg.
let svg = TargetDependencyCondition.when(traits: ["SVG"])

/// Expressions of Lottie files, by Duktape.
let expressions = TargetDependencyCondition.when(traits: ["Expressions"])

/// The linker options of libsvga. For Python's wheel, `ci/wheel-libraries --link` makes others, for an older C library.
let libraryLinking = Context.environment["SVGA_LINK_OPTIONS"] ?? "\(Context.packageDirectory)/Sources/libsvga/link.cfg"

let package = Package(
    name: "SVGAKit",
    products: [
        .library(name: "SVGAKit", targets: ["SVGAKit"]),
        .executable(name: "svga", targets: ["svga"]),
        // `make libsvga` gives it its name: SwiftPM makes no library that is called like a program.
        .library(name: "svga-c", type: .dynamic, targets: ["libsvga"]),
        .executable(name: "svga-bench", targets: ["svga-bench"]),
    ],
    traits: [
        .trait(name: "Video", description: "MP4, WebM and MOV, and movies' sound mixed into them: needs libav"),
        .trait(name: "SVG", description: "SVG stills become movies: needs librsvg"),
        .trait(name: "Expressions", description: "Expressions of Lottie files are evaluated: needs Duktape"),
        .default(enabledTraits: ["Video", "SVG", "Expressions"]),
    ],
    targets: [
        // C libraries of the system, in Sources/System: each a module map and a shim.h.
        library("CZlib", pkgConfig: "zlib", apt: ["zlib1g-dev"], brew: "zlib"),
        // Zopfli installs no file for pkg-config.
        library("CZopfli", pkgConfig: nil, apt: ["libzopfli-dev"], brew: "zopfli"),
        library("CDeflate", pkgConfig: "libdeflate", apt: ["libdeflate-dev"], brew: "libdeflate"),
        library("CLibZip", pkgConfig: "libzip", apt: ["libzip-dev"], brew: "libzip"),
        library("CProtobufC", pkgConfig: "libprotobuf-c", apt: ["libprotobuf-c-dev"], brew: "protobuf-c"),
        library("CCairo", pkgConfig: "cairo", apt: ["libcairo2-dev"], brew: "cairo"),
        library("CPangoCairo", pkgConfig: "pangocairo", apt: ["libpango1.0-dev"], brew: "pango"),
        library("CSpng", pkgConfig: "spng", apt: ["libspng-dev"], brew: "libspng"),
        library("CTurboJPEG", pkgConfig: "libturbojpeg", apt: ["libturbojpeg0-dev"], brew: "jpeg-turbo"),
        library("CJPEG", pkgConfig: "libjpeg", apt: ["libjpeg62-turbo-dev"], brew: "jpeg-turbo"),
        library("CWebP", pkgConfig: "libwebpdemux", apt: ["libwebp-dev"], brew: "webp"),
        library("CAom", pkgConfig: "aom", apt: ["libaom-dev"], brew: "aom"),
        library("CJxl", pkgConfig: "libjxl", apt: ["libjxl-dev"], brew: "jpeg-xl"),
        // giflib installs no file for pkg-config; only Debian adds one.
        library("CGif", pkgConfig: nil, apt: ["libgif-dev"], brew: "giflib"),
        library("CImageQuant", pkgConfig: "imagequant", apt: ["libimagequant-dev"], brew: "libimagequant"),
        library("CMicroHTTPD", pkgConfig: "libmicrohttpd", apt: ["libmicrohttpd-dev"], brew: "libmicrohttpd"),
        library("CNettle", pkgConfig: "nettle", apt: ["nettle-dev"], brew: "nettle"),
        library("CCurl", pkgConfig: "libcurl", apt: ["libcurl4-openssl-dev"], brew: "curl"),
        library("CSixel", pkgConfig: "libsixel", apt: ["libsixel-dev"], brew: "libsixel"),
        library("CDuktape", pkgConfig: "duktape", apt: ["duktape-dev"], brew: "duktape"),
        library("CRSVG", pkgConfig: "librsvg-2.0", apt: ["librsvg2-dev"], brew: "librsvg"),
        // SwiftPM takes one name, and libav's five libraries have a file each, of which none requires all others.
        library("CLibAV", pkgConfig: nil, apt: libav, brew: "ffmpeg"),
        .target(name: "CSVGAProto", dependencies: ["CProtobufC"]),
        .target(name: "CBenchLimit", path: "Sources/System/CBenchLimit"),
        // Highway's headers are all that it needs of it.
        .target(name: "CSVGAKernels", cxxSettings: [.headerSearchPath(".")]),
        .target(name: "CSVGASupport", path: "Sources/System/CSVGASupport"),
        // The files of the preview's page, as bytes in the program.
        .target(name: "CSVGAPage", exclude: ["page", "types"]),
        // The player for web pages.
        .target(
            name: "CSVGAWebPlayer", path: "Sources/web",
            exclude: ["svga-player.min.js", "svga-player.d.ts", "export.js", "svga.js", "svga.d.ts", "read", "draw", "play", "types"]),

        // The way data walks: bytes → container → wire → VideoEntity → display list → pixels → sink.
        .target(name: "SVGAPlatform", swiftSettings: strict),
        // Loads libraries when they are first needed.
        .target(
            name: "CSVGALoader",
            cSettings: [
                .define("SVGA_VIDEO", .when(traits: ["Video"])), .define("SVGA_SVG", .when(traits: ["SVG"])),
                .define("SVGA_EXPRESSIONS", .when(traits: ["Expressions"])),
            ]),
        // Runs scripts, and has those that expressions need.
        .target(name: "CSVGAScript", dependencies: ["CSVGALoader", "CDuktape"], exclude: ["scripts"]),
        module("SVGASupport", ["CSVGASupport", "CSVGALoader", "CDeflate", "CZopfli"]),
        .target(
            name: "SVGAPixels", dependencies: ["SVGAPlatform", "SVGASupport", "CSVGAKernels"], swiftSettings: strict,
            linkerSettings: [.linkedLibrary("m")]
        ),
        module("SVGAModel", ["SVGASupport", "SVGAPixels"]),
        module("SVGAFormat", ["SVGASupport", "SVGAPixels", "SVGAModel", "CSVGAProto", "CProtobufC", "CZlib", "CLibZip"]),
        module(
            "SVGAImage",
            [
                "SVGASupport", "SVGAPixels", "SVGAModel", "CSVGALoader", "CSpng", "CZlib", "CTurboJPEG", "CJPEG", "CWebP", "CAom", "CJxl",
                "CGif",
                "CImageQuant",
            ]),
        module("SVGARender", ["SVGASupport", "SVGAPixels", "SVGAModel", "SVGAImage", "CCairo", "CPangoCairo"]),
        // How other players read and draw, above what our own rules do.
        module("SVGAEmulation", ["SVGASupport", "SVGAPixels", "SVGAModel", "SVGAImage", "SVGAFormat", "SVGARender"]),
        module("SVGAExport", ["SVGASupport", "SVGAPixels", "SVGAModel", "SVGAImage", "SVGARender", "CSVGAWebPlayer"]),
        // Without the trait it names its formats but cannot write them. So an app that embeds the library does not need libav.
        module(
            "SVGAVideo",
            [
                "SVGASupport", "SVGAPixels", "SVGAModel", "SVGAImage", "SVGARender", "SVGAExport",
                .target(name: "CLibAV", condition: video),
            ],
            // On Linux CSVGALoader loads it.
            linking: ["avformat", "avcodec", "avutil", "swscale", "swresample"].map {
                .linkedLibrary($0, .when(platforms: [.macOS], traits: ["Video"]))
            }),
        module("SVGACheck", ["SVGASupport", "SVGAPixels", "SVGAModel", "SVGAImage", "SVGAFormat", "SVGARender", "SVGAEmulation"]),
        module(
            "SVGAEdit",
            ["SVGASupport", "SVGAPixels", "SVGAModel", "SVGAImage", "SVGAFormat", "SVGARender", "SVGAEmulation", "SVGACheck"]),
        module("SVGAAuthor", ["SVGASupport", "SVGAPixels", "SVGAModel", "SVGAImage", "SVGAFormat"]),
        // Animations of another kind, drawn as they are: what it evaluates is what SVGAImport makes sprites of.
        module(
            "SVGALottie",
            [
                "SVGASupport", "SVGAPixels", "SVGAModel", "SVGAFormat", "SVGAImage", "SVGARender", "CCairo", "CPangoCairo",
                .target(name: "CSVGAScript", condition: expressions),
            ]),
        module(
            "SVGAImport",
            [
                "SVGASupport", "SVGAPixels", "SVGAModel", "SVGAImage", "SVGAFormat", "SVGARender", "SVGACheck", "SVGAAuthor", "SVGALottie",
                "SVGAExport", "SVGAVideo", "CCairo", "CPangoCairo", .target(name: "CRSVG", condition: svg),
            ]),
        module("SVGAPlayback", ["SVGASupport", "SVGAPixels", "SVGAModel", "SVGARender"]),
        // Where servers and batches read movies: without Foundation, which would delay the start of the command.
        module("SVGASources", ["SVGASupport", "SVGAModel", "SVGAFormat", "CCurl"]),
        module("SVGALoading", ["SVGASupport", "SVGAModel", "SVGAImage", "SVGAFormat", "SVGARender", "SVGASources", "CCurl"]),
        module(
            "SVGAKit",
            [
                "SVGASupport", "SVGAPixels", "SVGAModel", "SVGAImage", "SVGAFormat", "SVGARender", "SVGAEmulation", "SVGAExport",
                "SVGAVideo", "SVGACheck", "SVGAPlayback", "SVGALoading", "SVGAEdit", "SVGAAuthor", "SVGALottie", "SVGAImport",
            ]),
        // Everything that a user can do, as typed requests and results: what the front ends below share.
        module(
            "SVGATasks",
            [
                "SVGASupport", "SVGAPixels", "SVGAModel", "SVGAImage", "SVGAFormat", "SVGARender", "SVGAEmulation", "SVGAExport",
                "SVGAVideo", "SVGACheck", "SVGAEdit", "SVGALottie", "SVGAImport", "SVGASources",
            ], settings: frontEnd),
        // A server of HTTP on this machine: listening, limits, time limits and guards.
        module("SVGAHTTP", ["SVGASupport", "CMicroHTTPD"]),
        module(
            "SVGAPreview",
            [
                "SVGASupport", "SVGAHTTP", "SVGAPixels", "SVGAModel", "SVGAImage", "SVGAFormat", "SVGARender", "SVGAEmulation",
                "SVGAExport", "SVGAVideo", "SVGACheck", "SVGAEdit", "SVGALottie", "SVGAImport", "SVGATasks", "CSVGAPage", "CSVGASupport",
            ], settings: frontEnd),
        // Movies over HTTP for other programs. Optimized in tests too: Swift's optimizer has broken it once, and rates are measured.
        module(
            "SVGAService",
            [
                "SVGASupport", "SVGASources", "SVGAHTTP", "SVGAPixels", "SVGAModel", "SVGAImage", "SVGAFormat", "SVGARender",
                "SVGAEmulation",
                "SVGAExport", "SVGATasks", "CNettle", "CSVGASupport",
            ]),
        module(
            "SVGACommand",
            [
                "SVGASupport", "SVGAPixels", "SVGAModel", "SVGAImage", "SVGAFormat", "SVGARender", "SVGAEmulation", "SVGAExport",
                "SVGAVideo", "SVGACheck", "SVGAEdit", "SVGALottie", "SVGAImport", "SVGASources", "SVGATasks", "SVGAHTTP", "SVGAPreview",
                "SVGAService", "CSixel", "CSVGASupport",
            ], settings: frontEnd),
        .executableTarget(
            name: "svga", dependencies: ["SVGACommand"], exclude: ["link.cfg"], swiftSettings: strict,
            // Swift's own libraries are part of the program, which starts 3 ms earlier. Options of clang in a file come before all libraries.
            linkerSettings: [
                .unsafeFlags(
                    ["-static-stdlib", "-Xclang-linker", "--config=\(Context.packageDirectory)/Sources/svga/link.cfg"],
                    .when(platforms: [.linux]))
            ]),
        // SVGA for other languages: functions of C, which Swift implements. Only they are seen from outside.
        .target(name: "CSVGA", path: "Sources/libsvga/interface"),
        .target(
            name: "libsvga", dependencies: ["CSVGA", "SVGAPlatform", "SVGASupport", "SVGATasks", "SVGAPixels"], path: "Sources/libsvga",
            exclude: ["interface", "exports.map", "link.cfg", "libsvga.pc.in"], swiftSettings: strict,
            linkerSettings: [
                .unsafeFlags(
                    [
                        "-static-stdlib", "-use-ld=lld", "-Xlinker", "-soname=libsvga.so.1", "-Xlinker", "-z", "-Xlinker", "defs",
                        "-Xclang-linker", "--config=\(libraryLinking)",
                        "-Xlinker", "--version-script=\(Context.packageDirectory)/Sources/libsvga/exports.map",
                    ], .when(platforms: [.linux]))
            ]),
        .executableTarget(
            name: "svga-bench",
            dependencies: [
                "SVGAPlatform", "SVGASupport", "SVGAPixels", "SVGAModel", "SVGAImage", "SVGAFormat", "SVGARender", "SVGAExport",
                "SVGAPlayback", "SVGALoading", "CCairo", "CBenchLimit",
            ],
            // Tests check what it prints. Figures are those of a release build.
            swiftSettings: frontEnd),
        .executableTarget(
            name: "svga-samples",
            dependencies: ["SVGASupport", "SVGAPixels", "SVGAModel", "SVGAFormat", "SVGAAuthor", "SVGAEdit", "CCairo"],
            swiftSettings: strict),

        .target(name: "CTestSupport", path: "Tests/CTestSupport"),
        .target(
            name: "TestSupport",
            dependencies: [
                "SVGAPlatform", "SVGASupport", "SVGAPixels", "SVGAModel", "SVGAImage", "SVGAFormat", "SVGARender", "SVGAExport",
                "CSVGAKernels",
                "CSpng", "CTurboJPEG", "CWebP", "CGif", "CTestSupport",
            ],
            path: "Tests/TestSupport", swiftSettings: strict),
        // Tiny movies to hold any player against, one rule each, and the pictures of them; `kit` and `reference` are exported as they are.
        .target(
            name: "ConformanceSuite",
            dependencies: [
                "SVGAPlatform", "SVGASupport", "SVGAPixels", "SVGAModel", "SVGAImage", "SVGAFormat", "SVGARender", "SVGAEmulation",
                "CZlib",
            ],
            path: "Tests/ConformanceSuite", exclude: ["kit", "reference"], swiftSettings: frontEnd),
        .executableTarget(name: "svga-conformance", dependencies: ["SVGAPlatform", "ConformanceSuite"], swiftSettings: frontEnd),
        // What is fuzzed: called by the fuzzer, and by the tests that replay what it found.
        .target(
            name: "FuzzTargets",
            dependencies: core + ["SVGAPlatform", "SVGAEmulation", "SVGACheck", "SVGAEdit", "SVGAExport", "SVGAVideo", "SVGAImport"],
            path: "Tests/FuzzTargets", swiftSettings: strict),
        tests("FuzzReplay", core + ["FuzzTargets"]),
        tests("SVGASupport", ["SVGASupport"]),
        tests("SVGAPixels", ["SVGAPixels", "CSVGAKernels"], isOptimized: true),
        tests("SVGAImage", ["SVGASupport", "SVGAPixels", "SVGAModel", "SVGAImage", "SVGAFormat"]),
        tests("SVGAModel", ["SVGASupport", "SVGAPixels", "SVGAModel"]),
        tests("SVGAFormat", core + ["CZlib", "CZopfli"]),
        .target(name: "CAllocationCount", path: "Tests/CAllocationCount"),
        tests("SVGARender", core + ["CCairo", "CAllocationCount"], isOptimized: true),
        tests("SVGAEmulation", core + ["SVGAEmulation"]),
        tests("SVGAExport", core + ["SVGAExport"]),
        tests(
            "SVGAVideo", core + ["SVGAEmulation", "SVGAExport", "SVGAVideo", .target(name: "CLibAV", condition: video)],
            isOptimized: true),
        tests("SVGACheck", core + ["SVGAEmulation", "SVGACheck", "SVGAEdit", "ConformanceSuite"]),
        tests("SVGAEdit", core + ["SVGAEmulation", "SVGAExport", "SVGACheck", "SVGAEdit"]),
        tests("SVGAAuthor", core + ["SVGACheck"]),
        tests("SVGALottie", core + ["SVGALottie"]),
        tests("SVGAImport", core + ["SVGAEmulation", "SVGAExport", "SVGAVideo", "SVGACheck", "SVGALottie", "SVGAImport"]),
        tests("SVGAKit", ["SVGAKit"]),
        tests("SVGAPlayback", core + ["SVGAPlayback"]),
        tests("SVGALoading", core + ["SVGALoading", "SVGASources"]),
        tests("SVGASources", ["SVGASupport", "SVGAModel", "SVGASources"]),
        tests("SVGAHTTP", ["SVGASupport", "SVGAHTTP"]),
        tests("SVGAPreview", core + ["SVGAEmulation", "SVGAHTTP", "SVGAExport", "SVGACheck", "SVGATasks", "SVGAPreview", "SVGACommand"]),
        tests("SVGAService", core + ["SVGASources", "SVGAHTTP", "SVGATasks", "SVGAService"]),
        tests(
            "SVGACommand",
            core + [
                "SVGAEmulation", "SVGAExport", "SVGACheck", "SVGAEdit", "SVGATasks", "SVGASources", "SVGAHTTP", "SVGAService",
                "SVGACommand",
            ]),
        tests("Complexity", core + ["SVGACheck", "SVGAEdit", "SVGATasks", "SVGACommand"]),
        .testTarget(
            name: "SVGABenchTests",
            dependencies: core + ["svga-bench", "SVGACheck", "TestSupport"],
            path: "Tests/svga-bench", swiftSettings: unoptimized),
        .testTarget(
            name: "ConformanceTests",
            dependencies: core + ["SVGAEmulation", "SVGAExport", "SVGACheck", "TestSupport"],
            path: "Tests/Conformance", swiftSettings: unoptimized),
        .testTarget(
            name: "ConformanceSuiteTests",
            dependencies: core + ["SVGACommand", "ConformanceSuite", "TestSupport"],
            path: "Tests/ConformanceSuiteTests", swiftSettings: unoptimized),
    ],
    cxxLanguageStandard: .cxx17
)

// The fuzzer links libFuzzer's main and is built only for `make fuzz` (see tools/fuzz).
if Context.environment["SVGA_FUZZ"] != nil {
    package.products.append(.executable(name: "svga-fuzz", targets: ["svga-fuzz"]))
    package.targets += [
        .systemLibrary(name: "CFuzzer", path: "Sources/System/CFuzzer"),
        .executableTarget(name: "svga-fuzz", dependencies: ["SVGAPlatform", "CFuzzer", "FuzzTargets"], swiftSettings: strict),
    ]
}

// A faster round while working on one module: SVGA_TESTS=SVGARender,SVGALoading builds only the tests of these folders and what they need.
if let only = Context.environment["SVGA_TESTS"]?.split(separator: ",") {
    let targets = Dictionary(uniqueKeysWithValues: package.targets.map { ($0.name, $0) })
    var needed: Set<String> = []
    func need(_ name: String) {
        guard needed.insert(name).inserted, let target = targets[name] else { return }
        for dependency in target.dependencies {
            switch dependency {
            case .byNameItem(let name, _), .targetItem(let name, _): need(name)
            default: break
            }
        }
    }
    for target in package.targets where target.type == .test && only.contains(where: { target.path == "Tests/\($0)" }) { need(target.name) }
    package.targets.removeAll { !needed.contains($0.name) }
    package.products.removeAll { !needed.contains($0.name) }
}
