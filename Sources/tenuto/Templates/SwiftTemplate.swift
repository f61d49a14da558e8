import TenutoCore

extension Template {
  /// The files of a package in Swift.
  var swiftFiles: [TemplateFile] {
    [
      file("Package.swift", Self.swiftPackage),
      file("Sources/«NAME»Kernel/«NAME»Kernel.swift", swiftKernel),
      file("Sources/«NAME»/«NAME».swift", Self.swiftMain),
      file("Tests/«NAME»Tests/«NAME»Tests.swift", swiftTests),
    ]
  }

  private var swiftKernel: String {
    switch kind {
    case .instrument: Self.instrumentKernel
    case .effect: Self.effectKernel
    case .musicEffect: Self.musicEffectKernel
    case .midiProcessor: Self.midiProcessorKernel
    case .generator: Self.generatorKernel
    }
  }

  private var swiftTests: String {
    switch kind {
    case .instrument: Self.instrumentTests
    case .effect: Self.effectTests
    case .musicEffect: Self.musicEffectTests
    case .midiProcessor: Self.midiProcessorTests
    case .generator: Self.generatorTests
    }
  }

  static let swiftPackage = #"""
    // swift-tools-version: 6.2
    import PackageDescription

    «SDKPLACE»let tenuto = Target.Dependency.product(name: "TenutoExtension", package: "«IDENTITY»")
    let settings: [SwiftSetting] = [.strictMemorySafety()]

    let package = Package(
      name: "«NAME»",
      dependencies: [«DEPENDENCY»],
      targets: [
        // The sound is a library, so that tests can call it.
        .target(name: "«NAME»Kernel", dependencies: [tenuto], swiftSettings: settings),
        // One static executable without dependencies; it starts in 1 ms.
        .executableTarget(
          name: "«NAME»", dependencies: ["«NAME»Kernel", tenuto], swiftSettings: settings,
          linkerSettings: [.unsafeFlags(["-static-executable", "-use-ld=lld", "-Xlinker", "-s"])]),
        .testTarget(
          name: "«NAME»Tests", dependencies: ["«NAME»Kernel", tenuto], swiftSettings: settings),
      ]
    )

    """#

  static let swiftMain = #"""
    import TenutoExtension
    import «NAME»Kernel

    /// The extension's process; `«NAME»Kernel` is the sound.
    @main
    enum «NAME» {
      static func main() { ExtensionMain.run(«NAME»Kernel.self) }
    }

    """#

  static let readme = #"""
    # «NAME»

    An audio extension for Tenuto«CODENOTE», in «LANGUAGE»: «SOURCES».

    ```sh
    «COMMANDS»
    ```

    Before you publish it, set the licence and a contact for users in its description.

    """#
}
