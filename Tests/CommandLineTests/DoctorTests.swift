import Foundation
import Testing

/// `tenuto doctor`, on machines that lack something.
@Suite(.serialized) struct DoctorTests {
  private struct Diagnosis: Decodable {
    let identifier: String
    let title: String
    let condition: String
    let finding: String
    let cost: String?
    let command: String?
    let isFixable: Bool
  }

  private func examine(
    _ workshop: Workshop, _ arguments: [String] = [], environment: [String: String] = [:],
    wrapper: [String] = []
  ) async throws -> (all: [String: Diagnosis], outcome: Outcome) {
    let program = try Program(
      ["doctor", "--json"] + arguments, in: workshop, environment: environment, wrapper: wrapper)
    let outcome = await program.finish()
    let list = try JSONDecoder().decode([Diagnosis].self, from: Data(outcome.output.utf8))
    let pairs = list.map { ($0.identifier, $0) }
    return (Dictionary(pairs) { first, _ in first }, outcome)
  }

  /// A mount namespace in which `commands` have changed the kernel's files about the machine.
  private func machine(_ commands: String) -> [String] {
    let user = geteuid() == 0 ? [] : ["--map-root-user"]
    return ["/usr/bin/unshare", "--mount"] + user
      + ["/bin/sh", "-c", "set -e; \(commands); exec \"$@\"", "sh"]
  }

