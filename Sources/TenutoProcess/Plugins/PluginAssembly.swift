internal import TenutoComponents
internal import TenutoCore

/// Combines the results of a scan's processes: codes, bundles, and unusable plug-ins.
struct PluginAssembly {
  /// A bundle to write.
  struct Bundle {
    let name: String
    let description: ComponentDescription
    let plugin: PluginTable.Plugin
    let format: PluginFormat
    /// Its index in the ledger.
    let entry: Int
  }

  /// A plug-in that has no code yet.
  private struct NewPlugin {
    let plugin: PluginTable.Plugin
    let description: ComponentDescription
    let format: PluginFormat
    let entry: Int
  }

  var ledger = PluginLedger()
  private(set) var bundles: [Bundle] = []
  private var fresh: [NewPlugin] = []
  /// The file in which each URI was found first.
  private var owners: [String: String] = [:]

  /// Keeps the earlier result for unchanged files.
  mutating func keep(_ entry: PluginLedger.Entry) {
    for plugin in entry.plugins { owners[plugin.uri] = entry.name }
    ledger.entries.append(entry)
  }

  /// Adds files whose process has ended or hung.
  mutating func addBroken(_ files: PluginFiles, _ reason: String) {
    var entry = PluginLedger.Entry(format: files.format, name: files.name, stamp: files.stamp)
    entry.refused = [.init(uri: files.name.printable, reason: reason.printable)]
    ledger.entries.append(entry)
  }

  /// Adds the descriptions read by a bridge.
  mutating func add(
    _ files: PluginFiles, _ descriptions: [ComponentDescription], _ table: PluginTable
  ) {
    var entry = PluginLedger.Entry(format: files.format, name: files.name, stamp: files.stamp)
    entry.refused = table.refused.map { .init(uri: $0.uri, reason: $0.reason) }
    for (plugin, description) in zip(table.plugins, descriptions) {
      if let owner = owners[plugin.uri] {
        let reason = "'\(owner.printable)' has one of this name"
        entry.refused.append(.init(uri: plugin.uri.printable, reason: reason))
        // Once the other file is removed, this one must be read again.
        entry.stamp = ""
        continue
      }
      owners[plugin.uri] = files.name
      fresh.append(
        NewPlugin(
          plugin: plugin, description: description, format: files.format,
          entry: ledger.entries.count))
    }
    ledger.entries.append(entry)
  }

  /// Assigns codes to all new plug-ins, in the order of formats and URIs.
  ///
  /// - Returns: Whether each got its first choice. Otherwise the codes depend on the ones that were
  ///   kept, and are the same on every machine only if none is kept.
  mutating func assignCodes() -> Bool {
    var codes = PluginCodes(taken: ledger.entries.flatMap { $0.plugins.map(\.code) })
    let order = Dictionary(
      uniqueKeysWithValues: PluginFormat.allCases.enumerated().map { ($1, $0) })
    fresh.sort {
      ((order[$0.format] ?? 0), $0.plugin.uri) < ((order[$1.format] ?? 0), $1.plugin.uri)
    }
    for plugin in fresh {
      guard let code = codes.code(of: plugin.plugin.uri, as: plugin.description.code) else {
        refuse(plugin.plugin.uri, of: plugin.entry, "has no code that is free")
        continue
      }
      var description = plugin.description
      description.code = code
      bundles.append(
        Bundle(
          name: Self.bundleName(of: description), description: description,
          plugin: plugin.plugin, format: plugin.format, entry: plugin.entry))
    }
    return !codes.hasCollided
  }

  /// Adds a written bundle to the ledger.
  mutating func note(_ bundle: Bundle) {
    ledger.entries[bundle.entry].plugins.append(
      .init(
        bundleName: bundle.name, code: bundle.description.code, uri: bundle.plugin.uri))
  }

  mutating func refuse(_ uri: String, of entry: Int, _ reason: String) {
    ledger.entries[entry].refused.append(
      .init(uri: uri.printable, reason: reason.printable))
  }

  /// A readable name, unique for each code.
  private static func bundleName(of description: ComponentDescription) -> String {
    let letters = description.name.unicodeScalars.map { scalar in
      scalar.isASCII && scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
        ? Character(scalar) : "-"
    }
    let code = "\(description.code)".split(separator: " ").joined(separator: "-")
    return "\(String(letters).prefix(60)).\(code)\(Registry.bundleEnding)"
  }
}
