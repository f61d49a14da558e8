import TenutoComponents
import TenutoControl
import TenutoCore
import TenutoProcess
import TenutoSystem

/// The installed extensions, and the folders of the user.
enum ComponentChecks {
  static var all: [Diagnosis] { [extensions, plugins, openFiles, sockets] }

  private static var extensions: Diagnosis {
    let (identifier, title) = ("extensions", "Extensions")
    let scan = Environment.registry.scan()
    guard !scan.components.isEmpty else {
      return .broken(
        identifier, title, "No extension is installed in \(scan.searchPath).",
        cost: "Nothing can be played.", command: "sudo apt install tenuto-extensions")
    }
    guard let problem = scan.problems.first else {
      let count = Numbers.count(scan.components.count, "component")
      return .fine(identifier, title, "\(count) installed, all usable.")
    }
    let count = scan.problems.count
    return .costly(
      identifier, title, problem.message,
      cost: "\(count) \(count == 1 ? "bundle" : "bundles") cannot be used.",
      command: "tenuto list")
  }

  private static var plugins: Diagnosis {
    let (identifier, title) = ("plug-ins", "LV2 and CLAP plug-ins")
    guard let cache = PluginCache.standard(environment: Environment.variables) else {
      return .costly(
        identifier, title, "There is no home folder for the list of plug-ins.",
        cost: "Plug-ins cannot be used.", command: "export HOME=/path/to/your/home")
    }
    let scan = PluginScan(cache: cache, environment: Environment.variables, sandbox: .required)
    guard scan.folders.values.contains(where: { !$0.isEmpty }) else {
      return .fine(identifier, title, "No plug-in is installed.")
    }
    guard !scan.isCurrent else {
      return .fine(identifier, title, "The list of plug-ins is current.")
    }
    return .costly(
      identifier, title, "Plug-ins were added, changed or removed since the last scan.",
      cost: "'tenuto list' does not show these changes.", command: "tenuto scan",
      fix: Diagnosis.Fix(deed: "Read the LV2 and CLAP plug-ins again.") { _ = try scan.run() })
  }

  private static var openFiles: Diagnosis {
    let (identifier, title) = ("limits", "Limits of this process")
    do throws(HostError) {
      try ResourceLimit.check()
    } catch {
      return .broken(
        identifier, title, error.message, cost: "No host can start.", command: nil)
    }
    return .fine(identifier, title, "Open files, memory and stack suffice for a host.")
  }

  /// The folder of the control sockets, which no other user may enter.
  private static var sockets: Diagnosis {
    let (identifier, title) = ("sockets", "Control sockets")
    let folder = Environment.socketFolder
    if let warning = folder.warning {
      return .costly(
        identifier, title, warning, cost: "Other programs may not find your hosts.",
        command: nil)
    }
    guard FileCalls.exists(folder.path), !folder.isPrivate else {
      return .fine(identifier, title, "They are in \(folder.path).")
    }
    return .broken(
      identifier, title, "Other users may enter \(folder.path).",
      cost: "'tenuto status' and the page do not work.",
      command: "chmod 700 \(folder.path.shellQuoted)",
      fix: Diagnosis.Fix(deed: "Closed \(folder.path) for other users.") {
        try folder.makePrivate()
      })
  }
}
