public import TenutoCore
public import TenutoSystem

extension Registry {
  /// The contents of the folders in a search path.
  public struct Scan: Sendable, Equatable {
    /// The usable components, by type, subtype and manufacturer.
    public internal(set) var components: [Component] = []
    /// The components that are not used because another bundle came first.
    public internal(set) var shadowed: [Shadowed] = []
    /// The unusable bundles and folders, each with the reason.
    public internal(set) var problems: [HostError] = []
    /// One sentence for each ignored part.
    public internal(set) var warnings: [String] = []
    /// The search path.
    public let searchPath: SearchPath

    /// A component that is in two bundles.
    public struct Shadowed: Sendable, Equatable {
      /// The codes that both have.
      public let code: ComponentCode
      /// The bundle that is used.
      public let keptPath: String
      /// The bundle that is ignored.
      public let ignoredPath: String
    }
  }
}

extension Registry.Scan {
  /// The matching components, in order; none is not an error.
  public func find(_ query: ComponentQuery) -> [Component] {
    components.filter { query.matches($0.code) }
  }

  /// The component with these codes.
  ///
  /// - Throws: `componentNotFound`, with the nearest codes and the search path.
  public func component(_ code: ComponentCode) throws(HostError) -> Component {
    guard let component = components.first(where: { $0.code == code }) else {
      throw notFound(code)
    }
    return component
  }

  /// The plug-in of another format named `plugin`, regardless of its location and code; without a
  /// name, or without this plug-in, the component with the code.
  ///
  /// - Throws: `componentNotFound`.
  public func component(
    _ code: ComponentCode, plugin: String?
  ) throws(HostError) -> Component {
    guard let plugin else { return try component(code) }
    if let found = components.first(where: { $0.source?.uri == plugin }) { return found }
    if let found = components.first(where: { $0.code == code }) { return found }
    throw HostError(
      .componentNotFound,
      """
      The plug-in \(plugin.printable) ('\(code)') is not installed in \(searchPath); install it, then \
      'tenuto scan' finds it.
      """)
  }

  /// The error for an unknown code, with similar ones.
  func notFound(_ code: ComponentCode) -> HostError {
    let unreadable =
      problems.isEmpty
      ? "" : " (\(problems.count) could not be read; 'tenuto list' shows the reasons)"
    if components.isEmpty {
      return HostError(
        .componentNotFound,
        """
        No component '\(code)' is installed, nor any other, in \(searchPath)\(unreadable); \
        install an extension with 'tenuto install PATH'.
        """)
    }
    let nearest = nearest(to: code).map { "'\($0.code)' (\($0.description.name))" }
    let meant = nearest.isEmpty ? "" : "did you mean \(nearest.joined(separator: ", or "))? "
    return HostError(
      .componentNotFound,
      """
      No component '\(code)' is installed in \(searchPath)\(unreadable); \
      \(meant)'tenuto list' names all.
      """)
  }

  /// At most three components whose codes differ in at most `limit` edits, the nearest first.
  func nearest(to code: ComponentCode, limit: Int = 4) -> [Component] {
    components.map { ($0, editDistance("\($0.code)", "\(code)")) }
      .filter { $0.1 <= limit }
      .sorted { ($0.1, "\($0.0.code)") < ($1.1, "\($1.0.code)") }
      .prefix(3).map(\.0)
  }
}

/// The Levenshtein distance of two texts, case ignored.
package func editDistance(_ first: String, _ second: String) -> Int {
  let other = Array(second.lowercased().utf8)
  var row = Array(0...other.count)
  for (line, byte) in first.lowercased().utf8.enumerated() {
    var diagonal = row[0]
    row[0] = line + 1
    for column in other.indices {
      let replaced = diagonal + (byte == other[column] ? 0 : 1)
      diagonal = row[column + 1]
      row[column + 1] = min(replaced, diagonal + 1, row[column] + 1)
    }
  }
  return row[other.count]
}
