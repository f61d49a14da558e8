internal import TenutoComponents
internal import TenutoCore

/// Puts together what the processes of a scan have said: codes, bundles, and what cannot be used.
struct PluginAssembly {
  /// A bundle to be written.
  struct Bundle {
    let name: String
    let description: ComponentDescription
    let plugin: PluginTable.Plugin
    let format: PluginFormat
    /// Its place in the ledger.
    let entry: Int
  }

  /// A plug-in without a code.
  private struct Fresh {
    let plugin: PluginTable.Plugin
    let description: ComponentDescription
    let format: PluginFormat
    let entry: Int
  }

  var ledger = PluginLedger()
  private(set) var bundles: [Bundle] = []
  private var fresh: [Fresh] = []
  /// Where each URI was found first.
  private var owners: [String: String] = [:]

  /// Takes what was found before, in files that have not changed.
  mutating func keep(_ entry: PluginLedger.Entry) {
    for plugin in entry.plugins { owners[plugin.uri] = entry.name }
    ledger.entries.append(entry)
  }

  /// Takes files whose process has ended or hung.
  mutating func addBroken(_ files: PluginFiles, _ reason: String) {
    var entry = PluginLedger.Entry(format: files.format, name: files.name, stamp: files.stamp)
    entry.refused = [.init(uri: files.name.printable, reason: reason.printable)]
    ledger.entries.append(entry)
  }

  /// Takes what a bridge has read.
  mutating func add(
    _ files: PluginFiles, _ descriptions: [ComponentDescription], _ table: PluginTable
  ) {
    var entry = PluginLedger.Entry(format: files.format, name: files.name, stamp: files.stamp)
    entry.refused = table.refused.map { .init(uri: $0.uri, reason: $0.reason) }
    for (plugin, description) in zip(table.plugins, descriptions) {
      if let owner = owners[plugin.uri] {
        let reason = "'\(owner.printable)' has one of this name"
        entry.refused.append(.init(uri: plugin.uri.printable, reason: reason))
        // Once that is gone, this one is to be found.
        entry.stamp = ""
        continue
      }
      owners[plugin.uri] = files.name
      fresh.append(
        Fresh(
          plugin: plugin, description: description, format: files.format,
          entry: ledger.entries.count))
    }
    ledger.entries.append(entry)
  }

  /// Gives all new plug-ins their codes, in the order of formats and of URIs.
  ///
  /// - Returns: Whether each got its first one. Else the codes depend on what was kept, and are the
  ///   same on every machine only where nothing is.
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

  /// Notes a bundle that was written.
  mutating func note(_ bundle: Bundle) {
    ledger.entries[bundle.entry].plugins.append(
      .init(
        bundleName: bundle.name, code: bundle.description.code, uri: bundle.plugin.uri))
  }

  mutating func refuse(_ uri: String, of entry: Int, _ reason: String) {
    ledger.entries[entry].refused.append(
      .init(uri: uri.printable, reason: reason.printable))
  }

  /// A name that says something, and is another for each code.
  private static func bundleName(of description: ComponentDescription) -> String {
    let letters = description.name.unicodeScalars.map { scalar in
      scalar.isASCII && scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
        ? Character(scalar) : "-"
    }
    let code = "\(description.code)".split(separator: " ").joined(separator: "-")
    return "\(String(letters).prefix(60)).\(code)\(Registry.bundleEnding)"
  }
}
