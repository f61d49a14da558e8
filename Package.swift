// swift-tools-version: 6.2
import PackageDescription

/// Settings of every Swift target: memory safety is spelled out, imports are exact, no warning stays.
let swiftSettings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableExperimentalFeature("Lifetimes"),
]

let argumentParser = Target.Dependency.product(
  name: "ArgumentParser", package: "swift-argument-parser")

func target(
  _ name: String, dependencies: [Target.Dependency] = [], path: String? = nil
) -> Target {
  .target(name: name, dependencies: dependencies, path: path, swiftSettings: swiftSettings)
}

func program(
  _ name: String, dependencies: [Target.Dependency] = [], path: String? = nil
) -> Target {
  .executableTarget(
    name: name, dependencies: dependencies, path: path, swiftSettings: swiftSettings)
}

func tests(_ name: String, dependencies: [Target.Dependency]) -> Target {
  .testTarget(name: name, dependencies: dependencies, swiftSettings: swiftSettings)
}

/// ThreadSanitizer cannot be linked into static executables; `make tsan` asks for others.
let isSanitized = Context.environment["TENUTO_SANITIZED"] != nil

/// A program that only tests start.
func fixture(_ name: String, dependencies: [Target.Dependency]) -> Target {
  program(name, dependencies: dependencies, path: "Tests/Fixtures/\(name)")
}

/// An extension is one static executable: it starts in 1 ms instead of 6, touches few pages (12 %
/// less of a cycle's price, as every switch starts with a cold TLB), and needs nothing of the
/// machine that it is installed on.
///
/// With a `kernel`, the sound is a library beside it, so that tests and benchmarks can call it.
func audioExtension(_ name: String, kernel: Bool) -> [Target] {
  let kernelName = "\(name)Kernel"
  let kernelTarget = target(
    kernelName, dependencies: ["TenutoExtension"], path: "Plugins/\(name)/Kernel")
  let dependencies: [Target.Dependency] = kernel ? [.target(name: kernelName)] : []
  let executable = Target.executableTarget(
    name: name, dependencies: ["TenutoExtension"] + dependencies, path: "Plugins/\(name)",
    exclude: kernel ? ["Kernel"] : [], swiftSettings: swiftSettings,
    linkerSettings: isSanitized
      ? [] : [.unsafeFlags(["-static-executable", "-use-ld=lld", "-Xlinker", "-s"])])
  return kernel ? [kernelTarget, executable] : [executable]
}

let package = Package(
  name: "tenuto",
  products: [
    .library(name: "TenutoMIDI", targets: ["TenutoMIDI"]),
    .library(name: "TenutoExtension", targets: ["TenutoExtension"]),
    .library(name: "TenutoHost", targets: ["TenutoHost"]),
    .library(name: "TenutoJACK", targets: ["TenutoJACK"]),
    .executable(name: "tenuto", targets: ["tenuto"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"),
  ],
  targets: [
    .target(name: "CTenuto"),
    .target(name: "CJACK"),
    .systemLibrary(
      name: "CSndFile", pkgConfig: "sndfile", providers: [.apt(["libsndfile1-dev"])]),
    target("TenutoMIDI"),
    target("TenutoCore", dependencies: ["TenutoMIDI"]),
    target("TenutoTransport", dependencies: ["CTenuto", "TenutoCore", "TenutoMIDI"]),
    target(
      "TenutoExtension", dependencies: ["CTenuto", "TenutoTransport", "TenutoCore", "TenutoMIDI"]),
    target(
      "TenutoHost",
      dependencies: ["CTenuto", "CSndFile", "TenutoTransport", "TenutoCore", "TenutoMIDI"]),
    target(
      "TenutoJACK",
      dependencies: [
        "CJACK", "CTenuto", "TenutoHost", "TenutoTransport", "TenutoCore", "TenutoMIDI",
      ]),
    // Carries the Swift runtime, so that what is installed does not need the toolchain any more.
    .executableTarget(
      name: "tenuto",
      dependencies: [
        argumentParser, "TenutoHost", "TenutoJACK", "TenutoTransport", "TenutoCore", "TenutoMIDI",
      ],
      swiftSettings: swiftSettings,
      linkerSettings: isSanitized
        ? []
        : [
          .unsafeFlags(["-static-stdlib", "-Xlinker", "-s"]),
          .linkedLibrary("_FoundationCollections"), .linkedLibrary("_FoundationCShims"),
        ]),

    .target(name: "CBench"),
    .executableTarget(name: "tenuto-floor"),
    program(
      "tenuto-bench",
      dependencies: [
        "CBench", "CTenuto", "TenutoHost", "TenutoTransport", "TenutoCore", "TenutoMIDI",
        "TenutoExtension", "SawtoothKernel", "DelayKernel",
      ]),

    program("WriteSong", dependencies: ["TenutoMIDI"], path: "Examples/WriteSong"),
    program(
      "MinimalHost", dependencies: ["TenutoHost", "TenutoCore", "TenutoMIDI"],
      path: "Examples/MinimalHost"),

    .target(name: "CFixtures", path: "Tests/Fixtures/CFixtures"),
    target(
      "TestSupport",
      dependencies: ["TenutoHost", "TenutoTransport", "TenutoCore", "TenutoMIDI"],
      path: "Tests/Fixtures/TestSupport"),
    fixture("FaultyExtension", dependencies: ["CFixtures", "TenutoExtension"]),
    fixture("CheckedExtension", dependencies: ["TenutoExtension"]),
    fixture("LyingExtension", dependencies: ["TenutoTransport", "TenutoCore"]),
    fixture(
      "PlayingHost", dependencies: ["TestSupport", "TenutoHost", "TenutoCore", "TenutoMIDI"]),
    fixture(
      "RealtimeProbe",
      dependencies: [
        "CFixtures", "CTenuto", "TestSupport", "TenutoHost", "TenutoTransport", "TenutoCore",
        "TenutoMIDI",
      ]),

    tests("TenutoMIDITests", dependencies: ["TenutoMIDI"]),
    tests("TenutoCoreTests", dependencies: ["TenutoCore", "TenutoMIDI"]),
    tests(
      "TenutoTransportTests",
      dependencies: ["CTenuto", "TestSupport", "TenutoTransport", "TenutoCore", "TenutoMIDI"]),
    tests("TenutoExtensionTests", dependencies: ["TenutoExtension", "TestSupport"]),
    tests(
      "TenutoHostTests",
      dependencies: [
        "CTenuto", "TestSupport", "TenutoHost", "TenutoTransport", "TenutoCore", "TenutoMIDI",
        "TenutoExtension", "SawtoothKernel",
      ]),
    tests("RealtimeTests", dependencies: ["TestSupport", "TenutoHost", "TenutoCore"]),
    tests("TenutoJACKTests", dependencies: ["TenutoJACK"]),
    tests(
      "TenutoJACKEngineTests",
      dependencies: ["TenutoJACK", "TenutoHost", "TenutoMIDI", "TenutoCore"]),
    tests("CommandLineTests", dependencies: ["CJACK", "TenutoJACK", "TenutoHost", "TenutoMIDI"]),
    tests(
      "DocumentationTests",
      dependencies: ["CTenuto", "TestSupport", "TenutoTransport", "TenutoMIDI"]),
    tests("SawtoothTests", dependencies: ["SawtoothKernel", "TenutoExtension"]),
    tests("DelayTests", dependencies: ["DelayKernel", "TenutoExtension"]),
  ]
    + audioExtension("Sine", kernel: false)
    + audioExtension("Sawtooth", kernel: true)
    + audioExtension("Delay", kernel: true)
)
