import ArgumentParser
import TenutoComponents
import TenutoControl
import TenutoCore

/// Completions that shells offer while the user types.
enum Completions {
  /// The codes of installed components; only of these types, unless `types` is empty.
  static func codes(_ types: ComponentKind...) -> CompletionKind {
    .custom { _, _, _ in
      let all = Environment.registry.scan().components
      return all.filter { types.isEmpty || $0.code.kind.map(types.contains) == true }.map {
        "\($0.code)"
      }
    }
  }

  /// The names of running hosts.
  static let hosts = CompletionKind.custom { _, _, _ in Environment.socketFolder.names }

  /// The names of the nodes of the host that the command addresses.
  static let nodes = CompletionKind.custom { words, _, _ in
    status(of: words)?.nodes.map(\.name) ?? []
  }

  /// The parameters of the node that the command names.
  static let parameters = CompletionKind.custom { words, _, _ in parameters(of: words) }

  /// The parameters of the node that the command names, each with `=`.
  static let settings = CompletionKind.custom { words, _, _ in
    parameters(of: words).map { "\($0)=" }
  }

  private static func client(of words: [String]) -> ControlClient {
    let option = words.firstIndex(of: "--name").map { words.index(after: $0) }
    let name = option.flatMap { words.indices.contains($0) ? words[$0] : nil }
    return ControlClient(name: name ?? HostNameOption.usual, in: Environment.socketFolder)
  }

  private static func status(of words: [String]) -> HostStatus? {
    try? client(of: words).get("/v1/status", as: HostStatus.self)
  }

  private static func parameters(of words: [String]) -> [String] {
    let names = Set(status(of: words)?.nodes.map(\.name) ?? [])
    guard let node = words.dropFirst(2).first(where: names.contains) else { return [] }
    let path = "/v1/nodes/\(ControlClient.escaped(node))/parameters"
    let records = try? client(of: words).get(path, as: ParametersAnswer.self)
    return records?.parameters.map(\.id) ?? []
  }
}
