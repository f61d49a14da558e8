// swift-tools-version: 6.2
import Foundation
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

let logging = Target.Dependency.product(name: "Logging", package: "swift-log")

/// HTTP and WebSocket of the control API.
let nio = ["NIOCore", "NIOPosix", "NIOHTTP1", "NIOWebSocket"].map {
  Target.Dependency.product(name: $0, package: "swift-nio")
}

/// NIO's channels without sockets, for tests.
let nioEmbedded = [Target.Dependency.product(name: "NIOEmbedded", package: "swift-nio")]

/// `make test-build` sets it: a debug build, which compiles only what an edit changes, but with an
/// optimised render path, since tests play in realtime.
let isTested = Context.environment["TENUTO_TESTED"] != nil

/// Settings of modules that run in each cycle, or that tests run over many bytes.
///
/// Only for `make test-build`: SwiftPM refuses a dependency whose products have unsafe flags.
let hotSettings =
  isTested
  ? swiftSettings + [
    .unsafeFlags(["-O", "-wmo", "-num-threads", "1"], .when(configuration: .debug))
  ]
  : swiftSettings

func target(
  _ name: String, dependencies: [Target.Dependency] = [], path: String? = nil, isHot: Bool = false
) -> Target {
  .target(
    name: name, dependencies: dependencies, path: path,
    swiftSettings: isHot ? hotSettings : swiftSettings)
}

func program(
  _ name: String, dependencies: [Target.Dependency] = [], path: String? = nil, isHot: Bool = false
) -> Target {
  .executableTarget(
    name: name, dependencies: dependencies, path: path,
    swiftSettings: isHot ? hotSettings : swiftSettings)
}

func tests(
  _ name: String, dependencies: [Target.Dependency], exclude: [String] = [], isHot: Bool = false
) -> Target {
  .testTarget(
    name: name, dependencies: dependencies, exclude: exclude,
    swiftSettings: isHot ? hotSettings : swiftSettings)
}

/// `make build` sets it: what a musician needs, without the examples and what checks and measures.
let hasChecks = Context.environment["TENUTO_PROGRAMS"] == nil

/// ThreadSanitizer cannot be linked into static executables; `make tsan` asks for others.
let isSanitized = Context.environment["TENUTO_SANITIZED"] != nil

let staticExecutable: [LinkerSetting] =
  isSanitized ? [] : [.unsafeFlags(["-static-executable", "-use-ld=lld", "-Xlinker", "-s"])]

/// The addresses that the loader adjusts as a bitmap, 2 MB less in `tenuto`: from glibc 2.36 on.
let packedRelocations: [String] = {
  var version = [CChar](repeating: 0, count: 64)
  confstr(Int32(_CS_GNU_LIBC_VERSION), &version, version.count)
  let number = version.prefix { $0 != 0 }.map { Character(UnicodeScalar(UInt8($0))) }
    .drop { !$0.isNumber }
  return String(number).compare("2.36", options: .numeric) == .orderedAscending
    ? [] : ["-Xlinker", "-z", "-Xlinker", "pack-relative-relocs"]
}()

/// Carries the Swift runtime, and loads the distribution's libraries.
///
/// Those find none of its symbols. SwiftPM exports all of them otherwise, and keeps what nothing
/// calls.
let staticRuntime =
  ["-static-stdlib", "-use-ld=lld", "-Xlinker", "--no-export-dynamic", "-Xlinker", "-s"]
  + packedRelocations

/// A program that only tests start: an extension, or a host that plays.
func fixture(_ name: String, dependencies: [Target.Dependency]) -> Target {
  program(name, dependencies: dependencies, path: "Tests/Fixtures/\(name)", isHot: true)
}

/// An extension is one static executable: it starts in 1 ms instead of 6, touches few pages (12 %
/// less of a cycle's price, as every switch starts with a cold TLB), and needs nothing of the
/// machine that it is installed on.
///
/// With a `kernel`, the sound is a library beside it, so that tests and benchmarks can call it.
func audioExtension(_ name: String, kernel: Bool, page: Bool = false) -> [Target] {
  let kernelName = "\(name)Kernel"
  let kernelTarget = target(
    kernelName, dependencies: ["TenutoExtension"], path: "Plugins/\(name)/Kernel", isHot: true)
  let dependencies: [Target.Dependency] = kernel ? [.target(name: kernelName)] : []
  let executable = Target.executableTarget(
    name: name, dependencies: ["TenutoExtension"] + dependencies, path: "Plugins/\(name)",
    exclude: (kernel ? ["Kernel"] : []) + (page ? ["page"] : []), swiftSettings: swiftSettings,
    linkerSettings: staticExecutable)
  return kernel ? [kernelTarget, executable] : [executable]
}

