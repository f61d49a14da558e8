internal import Glibc
public import TenutoComponents
public import TenutoCore
public import TenutoSystem
internal import TenutoTransport

/// Makes a bundle of each plug-in of LV2 that is installed.
///
/// The plug-ins' Turtle is read by the bridge, in a process of its own with a sandbox; none of
/// their code runs.
///
/// Thread: control.
public struct LV2Scan: Sendable {
  /// Where the bundles go.
  public let cache: PluginCache
  /// Where LV2 bundles are looked for, in this order (`LV2_PATH`).
  public let folders: [String]
  /// How much the sandbox matters.
  public let sandbox: SandboxMode

  /// What a scan has found.
  public struct Findings: Sendable {
    /// The components that can be used from now on.
    public var components: [ComponentDescription] = []
    /// The plug-ins that cannot be used: URI and reason.
    public var refused: [(uri: String, reason: String)] = []
    /// Whether nothing had changed since the last scan, and nothing was read.
    public var isUnchanged = false
  }

  /// Scans the folders of `environment`: those of `LV2_PATH`, by default the user's and the
  /// system's.
  public init(cache: PluginCache, environment: [String: String], sandbox: SandboxMode) {
    self.cache = cache
    self.sandbox = sandbox
    let home = environment["HOME"].map { [$0 + "/.lv2"] } ?? []
    let named = environment["LV2_PATH"].map { path in
      path.split(separator: ":").map { name in
        name.hasPrefix("~/") ? (environment["HOME"] ?? "") + name.dropFirst() : String(name)
      }
    }
    let all = named ?? home + ["/usr/local/lib/lv2", "/usr/lib/lv2"]
    folders = all.filter { $0.hasPrefix("/") && FileCalls.status($0)?.isFolder == true }
  }

  /// Makes the bundles anew; those of plug-ins that are gone are removed.
  ///
  /// - Parameter isForced: Whether they are made where nothing has changed, too.
  /// - Returns: What was found.
  /// - Throws: What is wrong with the bridge, its answers or the folder.
  public func run(isForced: Bool = false) throws(HostError) -> Findings {
    let bridge = try BridgeProgram.path()
    let stamps = LV2Stamps(folders: folders, bridge: bridge)
    if !isForced, stamps.text == kept { return Findings(isUnchanged: true) }
    let (descriptions, table) = try ask(bridge)
    let known = Dictionary(
      descriptions.map { ("\($0.code)", $0) }, uniquingKeysWith: { first, _ in first })
    var findings = Findings(refused: table.refused)
    do throws(SystemError) {
      try FileCalls.makeFolders(cache.folder)
      let lock = try FileCalls.lock(cache.folder)
      defer { FileCalls.unlock(lock) }
      var names: Set<String> = []
      for plugin in table.plugins {
        guard let description = known[plugin.code] else { continue }
        let name = Self.bundleName(of: description, plugin)
        do throws(HostError) {
          if try write(plugin, description, name, bridge) { names.insert(name) }
          findings.components.append(description)
        } catch {
          findings.refused.append((plugin.uri.printable, error.message))
        }
      }
      try removeOthers(than: names)
      try FileCalls.overwrite(stampsPath, Array(stamps.text.utf8))
    } catch {
      throw HostError(.fileWriteFailed, path: cache.folder, "cannot be written", because: error)
    }
    return findings
  }
}

// MARK: - The bridge

extension LV2Scan {
  /// The component of the bridge that has the table.
  private static let scanner: ComponentCode = "aumi lv2s Tnto"
  /// Plug-ins that are taken at most.
  private static let maximumCount: UInt16 = 16384

  /// Starts the bridge and has it read all there is.
  private func ask(
    _ bridge: String
  ) throws(HostError) -> ([ComponentDescription], LV2Table) {
    var policy = SandboxPolicy(mode: sandbox)
    // What is in the system's folders every program with libraries can read.
    policy.grants.files = folders.filter { !$0.hasPrefix("/usr/lib/") }.map {
      SandboxGrants.File($0)
    }
    let process = try ExtensionProcess(
      executablePath: bridge, environment: ["LV2_PATH=" + folders.joined(separator: ":")],
      sandbox: policy)
    defer { process.terminate() }
    let conversation = Conversation(process, name: "'\(bridge)'", patience: .reading)
    let descriptions = try conversation.descriptions(atMost: Self.maximumCount)
    try conversation.ask(InstantiateRequest(code: Self.scanner))
    try conversation.upload(Array("table".utf8))
    return (descriptions, LV2Table(try conversation.fetch(MessageRequest())))
  }
}

// MARK: - The folder

extension LV2Scan {
  private var stampsPath: String { "\(cache.folder)/stamps" }

  private var kept: String? {
    (try? FileCalls.read(stampsPath, limit: 1 << 24)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// A name that says something, and is another for each code.
  private static func bundleName(
    of description: ComponentDescription, _ plugin: LV2Table.Plugin
  ) -> String {
    let letters = description.name.unicodeScalars.map { scalar in
      scalar.isASCII && scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
        ? Character(scalar) : "-"
    }
    let code = plugin.code.split(separator: " ").joined(separator: "-")
    return "\(String(letters).prefix(60)).\(code)\(Registry.bundleEnding)"
  }

  /// Writes one bundle, under a hidden name first.
  private func write(
    _ plugin: LV2Table.Plugin, _ description: ComponentDescription, _ name: String, _ bridge: String
  ) throws(HostError) -> Bool {
    let manifest = Manifest(
      executable: BridgeProgram.name, components: [description],
      source: PluginSource(format: "lv2", uri: plugin.uri, folders: plugin.folders))
    let bytes = try manifest.serialized(path: "The manifest of \(plugin.uri.printable)")
    do throws(SystemError) {
      let path = "\(cache.folder)/\(name)"
      let temporary = try FileCalls.makeTemporaryFolder("\(cache.folder)/\(Installer.newPrefix)")
      try FileCalls.createUnsynchronized("\(temporary)/\(Manifest.fileName)", bytes)
      try FileCalls.createUnsynchronized("\(temporary)/lv2", Array((plugin.line + "\n").utf8))
      _ = try SystemError.check("symlink") {
        unsafe symlink(bridge, "\(temporary)/\(BridgeProgram.name)")
      }
      if FileCalls.exists(path) { try FileCalls.remove(path) }
      try FileCalls.rename(temporary, to: path)
      return true
    } catch {
      throw HostError(.fileWriteFailed, path: cache.folder, "cannot be written", because: error)
    }
  }

  /// Removes the bundles of plug-ins that are gone, and what a scan that was killed has left.
  private func removeOthers(than names: Set<String>) throws(SystemError) {
    for name in try FileCalls.names(in: cache.folder) where !names.contains(name) {
      let isOld = name.hasSuffix(Registry.bundleEnding) || name.hasPrefix(Installer.newPrefix)
      if isOld { try FileCalls.remove("\(cache.folder)/\(name)") }
    }
  }
}
