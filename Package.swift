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

/// An extension is one executable that carries the Swift runtime: it starts in 2 ms instead of 6,
/// and its bundle needs nothing else of the machine.
func audioExtension(_ name: String, dependencies: [Target.Dependency]) -> Target {
  .executableTarget(
    name: name, dependencies: dependencies, path: "Plugins/\(name)", exclude: [],
    swiftSettings: swiftSettings,
    linkerSettings: [.unsafeFlags(["-static-stdlib", "-Xlinker", "-s"])])
}

func target(
  _ name: String, dependencies: [Target.Dependency] = [], path: String? = nil
) -> Target {
  .target(name: name, dependencies: dependencies, path: path, swiftSettings: swiftSettings)
}

func tests(_ name: String, dependencies: [Target.Dependency]) -> Target {
  .testTarget(name: name, dependencies: dependencies, swiftSettings: swiftSettings)
}

let package = Package(
  name: "tenuto",
  products: [
    .library(name: "TenutoMIDI", targets: ["TenutoMIDI"]),
    .library(name: "TenutoExtension", targets: ["TenutoExtension"]),
    .library(name: "TenutoHost", targets: ["TenutoHost"]),
    // .library(name: "TenutoJACK", targets: ["TenutoJACK"]),
    // .executable(name: "tenuto", targets: ["tenuto"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"),
  ],
  targets: [
    .target(name: "CTenuto"),
    target("TenutoMIDI"),
    target("TenutoCore", dependencies: ["TenutoMIDI"]),
    target("TenutoTransport", dependencies: ["CTenuto", "TenutoCore", "TenutoMIDI"]),
    target(
      "TenutoExtension", dependencies: ["CTenuto", "TenutoTransport", "TenutoCore", "TenutoMIDI"]),

    target(
      "TenutoHost",
      dependencies: ["CTenuto", "TenutoTransport", "TenutoCore", "TenutoMIDI", "CSndFile"]),
    .systemLibrary(
      name: "CSndFile", pkgConfig: "sndfile", providers: [.apt(["libsndfile1-dev"])]),

    audioExtension("Sine", dependencies: ["TenutoExtension"]),
  ]
)