/// The shipped extensions that have a kernel library, in one executable: what packages install.
///
/// One file in memory serves all of them, as a library would, and starts as a static executable does.
let sharedExtensions = Target.executableTarget(
  name: "tenuto-extensions",
  dependencies: [
    "TenutoExtension", "ArpeggiatorKernel", "CompressorKernel", "DelayKernel", "FilterKernel",
    "GainKernel", "NoiseKernel", "ReverbKernel", "SamplerKernel", "SawtoothKernel",
  ],
  path: "Plugins/Extensions", swiftSettings: swiftSettings, linkerSettings: staticExecutable)

/// Whether pkg-config would find a library that not every machine has.
func hasLibrary(_ name: String) -> Bool {
  let folders = (Context.environment["PKG_CONFIG_PATH"] ?? "").split(separator: ":").map(
    String.init)
  let standard = ["lib/x86_64-linux-gnu", "lib/aarch64-linux-gnu", "lib64", "lib", "share"]
    .flatMap { ["/usr/\($0)/pkgconfig", "/usr/local/\($0)/pkgconfig"] }
  return (folders + standard).contains {
    FileManager.default.fileExists(atPath: "\($0)/\(name).pc")
  }
}

/// A bridge has no Swift: neither its start code nor the path of the toolchain's library.
///
/// Plugins/Bridge/link.c keeps out the library itself.
let withoutSwift: [LinkerSetting] =
  isSanitized ? [] : [.unsafeFlags(["-nostartfiles", "-no-toolchain-stdlib-rpath"])]

/// CLAP plug-ins as extensions, and what the bridges share.
///
/// Dynamic, since they load the plug-ins' libraries.
let clap: [Target] = [
  .target(name: "CBridge", dependencies: ["CTenutoExtension"], path: "Plugins/Bridge"),
  .executableTarget(
    name: "tenuto-clap", dependencies: ["CTenutoExtension", "CBridge"], path: "Plugins/CLAP",
    linkerSettings: withoutSwift + [.linkedLibrary("m")]),
]

/// LV2 plug-ins as extensions, where lilv is installed.
let lv2: [Target] =
  !hasLibrary("lilv-0")
  ? []
  : [
    .systemLibrary(name: "CLilv", pkgConfig: "lilv-0", providers: [.apt(["liblilv-dev"])]),
    .executableTarget(
      name: "tenuto-lv2", dependencies: ["CTenutoExtension", "CBridge", "CLilv"],
      path: "Plugins/LV2",
      linkerSettings: withoutSwift + [.linkedLibrary("m")]),
  ]

/// The same plug-ins in one process, for `make lv2-bench`.
let lv2Floor: [Target] =
  lv2.isEmpty
  ? []
  : [
    .executableTarget(
      name: "tenuto-lv2-floor", dependencies: ["CLilv"], linkerSettings: [.linkedLibrary("jack")])
  ]

/// What the linker exports of a program with FluidSynth, which finds it in place of libgomp's.
let soundFontSymbols = ["-Xlinker", "--export-dynamic-symbol=GOMP_parallel"]

/// The SoundFont instrument, where FluidSynth is installed.
///
/// Dynamic as well: FluidSynth is a library of the distribution's. It brings Swift's runtime.
let soundFont: [Target] =
  !hasLibrary("fluidsynth")
  ? []
  : [
    .target(
      name: "SoundFontSynth", path: "Plugins/SoundFont/Synth",
      linkerSettings: [.linkedLibrary("fluidsynth")]),
    target(
      "SoundFontKernel", dependencies: ["SoundFontSynth", "TenutoExtension"],
      path: "Plugins/SoundFont/Kernel", isHot: true),
    .executableTarget(
      name: "SoundFont", dependencies: ["SoundFontKernel", "TenutoExtension"],
      path: "Plugins/SoundFont", exclude: ["Kernel", "Synth", "needs"],
      swiftSettings: swiftSettings,
      linkerSettings: isSanitized
        ? []
        : [
          .unsafeFlags(staticRuntime + soundFontSymbols)
        ]),
  ]

