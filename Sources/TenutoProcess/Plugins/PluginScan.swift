internal import Glibc
public import TenutoComponents
public import TenutoCore
public import TenutoSystem
internal import TenutoTransport

/// Makes a bundle for each installed plug-in of another format.
///
/// The bridges read the plug-ins in separate sandboxed processes. One process reads all Turtle
/// files of LV2 without running code. Each CLAP library has a process that runs its code, with a
/// time limit. Unchanged files are not read again.
///
/// Thread: control.
public struct PluginScan: Sendable {
  /// The destination of the bundles.
  public let cache: PluginCache
  /// The folders to search for plug-ins of each format, in this order.
  public let folders: [PluginFormat: [String]]
  /// The strictness of the sandbox.
  public let sandbox: SandboxMode
  /// The time limit for one library with code, in ms.
  public var codeMilliseconds: UInt64 = 20_000

  /// The results of a scan.
  public struct Findings: Sendable {
    /// The usable components, in the order of their bundles; empty if nothing has changed.
    public var components: [ComponentDescription] = []
    /// The number of usable plug-ins in each format.
    public var counts: [PluginFormat: Int] = [:]
    /// The unusable plug-ins or libraries: URI or path, and reason.
    public var refused: [(uri: String, reason: String)] = []
    /// Whether nothing has changed since the last scan, so that nothing was read.
    public var isUnchanged = false
  }

  /// Creates a scan of the folders in `LV2_PATH` and `CLAP_PATH` of `environment`, by default the
  /// user's and the system's.
  public init(
    cache: PluginCache, environment: [String: String], sandbox: SandboxMode,
    formats: [PluginFormat] = PluginFormat.allCases
  ) {
    self.cache = cache
    self.sandbox = sandbox
    folders = Dictionary(
      uniqueKeysWithValues: formats.map { ($0, $0.folders(environment: environment)) })
  }

  /// Whether no file has changed since the last scan.
  public var isCurrent: Bool {
    guard let (files, _) = try? findFiles() else { return false }
    return areCurrent(files.map(kept.entry), of: kept)
  }

  private func areCurrent(_ entries: [PluginLedger.Entry?], of ledger: PluginLedger) -> Bool {
    entries.count == ledger.entries.count && entries.allSatisfy { $0 != nil }
  }

  /// Rebuilds the bundles of changed files, and removes those of removed plug-ins.
  ///
  /// - Parameter isForced: Whether to make all bundles even if nothing has changed.
  /// - Returns: The results.
  /// - Throws: A fault of a bridge, of its answers, or of the folder.
  public func run(isForced: Bool = false) throws(HostError) -> Findings {
    let (files, missing) = try findFiles()
    let old = isForced ? PluginLedger() : kept
    let entries = files.map(old.entry)
    if !isForced, areCurrent(entries, of: old) { return unchanged(old, missing) }
    var assembly = PluginAssembly()
    for case let entry? in entries { assembly.keep(entry) }
    for (files, entry) in zip(files, entries) where entry == nil {
      try read(files, into: &assembly)
    }
    guard assembly.assignCodes() || isForced else { return try run(isForced: true) }
    var findings = try install(&assembly)
    findings.refused += missing
    return findings
  }

  /// The files of all formats, and the formats without a bridge.
  private func findFiles() throws(HostError) -> ([PluginFiles], [(uri: String, reason: String)]) {
    var files: [PluginFiles] = []
    var missing: [(uri: String, reason: String)] = []
    for format in PluginFormat.allCases {
      guard let folders = folders[format], !folders.isEmpty else { continue }
      do throws(HostError) {
        files += PluginFiles.all(format, folders: folders, bridge: try format.bridgePath())
      } catch {
        missing.append((format.title, error.message))
      }
    }
    return (files, missing)
  }

  private func unchanged(
    _ ledger: PluginLedger, _ missing: [(uri: String, reason: String)]
  ) -> Findings {
    var findings = Findings(isUnchanged: true)
    findings.take(ledger)
    findings.refused += missing
    return findings
  }
}

extension PluginScan.Findings {
  fileprivate mutating func take(_ ledger: PluginLedger) {
    for entry in ledger.entries {
      counts[entry.format, default: 0] += entry.plugins.count
      refused += entry.refused.map { ($0.uri, $0.reason) }
    }
  }
}

// MARK: - The bridge

extension PluginScan {
  /// The component of a bridge that returns the table.
  private static let scanner: ComponentCode = "aumi scan Tnto"
  /// The most plug-ins.
  private static let maximumCount: UInt16 = 16384

  /// Lets the bridge read the files; a library that ends its process or hangs is broken.
  private func read(
    _ files: PluginFiles, into assembly: inout PluginAssembly
  ) throws(HostError) {
    do throws(HostError) {
      let (descriptions, table) = try ask(files)
      assembly.add(files, descriptions, table)
    } catch {
      guard files.runsCode, error.isPluginsFault else { throw error }
      assembly.addBroken(files, error.message)
    }
  }

