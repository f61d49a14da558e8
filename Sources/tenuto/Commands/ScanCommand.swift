import ArgumentParser
import TenutoComponents
import TenutoProcess

/// `tenuto scan`: makes components of the plug-ins of other formats that are installed.
struct ScanCommand: HostCommand {
  static let configuration = CommandConfiguration(
    commandName: "scan",
    abstract: "Finds the LV2 plug-ins that are installed; 'tenuto list' then lists them.",
    discussion: """
      Looks in the folders of LV2_PATH, by default ~/.lv2, /usr/local/lib/lv2 and /usr/lib/lv2. \
      Reads the plug-ins' Turtle in a process of its own, in a sandbox, and runs none of their \
      code. Where no file has changed since the last time, nothing is read.

      EXAMPLE:
        tenuto scan
        tenuto list --source lv2
        tenuto play song.mid --instrument http://drobilla.net/plugins/mda/Piano
      """)

  @Flag(help: "Reads all, even where nothing has changed.")
  var force = false

  @Flag(help: "Names the plug-ins that cannot be used, and why.")
  var refused = false

  @OptionGroup var sandbox: SandboxOptions

  func run() throws {
    guard let cache = PluginCache.standard(environment: Environment.variables) else {
      throw Failure.work("There is no home to keep what is found in; set HOME.")
    }
    let scan = LV2Scan(
      cache: cache, environment: Environment.variables, sandbox: sandbox.policy.mode)
    let findings = try scan.run(isForced: force || refused)
    guard !findings.isUnchanged else {
      return try Output.line("Nothing has changed since the last scan.")
    }
    if refused {
      for plugin in findings.refused { try Output.line("\(plugin.uri): \(plugin.reason)") }
    }
    try Output.line(
      "Found \(findings.components.count) LV2 plug-ins in "
        + scan.folders.joined(separator: ":").printable + ".")
    guard !findings.refused.isEmpty, !refused else { return }
    Output.note(
      "\(findings.refused.count) more cannot be used; 'tenuto scan --refused' says why.")
  }
}