/// What reads foreign bytes, for libFuzzer, whose main comes with `--sanitize=fuzzer`: `make fuzz`.
let fuzzing: [Target] =
  Context.environment["TENUTO_FUZZ"] == nil
  ? []
  : [
    .target(
      name: "CFuzz", dependencies: ["CTenuto", "CTenutoExtension"], path: "Tests/Fuzz/CFuzz",
      cSettings: [.headerSearchPath("../../../Sources/CTenutoExtension")]),
    .executableTarget(
      name: "tenuto-fuzz",
      dependencies: nio + nioEmbedded + [
        "CFuzz", "CTenuto", "SamplerKernel", "TenutoControl", "TenutoNSM", "TenutoValidate",
        "TenutoSession", "TenutoCoreMIDI", "TenutoNetworkMIDI", "TenutoJACK", "TenutoSupervision",
        "TenutoRender", "TenutoProcess", "TenutoComponents", "TenutoSystem", "TenutoExtension",
        "TenutoTransport", "TenutoCore", "TenutoMIDIMessages", "TenutoMIDI",
      ],
      path: "Tests/Fuzz", exclude: ["CFuzz", "Corpus"],
      swiftSettings: swiftSettings + [.unsafeFlags(["-parse-as-library"])]),
  ]

/// Core MIDI's functions over JACK.
let coreMIDI: [Target] = [
  .target(name: "CCoreMIDI"),
  target(
    "TenutoCoreMIDI",
    dependencies: [
      "CCoreMIDI", "TenutoNetworkPorts", "TenutoNetworkMIDI", "TenutoJACK", "TenutoMIDIMessages",
      "TenutoMIDI",
    ]),
]

/// Programs for readers: `make examples`.
let examples: [Target] = [
  program(
    "WriteSong", dependencies: [argumentParser, "TenutoMIDI"], path: "Examples/WriteSong"),
  program(
    "MinimalHost", dependencies: [argumentParser, "TenutoHost", "TenutoMIDI"],
    path: "Examples/MinimalHost"),
  program(
    "MinimalJACKHost",
    dependencies: [argumentParser, "TenutoJACKEngine", "TenutoHost", "TenutoMIDI"],
    path: "Examples/MinimalJACKHost"),
  // The code of a tutorial for Core MIDI as it stands, and so in the language of its time.
  .executableTarget(
    name: "MIDIMonitor", dependencies: [argumentParser, "TenutoCoreMIDI"],
    path: "Examples/MIDIMonitor",
    exclude: ["README.md"],
    swiftSettings: [.swiftLanguageMode(.v5), .treatAllWarnings(as: .error)]),
  program(
    "NetworkNotes", dependencies: [argumentParser, "TenutoNetworkMIDI", "TenutoMIDI"],
    path: "Examples/NetworkNotes"),
  program(
    "OctaveEcho", dependencies: ["TenutoALSA", "TenutoMIDI"], path: "Examples/OctaveEcho"),
  program(
    "PianoTerminal",
    dependencies: [argumentParser, "TenutoJACK", "TenutoMIDIMessages", "TenutoMIDI"],
    path: "Examples/PianoTerminal"),

  .executableTarget(
    name: "CKernel", dependencies: ["CTenutoExtension"], path: "Examples/CKernel",
    exclude: ["Makefile", "README.md"], linkerSettings: staticExecutable + [.linkedLibrary("m")]),
  // Answers as the device that the example page edits.
  .executableTarget(
    name: "LayoutDevice", dependencies: ["CTenutoExtension"], path: "Examples/WebMIDI/Device",
    linkerSettings: staticExecutable),
  .target(
    name: "CxxSawtoothKernel", dependencies: ["CxxTenuto"], path: "Examples/CxxSawtooth/Kernel"),
  .executableTarget(
    name: "CxxSawtooth", dependencies: ["CxxSawtoothKernel", "TenutoExtension"],
    path: "Examples/CxxSawtooth", exclude: ["Kernel", "README.md"],
    swiftSettings: swiftSettings, linkerSettings: staticExecutable),
]

