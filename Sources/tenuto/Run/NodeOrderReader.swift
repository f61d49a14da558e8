import TenutoCore
import TenutoHost
import TenutoSession
import TenutoWeb

/// Finds out which node a request means.
struct NodeOrderReader {
  private let order: NodeOrder
  private let taken: Set<String>

  /// Reads `order`, besides nodes that have the names `taken`.
  init(_ order: NodeOrder, besides taken: Set<String>) {
    self.order = order
    self.taken = taken
  }

  /// The node.
  ///
  /// - Throws: 400 or 404 with what would be right.
  func node() throws(RequestError) -> SessionNode {
    let (kind, title) = try kind()
    var node = SessionNode(order.name ?? NodeName.make(of: title, besides: taken), kind)
    node.preset = order.preset
    node.parameters = (order.parameters ?? [:]).mapValues(Float.init)
    return node
  }

  private var ports: [PortPattern] { (order.ports ?? []).map(PortPattern.init) }

  private func kind() throws(RequestError) -> (SessionNode.Kind, title: String) {
    let word = order.kind ?? "component"
    guard let traits = SessionNode.Traits.all.first(where: { $0.word == word }) else {
      let known = SessionNode.Traits.all.map(\.word)
      throw RequestError(
        400,
        "'\(word.printable)' is no kind of node; there are "
          + known.dropLast().joined(separator: ", ") + " and \(known.last ?? "").")
    }
    let channels = order.channels ?? 2
    switch word {
    case "component":
      let description = try component()
      return (.component(description.code), description.name)
    case "mixer":
      return (
        .mixer(inputs: order.inputs ?? [2, 2], outputChannelCount: channels), traits.usualName
      )
    case "song": return (.song(try song()), traits.usualName)
    case "file-input":
      let isLooped = order.loops ?? false
      return (.fileInput(path: try path(), isLooped: isLooped), traits.usualName)
    case "file-output":
      return (.fileOutput(path: try path(), channelCount: channels), traits.usualName)
    case "audio-input":
      return (.audioInput(channelCount: channels, ports: ports), traits.usualName)
    case "audio-output":
      return (.audioOutput(channelCount: channels, ports: ports), traits.usualName)
    case "midi-input": return (.midiInput(ports: ports), traits.usualName)
    default: return (.midiOutput(ports: ports), traits.usualName)
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
    throw RequestError(400, "A file has a 'path'.")
  }

  /// The one installed component that is meant.
  private func component() throws(RequestError) -> ComponentDescription {
    guard let text = order.component else {
      throw RequestError(400, "Name a 'component', such as 'aumu saw1 Tnto'.")
    }
    do throws(HostError) {
      let scan = Environment.registry.scan()
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
