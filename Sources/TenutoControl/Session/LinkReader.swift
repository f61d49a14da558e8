internal import TenutoCore
internal import TenutoRender
internal import TenutoSession

/// Finds the connection that a request means.
struct LinkReader {
  private let record: LinkRecord
  private let nodes: [String: NodeReport]

  init(_ record: LinkRecord, _ nodes: [String: NodeReport]) {
    self.record = record
    self.nodes = nodes
  }

  private enum Kind: String {
    case audio, midi, jack
  }

  private var text: String { "\(record.from) -> \(record.to)" }

  /// Returns the connection.
  ///
  /// - Throws: 400 with a corrected form.
  func link() throws(RequestError) -> SessionLink {
    let kind = try kind()
    do throws(LinkText.Fault) {
      switch kind {
      case .audio: return .audio(try LinkText.audio(text))
      case .midi:
        var link = try LinkText.midi(text)
        link.filter = try filter()
        return .midi(link)
      case .jack: return .jack(try LinkText.jack(text, nodes: Set(nodes.keys)))
      }
    } catch {
      let reason = error.description
      throw RequestError(400, reason.prefix(1).uppercased() + reason.dropFirst() + ".")
    }
  }

  /// Returns the requested kind, or the one that fits: audio if both nodes have it.
  private func kind() throws(RequestError) -> Kind {
    if let word = record.kind {
      guard let kind = Kind(rawValue: word) else {
        throw RequestError(
          400, "'\(word.printable)' is not a kind of connection; choose audio, midi or jack.")
      }
      return kind
    }
    if record.from.contains(":") || record.to.contains(":") { return .jack }
    if isFiltered { return .midi }
    guard let source = (try? LinkText.bus(record.from)).flatMap({ nodes[$0.node] }),
      let destination = (try? LinkText.bus(record.to)).flatMap({ nodes[$0.node] })
    else { return .audio }
    let hasAudio = !source.layout.outputs.isEmpty && !destination.layout.inputs.isEmpty
    return !hasAudio && source.givesMIDI && destination.takesMIDI ? .midi : .audio
  }

  private var isFiltered: Bool {
    record.channels != nil || record.outputChannel != nil || record.keys != nil
      || record.transpose != nil
  }

  private func filter() throws(LinkText.Fault) -> MIDIFilter {
    var filter = MIDIFilter()
    if let channels = record.channels { filter.channels = try LinkText.channels(channels) }
    if let channel = record.outputChannel {
      _ = try LinkText.channels([channel])
      filter.outputChannel = UInt8(channel - 1)
    }
    if let keys = record.keys {
      filter.keys = try LinkText.keys("\(keys.first ?? -1)..\(keys.last ?? -1)")
    }
    filter.transpose = record.transpose ?? 0
    return filter
  }
}

extension LinkRecord {
  /// Creates a record of a connection.
  init(_ link: SessionLink) {
    switch link {
    case .audio(let link):
      self.init(
        kind: "audio", from: LinkText.bus(link.source, link.outputBus),
        to: LinkText.bus(link.destination, link.inputBus))
    case .midi(let link):
      self.init(kind: "midi", from: link.source, to: link.destination)
      let filter = link.filter
      if filter.channels != .max { channels = LinkText.channels(filter.channels) }
      outputChannel = filter.outputChannel.map { Int($0) + 1 }
      if filter.keys != 0...127 {
        keys = [Int(filter.keys.lowerBound), Int(filter.keys.upperBound)]
      }
      if filter.transpose != 0 { transpose = filter.transpose }
    case .jack(let link):
      let own = "\(link.node):\(link.port)"
      let isInput = LinkText.isInput(port: link.port)
      self.init(
        kind: "jack", from: isInput ? "\(link.other)" : own, to: isInput ? own : "\(link.other)")
    }
  }
}

extension ControllerMap {
  /// Converts a request.
  ///
  /// - Throws: 400 with the accepted values.
  init(_ record: MapRecord) throws(RequestError) {
    guard (0...119).contains(record.controller) else {
      throw RequestError(400, "\(record.controller) is not a controller; choose 0 to 119.")
    }
    if let channel = record.channel, !(1...16).contains(channel) {
      throw RequestError(400, "\(channel) is not a MIDI channel; choose 1 to 16.")
    }
    self.init(
      controller: UInt8(record.controller), node: record.node, parameter: record.parameter)
    input = record.input
    channel = record.channel.map { UInt8($0 - 1) }
    guard let minimum = record.minimum, let maximum = record.maximum else {
      guard record.minimum == nil && record.maximum == nil else {
        throw RequestError(400, "Give both a minimum and a maximum, or neither.")
      }
      return
    }
    range = Float(min(minimum, maximum))...Float(max(minimum, maximum))
    isInverted = minimum > maximum
  }
}

extension MapRecord {
  /// Creates a record of a map.
  init(_ map: ControllerMap) {
    self.init(controller: Int(map.controller), node: map.node, parameter: map.parameter)
    input = map.input
    channel = map.channel.map { Int($0) + 1 }
    guard let range = map.range else { return }
    let ends = [Double(range.lowerBound), Double(range.upperBound)]
    (minimum, maximum) = map.isInverted ? (ends[1], ends[0]) : (ends[0], ends[1])
  }
}