/// What checks and measures the programs, and is not installed.
let checks: [Target] =
  [
    .target(name: "CBench"),
    // What tenuto-floor renders, as an extension and in process: both sides of a bar do the same.
    target(
      "FloorVoiceKernel", dependencies: ["TenutoExtension"],
      path: "Tests/Fixtures/FloorVoice/Kernel"),
    .executableTarget(
      name: "FloorVoice", dependencies: ["TenutoExtension", "FloorVoiceKernel"],
      path: "Tests/Fixtures/FloorVoice", exclude: ["Kernel"], swiftSettings: swiftSettings,
      linkerSettings: staticExecutable),
    .executableTarget(name: "tenuto-floor"),
    .executableTarget(name: "tenuto-jack-floor", linkerSettings: [.linkedLibrary("jack")]),
    // Two network sessions in a time of their own, for tests and benchmarks.
    target(
      "NetworkSimulation", dependencies: ["TenutoNetworkMIDI", "TenutoCore", "TenutoMIDI"],
      path: "Tests/Fixtures/NetworkSimulation", isHot: true),
    program(
      "tenuto-bench",
      dependencies: [
        "CBench", "CTenuto", "SawtoothKernel", "DelayKernel", "FloorVoiceKernel",
        "NetworkSimulation", "TenutoControl", "TenutoPictures", "TenutoJACKEngine",
        "TenutoNetworkMIDI", "TenutoSupervision", "TenutoRender", "TenutoProcess",
        "TenutoComponents", "TenutoSystem", "TenutoExtension", "TenutoTransport", "TenutoCore",
        "TenutoMIDIMessages", "TenutoMIDI",
      ]),

    program(
      "tenuto-soak",
      dependencies: [
        "TenutoComponents", "TenutoControl", "TenutoJACKEngine", "TenutoJACK", "TenutoSupervision",
        "TenutoRender",
        "TenutoProcess", "TenutoSystem", "TenutoTransport", "TenutoCore", "TenutoMIDI",
      ]),

    // Tries all that is installed: `make lv2` and `make clap`.
    program(
      "tenuto-plugin-table",
      dependencies: [
        "TenutoRender", "TenutoProcess", "TenutoComponents", "TenutoSystem", "TenutoCore",
        "TenutoMIDI",
      ]),

    .target(name: "CFixtures", path: "Tests/Fixtures/CFixtures"),
    .target(name: "CNamespaces", path: "Tests/Fixtures/CNamespaces"),
    target(
      "TestSupport",
      dependencies: [
        "CNamespaces", "TenutoRender", "TenutoProcess", "TenutoSystem", "TenutoTransport",
        "TenutoCore", "TenutoMIDI",
      ],
      path: "Tests/Fixtures/TestSupport"),
    target(
      "KernelTestSupport", dependencies: ["TenutoExtension"],
      path: "Tests/Fixtures/KernelTestSupport", isHot: true),
    fixture("FaultyExtension", dependencies: ["CFixtures", "TenutoExtension"]),
    fixture("CheckedExtension", dependencies: ["TenutoExtension"]),
    .executableTarget(
      name: "CProbe", dependencies: ["CTenutoExtension"], path: "Tests/Fixtures/CProbe",
      linkerSettings: [.linkedLibrary("m")]),
    fixture(
      "CheckedKernels",
      dependencies: [
        "TenutoExtension", "SawtoothKernel", "SamplerKernel", "NoiseKernel", "ReverbKernel",
        "DelayKernel", "FilterKernel", "CompressorKernel", "GainKernel", "ArpeggiatorKernel",
      ]),
    fixture("CrashingExtension", dependencies: ["CFixtures", "TenutoExtension"]),
    fixture("MendedExtension", dependencies: ["TenutoExtension"]),
    fixture(
      "SessionHost",
      dependencies: [
        "CTenuto", "TestSupport", "TenutoSession", "TenutoSupervision", "TenutoRender",
        "TenutoComponents", "TenutoSystem", "TenutoTransport", "TenutoCore",
      ]),
    .target(name: "CFaults", path: "Tests/Fixtures/CFaults"),
    fixture("Faulty", dependencies: ["CFaults", "TenutoExtension"]),
    .target(name: "UnrulyFaults", path: "Tests/Fixtures/UnrulyFaults"),
    fixture("UnrulyExtension", dependencies: ["UnrulyFaults", "TenutoExtension"]),
    fixture("RoutingExtension", dependencies: ["TenutoExtension"]),
    fixture("UnitExtension", dependencies: ["TenutoExtension", "TenutoTransport", "TenutoCore"]),
    fixture(
      "FaultyComponents",
      dependencies: ["CTenuto", "TenutoTransport", "TenutoCore", "TenutoMIDI"]),
    .target(name: "HostileAttempts", path: "Tests/Fixtures/HostileAttempts"),
    .executableTarget(
      name: "HostileExtension", dependencies: ["HostileAttempts"],
      path: "Tests/Fixtures/HostileExtension", linkerSettings: staticExecutable),
    .executableTarget(
      name: "HostileDynamicExtension", dependencies: ["HostileAttempts"],
      path: "Tests/Fixtures/HostileDynamicExtension"),
    fixture(
      "SandboxProbe",
      dependencies: [
        "CSeccomp", "TenutoRender", "TenutoProcess", "TenutoComponents", "TenutoTransport",
        "TenutoCore",
      ]),
    fixture("LyingExtension", dependencies: ["CTenuto", "TenutoTransport", "TenutoCore"]),
    fixture(
      "PlayingHost", dependencies: ["TestSupport", "TenutoRender"]),
    fixture(
      "RealtimeProbe",
      dependencies: [
        "CFixtures", "CTenuto", "TestSupport", "TenutoRender", "TenutoProcess", "TenutoTransport",
        "TenutoCore", "TenutoMIDI",
      ]),

    tests(
      "TenutoMIDITests", dependencies: ["TenutoMIDIMessages", "TenutoMIDI"],
      exclude: ["Peers/Programs"]),
    tests("TenutoCoreTests", dependencies: ["TestSupport", "TenutoCore"]),
    tests(
      "TenutoTransportTests",
      dependencies: ["CTenuto", "TestSupport", "TenutoTransport", "TenutoCore", "TenutoMIDI"]),
    tests(
      "TenutoExtensionTests",
      dependencies: ["TenutoExtension", "TenutoTransport", "TestSupport", "TenutoCore"]),
    tests(
      "TenutoHostTests",
      dependencies: [
        "CTenuto", "TestSupport", "SawtoothKernel", "TenutoRender", "TenutoProcess",
        "TenutoComponents", "TenutoSystem", "TenutoExtension", "TenutoTransport", "TenutoCore",
        "TenutoMIDI",
      ]),
    tests(
      "TenutoValidateTests",
      dependencies: [
        "TestSupport", "TenutoValidate", "TenutoRender", "TenutoComponents", "TenutoCore",
      ]),
    tests(
      "SessionTests",
      dependencies: [
        "TestSupport", "TenutoSession", "TenutoSupervision", "TenutoRender", "TenutoSystem",
        "TenutoTransport", "TenutoCore",
      ]),
    tests(
      "SupervisionTests",
      dependencies: [
        "TestSupport", "TenutoSupervision", "TenutoRender", "TenutoProcess", "TenutoSystem",
        "TenutoTransport", "TenutoCore", "TenutoMIDI",
      ]),
    tests(
      "FaultMatrixTests",
      dependencies: [
        "CFaults", "TestSupport", "TenutoJACKEngine", "TenutoJACK", "TenutoSupervision",
        "TenutoRender", "TenutoProcess", "TenutoSystem", "TenutoTransport", "TenutoCore",
        "TenutoMIDI",
      ]),
    tests(
      "SandboxTests",
      dependencies: [
        "CTenuto", "TestSupport", "TenutoRender", "TenutoProcess", "TenutoComponents", "TenutoCore",
      ]),
    tests(
      "RealtimeTests",
      dependencies: ["TestSupport", "TenutoRender", "TenutoProcess", "TenutoCore", "TenutoMIDI"]),
    tests(
      "TenutoNetworkMIDITests",
      dependencies: [
        "CNamespaces", "NetworkSimulation", "TenutoNetworkMIDI", "TenutoMIDIMessages",
        "TenutoMIDI", "TestSupport", "TenutoCore",
      ],
      exclude: [
        "Peers/network_midi2_peer.py", "Peers/pymidi_peer.py", "Peers/zeroconf_peer.py",
      ]),
    tests("TenutoJACKTests", dependencies: ["CJACK", "TenutoJACK", "TenutoCore"]),
    tests(
      "MIDIClientTests",
      dependencies: ["CJACK", "TenutoJACK", "TenutoMIDIMessages", "TenutoMIDI"],
      exclude: ["Peers/jack_peer.py", "Peers/rtmidi_peer.py"]),
    tests(
      "TenutoCoreMIDITests",
      dependencies: [
        "CJACK", "TenutoCoreMIDI", "TenutoNetworkPorts", "TenutoNetworkMIDI", "TenutoJACK",
        "TenutoMIDIMessages", "TenutoMIDI",
      ]),
    tests(
      "TenutoJACKEngineTests",
      dependencies: [
        "CJACK", "TestSupport", "TenutoJACKEngine", "TenutoJACK", "TenutoSupervision",
        "TenutoRender", "TenutoProcess", "TenutoSystem", "TenutoTransport", "TenutoCore",
        "TenutoMIDI",
      ]),
    tests(
      "TenutoSessionTests",
      dependencies: [
        "CJACK", "TestSupport", "TenutoSession", "TenutoJACKEngine", "TenutoJACK",
        "TenutoSupervision", "TenutoRender", "TenutoProcess", "TenutoComponents", "TenutoSystem",
        "TenutoTransport", "TenutoCore", "TenutoMIDI",
      ]),
    fixture("NSMProbe", dependencies: ["TenutoNSM"]),
    tests(
      "TenutoALSATests",
      dependencies: ["TenutoALSA", "TestSupport", "TenutoSystem", "TenutoMIDI"]),
    tests("TenutoNSMTests", dependencies: ["TestSupport", "TenutoNSM", "TenutoCore"]),
    tests(
      "TenutoPicturesTests",
      dependencies: ["CPNG", "TenutoPictures", "TenutoRender", "TenutoSystem"]),
    tests(
      "TenutoGraphTests",
      dependencies: [
        "CTenuto", "TestSupport", "TenutoRender", "TenutoProcess", "TenutoSystem",
        "TenutoTransport", "TenutoCore", "TenutoMIDI",
      ]),
    tests(
      "TenutoControlTests",
      dependencies: nio + nioEmbedded + [
        logging, "TenutoControl", "TenutoRender", "TenutoComponents", "TenutoCore", "TenutoMIDI",
      ], exclude: ["Peers"]),
    .target(name: "CDebugger", path: "Tests/Fixtures/CDebugger"),
    tests(
      "CommandLineTests",
      dependencies: [
        "CDebugger", "CJACK", "TestSupport", "TenutoControl", "TenutoALSA", "TenutoJACKEngine",
        "TenutoJACK",
        "TenutoRender", "TenutoMIDI", "TenutoCore",
      ]),
    tests(
      "CrashTests",
      dependencies: [
        "TestSupport", "TenutoSupervision", "TenutoRender", "TenutoProcess", "TenutoSystem",
        "TenutoTransport", "TenutoCore", "TenutoMIDI",
      ]),
    tests(
      "DocumentationTests",
      dependencies: ["CTenuto", "TestSupport", "TenutoTransport", "TenutoCore", "TenutoMIDI"]),
    tests(
      "ForeignKernelTests",
      dependencies: [
        "TestSupport", "TenutoProcess", "TenutoComponents", "TenutoSystem", "TenutoTransport",
        "TenutoCore", "TenutoMIDI",
      ]
        + (lv2.isEmpty ? [] : ["CLV2Oracle"])),
    tests(
      "SawtoothTests", dependencies: ["KernelTestSupport", "SawtoothKernel", "TenutoExtension"]),
    tests("DelayTests", dependencies: ["DelayKernel", "TenutoExtension"]),
    tests("GainTests", dependencies: ["KernelTestSupport", "GainKernel", "TenutoExtension"]),
    tests(
      "FilterTests",
      dependencies: ["KernelTestSupport", "FilterKernel", "TenutoExtension", "TenutoTransport"]),
    tests(
      "CompressorTests", dependencies: ["KernelTestSupport", "CompressorKernel", "TenutoExtension"]),
    tests("ArpeggiatorTests", dependencies: ["ArpeggiatorKernel", "TenutoExtension"]),
    tests("SamplerTests", dependencies: ["KernelTestSupport", "SamplerKernel", "TenutoExtension"]),
    // Spectra of minutes of noise.
    tests(
      "NoiseTests", dependencies: ["KernelTestSupport", "NoiseKernel", "TenutoExtension"],
      isHot: true),
    tests("ReverbTests", dependencies: ["KernelTestSupport", "ReverbKernel", "TenutoExtension"]),
  ]
  + (lv2.isEmpty
    ? []
    : [
      // The same plug-ins in the process of a test, to compare with.
      .target(
        name: "CLV2Oracle", dependencies: ["CLilv"], path: "Tests/Fixtures/CLV2Oracle")
    ])
  + (soundFont.isEmpty
    ? []
    : [
      .executableTarget(
        name: "SynthCounter", dependencies: ["SoundFontSynth"], path: "Tests/Fixtures/SynthCounter",
        linkerSettings: [.unsafeFlags(soundFontSymbols)]),
      tests(
        "SoundFontTests",
        dependencies: [
          "KernelTestSupport", "TestSupport", "SoundFontKernel", "TenutoRender", "TenutoProcess",
          "TenutoSystem", "TenutoExtension", "TenutoCore",
        ]),
    ])