  @Test func everyFindingHasAnEffectAndARemedy() async throws {
    let workshop = try Workshop()
    try await workshop.install("Sine")
    let (all, outcome) = try await examine(workshop)
    for identifier in [
      "realtime", "rtkit", "realtime-share", "memlock", "kernel", "governor", "interrupts", "jack",
      "pipewire", "sandbox", "landlock", "user-namespaces", "extensions", "plug-ins", "limits",
      "sockets", "tool-dot", "tool-gdb", "tool-faust", "tool-swift", "sound-font",
    ] {
      let diagnosis = try #require(all[identifier], "\(identifier)")
      #expect(diagnosis.finding.hasSuffix("."), "\(diagnosis)")
      #expect((diagnosis.condition == "fine") == (diagnosis.cost == nil), "\(diagnosis)")
      #expect(diagnosis.condition != "fine" || diagnosis.command == nil, "\(diagnosis)")
    }
    #expect(all["extensions"]?.finding == "1 component installed, all usable.")
    #expect(all["tool-swift"]?.condition == "fine")
    #expect(outcome.exitCode == (all.values.contains { $0.condition == "broken" } ? 1 : 0))

    let text = try await workshop.run("doctor")
    #expect(text.exitCode == outcome.exitCode && text.errors.isEmpty)
    for heading in ["Realtime:", "Sandbox:", "Other programs:"] {
      #expect(text.output.contains("\(heading)\n"), "\(text.output)")
    }
    for diagnosis in all.values where diagnosis.condition == "costly" {
      #expect(text.output.contains("costs: \(diagnosis.cost ?? "")"), "\(text.output)")
      if let command = diagnosis.command { #expect(text.output.contains("fix:   \(command)")) }
    }
  }

  @Test func withoutRightToRealtimePriorityItNamesTheGroup() async throws {
    let workshop = try Workshop()
    let limits = ["/usr/bin/prlimit", "--rtprio=0:0", "--"]
    // Root is always permitted, unless the capability is dropped.
    let drop = [
      "/usr/bin/setpriv", "--bounding-set=-sys_nice,-sys_resource", "--inh-caps=-sys_nice", "--",
    ]
    let wrapper = geteuid() == 0 ? limits + drop : limits
    let (all, _) = try await examine(workshop, wrapper: wrapper)
    let realtime = try #require(all["realtime"])
    #expect(realtime.condition == "costly" && !realtime.isFixable)
    #expect(realtime.finding.contains("the limit (ulimit -r) is 0"), "\(realtime.finding)")
    #expect(realtime.command?.contains("usermod -aG audio") == true)
    #expect(realtime.command?.contains("/etc/security/limits.d/audio.conf") == true)
  }

  @Test(arguments: [("powersave", "costly"), ("performance", "fine")])
  func theGovernorOfTheCoresIsNamed(_ governor: String, _ condition: String) async throws {
    let folder = "/sys/devices/system/cpu/cpu0"
    let wrapper = machine(
      "mount -t tmpfs none \(folder); mkdir \(folder)/cpufreq; "
        + "echo \(governor) >\(folder)/cpufreq/scaling_governor")
    let (all, _) = try await examine(try Workshop(), wrapper: wrapper)
    let found = try #require(all["governor"])
    #expect(found.condition == condition && found.finding.contains("'\(governor)'"), "\(found)")
    #expect((found.command?.contains("scaling_governor") ?? false) == (condition == "costly"))
  }

  @Test(arguments: ["user.max_user_namespaces", "kernel.sched_rt_runtime_us"])
  func aSettingOfTheKernelIsNamedWithItsCommand(_ key: String) async throws {
    let workshop = try Workshop()
    try workshop.write("value", "0\n".utf8)
    let path = "/proc/sys/\(key.replacing(".", with: "/"))"
    let wrapper = machine("mount --bind '\(workshop.path)/value' \(path)")
    let (all, _) = try await examine(workshop, wrapper: wrapper)
    let identifier = key.hasPrefix("user") ? "user-namespaces" : "realtime-share"
    let found = try #require(all[identifier])
    #expect(found.condition == "costly" && found.cost != nil, "\(found)")
    #expect(found.command?.contains(key) == true, "\(found)")
  }

  @Test func missingExtensionsAreBroken() async throws {
    let workshop = try Workshop()
    let (before, outcome) = try await examine(workshop)
    #expect(before["extensions"]?.condition == "broken" && outcome.exitCode == 1)
    try await workshop.install("Sine")
    #expect(try await examine(workshop).all["extensions"]?.condition == "fine")
  }

  @Test func theFixNeedsNoRoot() async throws {
    let workshop = try Workshop()
    try await workshop.install("Sine")
    let folder = workshop.sockets
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
    let plugins = "\(workshop.path)/lv2"
    try FileManager.default.createDirectory(atPath: plugins, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: "\(plugins)/eg-params.lv2", withDestinationPath: "/usr/lib/lv2/eg-params.lv2")
    let environment = [
      "LV2_PATH": plugins, "CLAP_PATH": "\(workshop.path)/none",
      "XDG_CACHE_HOME": "\(workshop.path)/data/cache",
    ]
    let (before, broken) = try await examine(workshop, environment: environment)
    #expect(before["sockets"]?.condition == "broken" && broken.exitCode == 1)
    #expect(before["plug-ins"]?.condition == "costly" && before["plug-ins"]?.isFixable == true)
    let (after, outcome) = try await examine(workshop, ["--fix"], environment: environment)
    #expect(after["sockets"]?.condition == "fine", "\(outcome.errors)")
    #expect(after["plug-ins"]?.condition == "fine", "\(outcome.errors)")
    #expect(outcome.errors.contains("Closed \(folder) for other users."), "\(outcome.errors)")
    let mode = try FileManager.default.attributesOfItem(atPath: folder)[.posixPermissions]
    #expect(mode as? Int == 0o700)
    let list = try await Program(
      ["list", "--source", "lv2"], in: workshop, environment: environment
    ).finish()
    #expect(list.output.contains("http://lv2plug.in/plugins/eg-params"), "\(list)")
  }

  @Test func theFixShortensPipeWiresQuantum() async throws {
    let workshop = try Workshop()
    let daemon = try PipeWireDaemon(quantum: 2048, in: workshop)
    defer { daemon.stop() }
    try #require(await daemon.waitUntilReady(), "pipewire does not start; is it installed?")
    let before = try await examine(workshop, environment: daemon.environment).all["pipewire"]
    #expect(before?.condition == "costly" && before?.isFixable == true, "\(before as Any)")
    #expect(before?.finding.contains("2048 frames at 48000 Hz") == true, "\(before as Any)")
    #expect(before?.cost?.contains("85.3 ms") == true, "\(before as Any)")
    let (after, outcome) = try await examine(
      workshop, ["--fix"], environment: daemon.environment)
    #expect(after["pipewire"]?.condition == "fine", "\(outcome.errors)")
    #expect(after["pipewire"]?.finding.contains("256 frames") == true)
    #expect(try daemon.settings().contains("key:'clock.force-quantum' value:'256'"))
  }
}