  private func ask(
    _ files: PluginFiles
  ) throws(HostError) -> ([ComponentDescription], PluginTable) {
    var policy = SandboxPolicy(mode: sandbox)
    if files.runsCode {
      policy.grants.libraryFolders = files.folders
    } else {
      // Every program with libraries can read the system's folders.
      policy.grants.files = files.folders.filter { !$0.hasPrefix("/usr/lib/") }.map {
        SandboxGrants.File($0)
      }
    }
    let process = try ExtensionProcess(
      executablePath: try files.format.bridgePath(), environment: files.environment,
      sandbox: policy)
    defer { process.terminate() }
    let timeouts: Conversation.Timeouts =
      files.runsCode
      ? .init(answer: codeMilliseconds, whole: codeMilliseconds) : .reading
    let conversation = Conversation(process, name: "'\(files.name)'", timeouts: timeouts)
    let descriptions = try conversation.descriptions(atMost: Self.maximumCount)
    try conversation.ask(InstantiateRequest(code: Self.scanner))
    try conversation.upload(Array("table".utf8))
    let table = PluginTable(try conversation.fetch(MessageRequest()))
    guard descriptions.count == table.plugins.count + 1 else {
      throw conversation.violation("sent a table that does not fit its descriptions")
    }
    return (Array(descriptions.dropFirst()), table)
  }
}

extension HostError {
  /// Whether the plug-in's code is to blame, and not the machine.
  fileprivate var isPluginsFault: Bool {
    [.extensionDied, .extensionTimedOut, .protocolViolation, .refused].contains(code)
  }
}

// MARK: - The folder

extension PluginScan {
  private var ledgerPath: String { "\(cache.folder)/ledger" }

  private var kept: PluginLedger {
    let bytes = try? FileCalls.read(ledgerPath, limit: 1 << 24)
    return PluginLedger(String(decoding: bytes ?? [], as: UTF8.self)) ?? PluginLedger()
  }

  /// Writes new bundles, and removes obsolete ones.
  private func install(_ assembly: inout PluginAssembly) throws(HostError) -> Findings {
    do throws(SystemError) {
      try FileCalls.makeFolders(cache.folder)
      let lock = try FileCalls.lock(cache.folder)
      defer { FileCalls.unlock(lock) }
      for bundle in assembly.bundles {
        do throws(HostError) {
          try write(bundle)
          assembly.note(bundle)
        } catch {
          assembly.refuse(bundle.plugin.uri, of: bundle.entry, error.message)
        }
      }
      let names = assembly.ledger.entries.flatMap { $0.plugins.map(\.bundleName) }
      try removeOthers(than: Set(names))
      try FileCalls.overwrite(ledgerPath, Array(assembly.ledger.text.utf8))
    } catch {
      throw HostError(.fileWriteFailed, path: cache.folder, "cannot be written", because: error)
    }
    var findings = Findings()
    findings.take(assembly.ledger)
    // Unchanged bundles are read again with all others.
    let codes = Set(assembly.ledger.entries.flatMap { $0.plugins.map(\.code) })
    findings.components = Registry(searchPath: SearchPath([cache.folder])).scan().components
      .map(\.description).filter { codes.contains($0.code) }
    return findings
  }

  /// Writes one bundle, first under a hidden name.
  private func write(_ bundle: PluginAssembly.Bundle) throws(HostError) {
    let bridge = try bundle.format.bridgePath()
    let manifest = Manifest(
      executable: bundle.format.bridgeName, components: [bundle.description],
      source: PluginSource(
        format: bundle.format.rawValue, uri: bundle.plugin.uri, folders: bundle.plugin.folders))
    let bytes = try manifest.serialized(path: "The manifest of \(bundle.plugin.uri.printable)")
    let line = "\(bundle.description.code)\t\(bundle.plugin.line)\n"
    do throws(SystemError) {
      let path = "\(cache.folder)/\(bundle.name)"
      let temporary = try FileCalls.makeTemporaryFolder("\(cache.folder)/\(Installer.newPrefix)")
      try FileCalls.createUnsynchronized("\(temporary)/\(Manifest.fileName)", bytes)
      try FileCalls.createUnsynchronized("\(temporary)/plugin", Array(line.utf8))
      _ = try SystemError.check("symlink") {
        unsafe symlink(bridge, "\(temporary)/\(bundle.format.bridgeName)")
      }
      if FileCalls.exists(path) { try FileCalls.remove(path) }
      try FileCalls.rename(temporary, to: path)
    } catch {
      throw HostError(.fileWriteFailed, path: cache.folder, "cannot be written", because: error)
    }
  }

  /// Removes the bundles of removed plug-ins, and the remains of a killed scan.
  private func removeOthers(than names: Set<String>) throws(SystemError) {
    for name in try FileCalls.names(in: cache.folder) where !names.contains(name) {
      let isOld = name.hasSuffix(Registry.bundleEnding) || name.hasPrefix(Installer.newPrefix)
      if isOld { try FileCalls.remove("\(cache.folder)/\(name)") }
    }
  }
}
