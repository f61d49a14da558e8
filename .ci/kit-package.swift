// swift-tools-version: 6.2
import PackageDescription

// What an extension is built with, as Package.swift says, for the toolchain in this file's name: the
// modules in Swift are built already. `.ci/kit` puts both there.
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
        // SwiftPM names a folder for frameworks, which there are none of.
        .unsafeFlags(["-Xclang-linker", "-Wno-unused-command-line-argument"])
      ]),
    .target(name: "CTenuto"),
    .target(name: "CTenutoExtension", dependencies: ["CTenuto"]),
    .target(name: "CxxTenuto", cSettings: [.headerSearchPath("include/CoreMIDI")]),
  ],
  cxxLanguageStandard: .cxx20
)
