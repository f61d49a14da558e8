extension Template {
  /// The package of a kernel in C++, with what Swift does around it.
  var cxxFiles: [TemplateFile] {
    [
      file("Package.swift", Self.cxxPackage),
      file(
        "Sources/«NAME»DSP/include/«NAME»DSPKernel.hpp",
        isEffect ? Self.cxxEffect : Self.cxxInstrument),
      file("Sources/«NAME»DSP/include/«NAME»Handle.hpp", Self.cxxHandle),
      file("Sources/«NAME»DSP/«NAME»DSP.cpp", Self.cxxSource),
      file(
        "Sources/«NAME»Kernel/«NAME»Kernel.swift",
        isEffect ? Self.cxxEffectKernel : Self.cxxInstrumentKernel),
      file("Sources/«NAME»/«NAME».swift", Self.swiftMain),
      file(
        "Tests/«NAME»Tests/«NAME»Tests.swift", isEffect ? Self.effectTests : Self.instrumentTests),
    ]
  }

  static let cxxPackage = #"""
    // swift-tools-version: 6.2
    import PackageDescription

    /// Where Tenuto is; the variable TENUTO_SDK names another place.
    let sdk = Context.environment["TENUTO_SDK"] ?? "«SDK»"

    let tenuto = Target.Dependency.product(name: "TenutoExtension", package: "tenuto")
    let settings: [SwiftSetting] = [
      .strictMemorySafety(),
      .interoperabilityMode(.Cxx),
      // The toolchain has no static form of these two libraries, and nothing of them is needed.
      .unsafeFlags(
        ["swiftCxx", "swiftCxxStdlib"].flatMap {
          ["-Xfrontend", "-disable-autolink-library", "-Xfrontend", $0]
        }),
    ]

    let package = Package(
      name: "«NAME»",
      dependencies: [.package(name: "tenuto", path: sdk)],
      targets: [
        // The sound, in C++.
        .target(
          name: "«NAME»DSP", dependencies: [.product(name: "CxxTenuto", package: "tenuto")]),
        // What a host shows of it, and the way to it.
        .target(
          name: "«NAME»Kernel", dependencies: ["«NAME»DSP", tenuto], swiftSettings: settings),
        // One static executable: it starts in 1 ms and needs nothing of the machine it runs on.
        .executableTarget(
          name: "«NAME»", dependencies: ["«NAME»Kernel", tenuto], swiftSettings: settings,
          linkerSettings: [.unsafeFlags(["-static-executable", "-use-ld=lld", "-Xlinker", "-s"])]),
        .testTarget(
          name: "«NAME»Tests", dependencies: ["«NAME»Kernel", tenuto], swiftSettings: settings),
      ],
      cxxLanguageStandard: .cxx20
    )

    """#

  static let cxxSource = #"""
    // The kernel is a header, as in the Audio Unit templates, so that calls of it can be inlined; a
    // target needs a source. SwiftPM compiles none here that includes headers of another package.

    """#

  static let cxxHandle = #"""
    // What Swift sees of the kernel.
    #pragma once
    #include "«NAME»DSPKernel.hpp"
    #include "TenutoKernelHandle.hpp"

    using «NAME»Handle = TenutoKernelHandle<«NAME»DSPKernel>;

    """#
}