/// Only `make docs` fetches it.
let documentation: [Package.Dependency] =
  Context.environment["TENUTO_DOCS"] == nil
  ? [] : [.package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0")]

let package = Package(
  name: "tenuto",
  products: [
    .library(name: "TenutoMIDI", targets: ["TenutoMIDI"]),
    .library(name: "TenutoMIDIMessages", targets: ["TenutoMIDIMessages"]),
    .library(name: "TenutoExtension", targets: ["TenutoExtension"]),
    .library(name: "CTenutoExtension", targets: ["CTenutoExtension"]),
    .library(name: "CxxTenuto", targets: ["CxxTenuto"]),
    .library(name: "TenutoHost", targets: ["TenutoHost"]),
    .library(name: "TenutoJACK", targets: ["TenutoJACK"]),
    .library(name: "TenutoJACKEngine", targets: ["TenutoJACKEngine"]),
    .library(name: "TenutoALSA", targets: ["TenutoALSA"]),
    .library(name: "TenutoSession", targets: ["TenutoSession"]),
    .library(name: "TenutoControl", targets: ["TenutoControl"]),
    .library(name: "TenutoNetworkMIDI", targets: ["TenutoNetworkMIDI"]),
    .library(name: "TenutoNetworkPorts", targets: ["TenutoNetworkPorts"]),
    .executable(name: "tenuto", targets: ["tenuto"]),
  ] + (hasChecks ? [.library(name: "TenutoCoreMIDI", targets: ["TenutoCoreMIDI"])] : []),
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
  ] + documentation,
  targets: [
    .target(name: "CTenuto"),
    .target(name: "CJACK"),
    .systemLibrary(
      name: "CSndFile", pkgConfig: "sndfile", providers: [.apt(["libsndfile1-dev"])]),
    .systemLibrary(
      name: "CSeccomp", pkgConfig: "libseccomp", providers: [.apt(["libseccomp-dev"])]),
    target("TenutoMIDI", isHot: true),
    target("TenutoMIDIMessages", dependencies: ["TenutoMIDI"], isHot: true),
    target("TenutoCore", dependencies: ["TenutoMIDI"], isHot: true),
    target(
      "TenutoTransport", dependencies: ["CTenuto", "TenutoCore", "TenutoMIDI"], isHot: true),
    target(
      "TenutoExtension", dependencies: ["CTenuto", "TenutoTransport", "TenutoCore", "TenutoMIDI"],
      isHot: true),
    target("TenutoSystem", dependencies: ["CTenuto", "TenutoTransport", "TenutoCore"]),
    target("TenutoComponents", dependencies: ["TenutoSystem", "TenutoTransport", "TenutoCore"]),
    target(
      "TenutoProcess",
      dependencies: [
        "CTenuto", "CSeccomp", "TenutoComponents", "TenutoSystem", "TenutoTransport", "TenutoCore",
      ]),
    target(
      "TenutoRender",
      dependencies: [
        logging, "CTenuto", "CSndFile", "TenutoProcess", "TenutoComponents", "TenutoSystem",
        "TenutoTransport", "TenutoCore", "TenutoMIDI",
      ], isHot: true),
    target(
      "TenutoSupervision",
      dependencies: [
        logging, "CTenuto", "TenutoRender", "TenutoProcess", "TenutoComponents", "TenutoSystem",
        "TenutoTransport", "TenutoCore", "TenutoMIDI",
      ]),
    // What a host imports: the five above.
    target(
      "TenutoHost",
      dependencies: [
        "TenutoSupervision", "TenutoRender", "TenutoProcess", "TenutoComponents", "TenutoSystem",
        "TenutoTransport", "TenutoCore", "TenutoMIDI",
      ]),
    target(
      "TenutoJACK", dependencies: ["CJACK", "TenutoCore", "TenutoMIDIMessages", "TenutoMIDI"],
      isHot: true),
    target(
      "TenutoJACKEngine",
      dependencies: [
        logging, "CJACK", "CTenuto", "TenutoJACK", "TenutoRender", "TenutoSystem",
        "TenutoTransport", "TenutoCore", "TenutoMIDI",
      ], isHot: true),
    .target(name: "CALSA"),
    target(
      "TenutoALSA",
      dependencies: ["CALSA", "TenutoSystem", "TenutoTransport", "TenutoMIDI"]),
    .target(name: "CNetwork"),
    target(
      "TenutoNetworkMIDI",
      dependencies: ["CNetwork", "TenutoCore", "TenutoMIDIMessages", "TenutoMIDI"]),
    target(
      "TenutoNetworkPorts",
      dependencies: ["TenutoNetworkMIDI", "TenutoJACK", "TenutoMIDIMessages", "TenutoMIDI"]),
    .systemLibrary(name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
    target("TenutoYAML", dependencies: ["CYAML"]),
    target(
      "TenutoSession",
      dependencies: [
        logging, "TenutoYAML", "TenutoJACKEngine", "TenutoSupervision", "TenutoRender",
        "TenutoProcess",
        "TenutoComponents", "TenutoSystem", "TenutoTransport", "TenutoCore", "TenutoMIDI",
      ]),
    // The page's files, as bytes of the binary.
    .target(name: "TenutoPage", exclude: ["Page"]),
    target(
      "TenutoControl",
      dependencies: nio + [
        logging, "TenutoPage", "TenutoSession", "TenutoALSA", "TenutoJACKEngine", "TenutoJACK",
        "TenutoSupervision", "TenutoRender", "TenutoProcess", "TenutoComponents", "TenutoSystem",
        "TenutoTransport", "TenutoCore", "TenutoMIDI",
      ]),
    .systemLibrary(name: "CLo", pkgConfig: "liblo", providers: [.apt(["liblo-dev"])]),
    target("TenutoNSM", dependencies: ["CLo"]),
    .systemLibrary(name: "CPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),
    target("TenutoPictures", dependencies: ["CPNG", "TenutoRender", "TenutoSystem"]),
    .target(name: "CValidate"),
    target(
      "TenutoValidate",
      dependencies: [
        "CValidate", "CTenuto", "TenutoSupervision", "TenutoProcess", "TenutoComponents",
        "TenutoSystem", "TenutoTransport", "TenutoCore", "TenutoMIDI",
      ]),
    // Carries the Swift runtime, so that what is installed does not need the toolchain any more.
    .executableTarget(
      name: "tenuto",
      dependencies: [
        argumentParser, logging, "TenutoControl", "TenutoNSM", "TenutoPictures", "TenutoValidate",
        "TenutoYAML", "TenutoSession", "TenutoALSA", "TenutoJACKEngine", "TenutoNetworkPorts",
        "TenutoNetworkMIDI", "TenutoJACK", "TenutoSupervision", "TenutoRender", "TenutoProcess",
        "TenutoComponents", "TenutoSystem", "TenutoTransport", "TenutoCore",
        "TenutoMIDIMessages", "TenutoMIDI",
      ],
      swiftSettings: swiftSettings,
      linkerSettings: isSanitized
        ? []
        : [
          .unsafeFlags(staticRuntime),
          .linkedLibrary("_FoundationCollections"), .linkedLibrary("_FoundationCShims"),
          .linkedLibrary("CoreFoundation"), .linkedLibrary("_FoundationICU"),
          .linkedLibrary("swiftSynchronization"), .linkedLibrary("stdc++"),
        ]),

    // Authors who write C or C++: the one without Swift, the other with a few lines of it.
    .target(name: "CTenutoExtension", dependencies: ["CTenuto"]),
    .target(name: "CxxTenuto", cSettings: [.headerSearchPath("include/CoreMIDI")]),
  ]
    + (hasChecks ? coreMIDI + examples + checks + fuzzing + lv2Floor : [])
    + clap
    + lv2
    + soundFont
    + audioExtension("Sine", kernel: false)
    + audioExtension("Sawtooth", kernel: true)
    + audioExtension("Delay", kernel: true)
    + audioExtension("Gain", kernel: true)
    + audioExtension("Filter", kernel: true, page: true)
    + audioExtension("Compressor", kernel: true)
    + audioExtension("Arpeggiator", kernel: true)
    + audioExtension("Sampler", kernel: true, page: true)
    + audioExtension("Noise", kernel: true)
    + audioExtension("Reverb", kernel: true)
    + [sharedExtensions],
  cxxLanguageStandard: .cxx20
)
