import ArgumentParser
import TenutoComponents
import TenutoCore
import TenutoProcess
import TenutoRender
import TenutoSystem

/// `tenuto install`: creates a bundle from an extension's executable.
struct InstallCommand: HostCommand {
  static let configuration = CommandConfiguration(
    commandName: "install",
    abstract: "Installs an extension.",
    discussion: """
      Runs the executable in a separate process to read its components, and writes the manifest \
      from them. It replaces a bundle of the same name.

      EXAMPLE:
        tenuto install .build/release/Sawtooth
        tenuto install Sawtooth.tenuto --into /usr/local/lib/tenuto/extensions
        tenuto install Harp --read /usr/share/sounds/harp
        tenuto install Filter --page Plugins/Filter/page
      """)

  @Argument(
    help: "The executable of an extension, or a bundle NAME.tenuto.", completion: .file())
  var path: String

  @Option(
    help: "The folder to install into; by default $XDG_DATA_HOME/tenuto/extensions.",
    completion: .directory)
  var into: String?

  @Option(
    help: ArgumentHelp(
      "A file or folder that it asks to read; may be repeated. 'tenuto grant' grants those "
        + "outside of /usr/share and /usr/local/share.",
      valueName: "path"))
  var read: [String] = []

  @Option(
    help: "A folder with a page for browsers, which begins with index.html.",
    completion: .directory)
  var page: String?

  @OptionGroup var sandbox: SandboxOptions

  func run() throws {
    let folder = try folder()
    let needs = SandboxGrants(files: read.map { SandboxGrants.File($0) })
    let descriptions = try describe(path, needs)
    let bundle = try Installer.install(
      path, descriptions: descriptions, needs: needs, page: page, into: folder)
    for description in descriptions {
      try Output.line(
        "Installed \(description.name) \(description.version) ('\(description.code)') "
          .printable + "in \(bundle)".printable)
    }
    Self.warn(bundle, scan: Environment.registry.scan())
  }

  private func folder() throws(Failure) -> String {
    if let into { return into }
    if let folder = SearchPath.userFolder(environment: Environment.variables) { return folder }
    throw .work("There is no home folder to install into; choose a folder with '--into FOLDER'.")
  }

  private func describe(
    _ path: String, _ needs: SandboxGrants
  ) throws -> [ComponentDescription] {
    let executable = try Installer.executable(in: path)
    var policy = sandbox.policy
    policy.grants = policy.grants.addingPackaged(of: needs)
    do throws(HostError) {
      return try Instance.describe(executablePath: executable, sandbox: policy)
    } catch {
      guard [.extensionDied, .launchFailed].contains(error.code) else { throw error }
      throw Failure.work(
        "\(error.message.trimmingStop); give the executable of a Tenuto extension.")
    }
  }

  /// Warns if another bundle takes precedence over the installed one.
  private static func warn(_ bundle: String, scan: Registry.Scan) {
    let path = SearchPath([bundle]).folders.first ?? bundle
    if scan.components.contains(where: { $0.bundlePath == path }) { return }
    if let shadowed = scan.shadowed.first(where: { $0.ignoredPath == path }) {
      Output.note(
        "It is not used, because \(shadowed.keptPath) takes precedence; remove that one "
          + "with 'tenuto uninstall \(shadowed.code)'.")
    } else {
      Output.note("To find it, set TENUTO_PATH to its folder.")
    }
  }
}
