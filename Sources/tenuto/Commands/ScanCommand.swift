import ArgumentParser
import TenutoComponents
import TenutoProcess

/// `tenuto scan`: creates components from installed plug-ins of other formats.
struct ScanCommand: HostCommand {
  static let configuration = CommandConfiguration(
    commandName: "scan",
    abstract: "Finds the LV2 and CLAP plug-ins that are installed; 'tenuto list' then lists them.",
    discussion: """
      Looks in the folders of LV2_PATH and CLAP_PATH, by default ~/.lv2, ~/.clap and those of \
      /usr/local/lib and /usr/lib. The Turtle of LV2 is read in a process of its own, in a sandbox, \
      and none of the plug-ins' code runs. A plug-in of CLAP says what it is when its code runs: \
      each library has a process and a sandbox of its own, and a time limit; one that crashes or \
      hangs is named as broken. Files that have not changed are not read again.

      EXAMPLE:
        tenuto scan
        tenuto list --source lv2
        tenuto play song.mid --instrument http://drobilla.net/plugins/mda/Piano
        tenuto scan --refused
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
    let scan = PluginScan(
      cache: cache, environment: Environment.variables, sandbox: sandbox.policy.mode)
    let findings = try scan.run(isForced: force)
    if refused {
      for plugin in findings.refused { try Output.line("\(plugin.uri): \(plugin.reason)") }
    }
    if findings.isUnchanged { try Output.line("Nothing has changed since the last scan.") }
    for format in PluginFormat.allCases {
      let folders = scan.folders[format] ?? []
      guard !findings.isUnchanged, !folders.isEmpty else { continue }
      try Output.line(
        "Found \(findings.counts[format] ?? 0) \(format.title) plug-ins in "
          + folders.joined(separator: ":").printable + ".")
    }
    guard !findings.refused.isEmpty, !refused else { return }
    Output.note(
      "\(findings.refused.count) more cannot be used; 'tenuto scan --refused' says why.")
  }
}
