import ArgumentParser
import Glibc
import TenutoComponents
import TenutoCore
import TenutoProcess
import TenutoRender
import TenutoSupervision
import TenutoSystem
import TenutoTransport

/// `tenuto replay`: replays the input of an extension before its crash.
struct ReplayCommand: HostCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Replays the input of a crashed extension, also under a debugger.",
    discussion: """
      A crash bundle is a folder that is written when an extension crashes or hangs while it \
      plays. The same component gets the same state, events, musical context and audio again, \
      without waiting, and the output shows whether it ends in the same way. With '--extension' a \
      rebuilt executable gets them.

      With '--debugger' gdb runs on the terminal, attached before the first cycle: 'continue' \
      starts the replay, 'bt' shows the stack of the crash. Extensions are stripped by default; \
      build without '-s' to get names.

      Exit codes: 0 all cycles were rendered, 3 it crashed or hung again, 1 the replay failed, 2 \
      wrong usage.

      EXAMPLE:
        tenuto replay ~/.local/state/tenuto/crashes/2026-11-21T09-25-40Z-Delay-SIGSEGV
        tenuto replay BUNDLE --extension .build/debug/Delay --debugger
        tenuto replay BUNDLE --debugger-command bt --debugger-command 'info registers'
      """)

  @Argument(help: "The crash bundle, a folder.", completion: .directory)
  var bundle: String

  @Option(
    name: .customLong("extension"),
    help: ArgumentHelp("Another build of the component: a bundle or executable.", valueName: "path")
  )
  var rebuilt: String?

  @Flag(help: "Starts gdb on the terminal, attached before the first cycle.")
  var debugger = false

  @Option(
    name: .customLong("debugger-command"),
    help: ArgumentHelp(
      "A gdb command to run after the end or the crash; may be repeated.",
      valueName: "command"))
  var debuggerCommands: [String] = []

  @Option(
    name: [.short, .customLong("output")],
    help: ArgumentHelp("The sound file to write.", valueName: "file"),
    completion: .file(extensions: ["wav", "flac", "ogg"]), transform: SoundFileOption.parse)
  var output: SoundFileOption?

  @OptionGroup var sandbox: SandboxOptions

  func validate() throws {
    if debugger && !debuggerCommands.isEmpty {
      throw ValidationError("Give '--debugger' or '--debugger-command', not both")
    }
  }

  func run() throws {
    let bundle = try CrashBundle(contentsOf: bundle)
    let path = try executable(of: bundle)
    let isDebugged = debugger || !debuggerCommands.isEmpty
    let instance = try Instance(
      executablePath: path, code: bundle.content.component.code,
      environment: isDebugged ? ["TENUTO_DEBUGGER=1"] : [],
      // A debugger reads another process's memory, which the sandbox forbids.
      sandbox: isDebugged ? SandboxPolicy(mode: .off) : sandbox.policy)
    defer { instance.terminate() }
    let report = ReplayReport(bundle: bundle, executablePath: path)
    for line in report.head { try Output.line(line) }
    let replay = CrashReplay(bundle, instance: instance, timeout: isDebugged ? nil : 10_000)
    let outcome = try isDebugged ? debug(replay, instance) : replay.run()
    if let output { try Self.write(outcome.sound, to: output, bundle.content.format.sampleRate) }
    for line in report.lines(outcome, isSame: replay.isSame(outcome)) { try Output.line(line) }
    if outcome.cause != nil {
      instance.terminate()
      Glibc.exit(3)
    }
  }

  private func executable(of bundle: CrashBundle) throws(HostError) -> String {
    if let rebuilt { return try Installer.executable(in: rebuilt) }
    let path = bundle.content.executablePath
    if unsafe access(path, X_OK) == 0 { return path }
    // The component may have been installed elsewhere since.
    return try Environment.registry.scan().component(bundle.content.component.code).executablePath
  }

  private func debug(_ replay: CrashReplay, _ instance: Instance) throws -> CrashReplay.Outcome {
    Output.note("There is no time limit under the debugger.")
    var process: DebuggerProcess?
    let outcome = try replay.run { () throws(HostError) in
      process = try DebuggerProcess(
        extensionIdentifier: instance.process.identifier, commands: debuggerCommands)
    }
    // An unattended debugger waits for the extension to exit.
    instance.terminate()
    process?.wait()
    return outcome
  }

  private static func write(
    _ sound: [[Float]], to output: SoundFileOption, _ sampleRate: Double
  ) throws {
    guard let count = sound.first?.count, count > 0 else {
      return Output.note("Nothing was rendered, so there is no sound file.")
    }
    let file = try output.open(rate: Int(sampleRate), channelCount: sound.count)
    try file.write(channels: sound)
    try file.finish()
  }
}
