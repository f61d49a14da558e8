import ArgumentParser
import TenutoComponents
import TenutoProcess

/// `tenuto scan`: creates components from installed plug-ins of other formats.
struct ScanCommand: HostCommand {
  static let configuration = CommandConfiguration(
    commandName: "scan",
    abstract: "Finds the installed LV2 and CLAP plug-ins, for 'tenuto list'.",
    discussion: """
      Searches the folders in LV2_PATH and CLAP_PATH, by default ~/.lv2, ~/.clap and those in \
      /usr/local/lib and /usr/lib. The Turtle files of LV2 are read in a sandboxed process, \
      without running the plug-ins' code. A CLAP library describes its plug-ins only when its code \
      runs, so each library gets a separate sandboxed process with a time limit; a \
      library that crashes or hangs is reported as broken. Unchanged files are not read again.

      EXAMPLE:
        tenuto scan
        tenuto list --source lv2
        tenuto play song.mid --instrument http://drobilla.net/plugins/mda/Piano
        tenuto scan --refused
      """)

  @Flag(help: "Reads all files, even if nothing has changed.")
  var force = false

  @Flag(help: "Lists the plug-ins that cannot be used, with the reasons.")
  var refused = false

  @OptionGroup var sandbox: SandboxOptions

  func run() throws {
    guard let cache = PluginCache.standard(environment: Environment.variables) else {
      throw Failure.work("There is no home folder for the results; set HOME.")
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
      "\(findings.refused.count) more cannot be used; 'tenuto scan --refused' lists the reasons.")
  }
}
