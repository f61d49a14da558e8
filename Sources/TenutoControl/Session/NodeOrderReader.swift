internal import TenutoComponents
internal import TenutoCore
internal import TenutoSession
internal import TenutoSystem

/// Finds the node that a request describes.
struct NodeOrderReader {
  private let order: NodeOrder
  private let taken: Set<String>
  private let registry: Registry

  /// Reads `order`; the names `taken` are in use, and components come from `registry`.
  init(_ order: NodeOrder, besides taken: Set<String>, in registry: Registry) {
    self.order = order
    self.taken = taken
    self.registry = registry
  }

  /// Returns the node.
  ///
  /// - Throws: 400 or 404 with the accepted values.
  func node() throws(RequestError) -> SessionNode {
    let (kind, title) = try kind()
    let usual = title ?? kind.traits.usualName
    var node = SessionNode(order.name ?? NodeName.make(of: usual, besides: taken), kind)
    node.preset = order.preset
    node.parameters = (order.parameters ?? [:]).mapValues(Float.init)
    return node
  }

  private var ports: [PortPattern] { (order.ports ?? []).map(PortPattern.init) }

  /// Returns the node's kind, and the name of its component.
  private func kind() throws(RequestError) -> (SessionNode.Kind, title: String?) {
    guard let word = order.kind, word != SessionNode.Traits.component.word else {
      let description = try component()
      return (.component(description.code), description.name)
    }
    return (try hostKind(word), nil)
  }

  private func hostKind(_ word: String) throws(RequestError) -> SessionNode.Kind {
    let channels = order.channels ?? 2
    switch word {
    case "mixer": return .mixer(inputs: order.inputs ?? [2, 2], outputChannelCount: channels)
    case "song": return .song(try song())
    case "file-input": return .fileInput(path: try path(), isLooped: order.loops ?? false)
    case "file-output": return .fileOutput(path: try path(), channelCount: channels)
    case "audio-input": return .audioInput(channelCount: channels, ports: ports)
    case "audio-output": return .audioOutput(channelCount: channels, ports: ports)
    case "midi-input": return .midiInput(ports: ports)
    case "midi-output": return .midiOutput(ports: ports)
    default:
      let known = SessionNode.Traits.all.map(\.word)
      throw RequestError(
        400,
        "'\(word.printable)' is not a kind of node; choose "
          + known.dropLast().joined(separator: ", ") + " or \(known.last ?? "").")
    }
  }

  private func song() throws(RequestError) -> SessionSong {
    var song = SessionSong(path: try path())
    song.isLooped = order.loops ?? false
    song.tracks = order.tracks ?? []
    return song
  }

  private func path() throws(RequestError) -> String {
    if let path = order.path { return path }
    throw RequestError(400, "Give the file's 'path'.")
  }

  /// Returns the installed component that the code means.
  private func component() throws(RequestError) -> ComponentDescription {
    guard let text = order.component else {
      throw RequestError(400, "Name a 'component', such as 'aumu saw1 Tnto'.")
    }
    do throws(HostError) {
      let scan = registry.scan()
      if let code = ComponentCode(text) { return try scan.component(code).description }
      let found = scan.find(try ComponentQuery(text))
      guard let first = found.first else {
        throw HostError(.componentNotFound, "No component fits '\(text.printable)'.")
      }
      guard found.count == 1 else {
        let list = found.prefix(5).map { "'\($0.code)'" }.joined(separator: ", ")
        throw HostError(.refused, "\(found.count) components fit '\(text.printable)': \(list).")
      }
      return first.description
    } catch {
      throw RequestError(error)
    }
  }
}
