// swift-tools-version: 6.2
import PackageDescription

// The products for extensions, as in Package.swift, with the Swift modules prebuilt for the
// toolchain in the archive's name. `.ci/kit` creates both.
let package = Package(
  name: "tenuto",
  products: [
    .library(name: "TenutoMIDI", targets: ["TenutoKit", "TenutoKitRuntime"]),
    .library(name: "TenutoExtension", targets: ["TenutoKit", "TenutoKitRuntime"]),
    .library(name: "CTenutoExtension", targets: ["CTenutoExtension"]),
    .library(name: "CxxTenuto", targets: ["CxxTenuto"]),
  ],
  targets: [
    .binaryTarget(name: "TenutoKit", path: "TenutoKit.artifactbundle"),
    // Links the toolchain's libraries that the modules use, which an archive does not list.
    .target(
      name: "TenutoKitRuntime",
      linkerSettings: [
        // SwiftPM passes a folder for frameworks, which does not exist.
        .unsafeFlags(["-Xclang-linker", "-Wno-unused-command-line-argument"])
      ]),
    .target(name: "CTenuto"),
    .target(name: "CTenutoExtension", dependencies: ["CTenuto"]),
    .target(name: "CxxTenuto", cSettings: [.headerSearchPath("include/CoreMIDI")]),
  ],
  cxxLanguageStandard: .cxx20
)
