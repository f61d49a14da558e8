// swift-tools-version: 6.2
import PackageDescription

/// Settings of every Swift target, as in Tenuto's own package.
let swiftSettings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .strictMemorySafety(),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableExperimentalFeature("Lifetimes"),
]

func target(_ name: String, dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: swiftSettings)
}

// Only the products for extensions: no host, and no other packages.
let package = Package(
  name: "tenuto",
  products: [
    .library(name: "TenutoMIDI", targets: ["TenutoMIDI"]),
    .library(name: "TenutoExtension", targets: ["TenutoExtension"]),
    .library(name: "CTenutoExtension", targets: ["CTenutoExtension"]),
    .library(name: "CxxTenuto", targets: ["CxxTenuto"]),
  ],
  targets: [
    .target(name: "CTenuto"),
    target("TenutoMIDI"),
    target("TenutoCore", dependencies: ["TenutoMIDI"]),
    target("TenutoTransport", dependencies: ["CTenuto", "TenutoCore", "TenutoMIDI"]),
    target(
      "TenutoExtension", dependencies: ["CTenuto", "TenutoTransport", "TenutoCore", "TenutoMIDI"]),
    .target(name: "CTenutoExtension", dependencies: ["CTenuto"]),
    .target(name: "CxxTenuto", cSettings: [.headerSearchPath("include/CoreMIDI")]),
  ],
  cxxLanguageStandard: .cxx20
)
