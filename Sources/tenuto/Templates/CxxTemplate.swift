extension Template {
  /// The files of a package in C++, with its Swift part.
  var cxxFiles: [TemplateFile] {
    [
      file("Package.swift", Self.cxxPackage),
      // Not visible to Swift, so that Swift code is not recompiled after a change of the kernel.
      file(
        "Sources/«NAME»DSP/«NAME»DSPKernel.hpp",
        isEffect ? Self.cxxEffect : Self.cxxInstrument),
      file("Sources/«NAME»DSP/include/«NAME»DSP.h", Self.cxxHeader),
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

    «SDKPLACE»let tenuto = Target.Dependency.product(name: "TenutoExtension", package: "«IDENTITY»")
    let settings: [SwiftSetting] = [.strictMemorySafety()]

    let package = Package(
      name: "«NAME»",
      dependencies: [«DEPENDENCY»],
      targets: [
        // The sound, in C++.
        .target(
          name: "«NAME»DSP", dependencies: [.product(name: "CxxTenuto", package: "«IDENTITY»")]),
        // Its description for hosts, and the code that calls it.
        .target(
          name: "«NAME»Kernel", dependencies: ["«NAME»DSP", tenuto], swiftSettings: settings),
        // One static executable without dependencies; it starts in 1 ms.
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
    // Compiles the kernel, a header as in the Audio Unit templates, and exports it to Swift.
    #include "«NAME»DSP.h"
    #include "«NAME»DSPKernel.hpp"
    #include "TenutoKernel.hpp"

    tenuto_kernel *«NAME»DSPKernelMake(
        int inputChannelCount, int outputChannelCount, double sampleRate,
        uint32_t maximumFrameCount) {
      return TenutoKernel<«NAME»DSPKernel>::make(
          inputChannelCount, outputChannelCount, sampleRate, maximumFrameCount);
    }

    """#

  static let cxxHeader = #"""
    // The kernel's interface for Swift.
    #pragma once
    #include "TenutoKernel.h"

    #ifdef __cplusplus
    extern "C"
    #endif
    tenuto_kernel *_Nonnull «NAME»DSPKernelMake(
        int inputChannelCount, int outputChannelCount, double sampleRate, uint32_t maximumFrameCount);

    """#
}
