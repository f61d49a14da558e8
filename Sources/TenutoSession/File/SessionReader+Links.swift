internal import TenutoCore
internal import TenutoRender

extension SessionReader {
  mutating func readConnections(_ keys: [String: YAMLValue]) {
    if let value = keys["connections"] {
      for item in list(value, "connections", example: "[lead -> delay]") { readConnection(item) }
    }
    if let value = keys["jack"] {
      for item in list(value, "jack", example: "['lead:out_1 -> system:playback_1']") {
        readJACK(item)
      }
    }
    if let value = keys["maps"] {
      let example = "[{controller: 74, node: lead, parameter: cutoff}]"
      for item in list(value, "maps", example: example) { readMap(item) }
    }
  }

  private mutating func readConnection(_ item: YAMLValue) {
    if case .mapping(let entries) = item.content { return readMIDI(item, entries) }
    guard let text = text(item, "connections") else { return }
    do throws(LinkText.Fault) {
      let link = try LinkText.audio(text)
      locations[.connection(session.connections.count)] = item.position
      session.connections.append(link)
      connectionTexts.append(LinkText.text(link))
    } catch {
      refuse(item.position, error.description)
    }
  }

  private mutating func readMIDI(_ item: YAMLValue, _ entries: [YAMLEntry]) {
    let keys = keys(entries, of: .midi)
    guard let value = keys["midi"] else {
      return refuse(item.position, "a connection with keys is MIDI; write '{midi: keys -> lead}'")
    }
    guard let text = text(value, "midi") else { return }
    do throws(LinkText.Fault) {
      var link = try LinkText.midi(text)
      link.filter = try filter(keys)
      locations[.midi(session.midiConnections.count)] = item.position
      session.midiConnections.append(link)
      connectionTexts.append(SessionOutline.midi(link))
    } catch {
      refuse(item.position, error.description)
    }
  }

  private mutating func filter(_ keys: [String: YAMLValue]) throws(LinkText.Fault) -> MIDIFilter {
    var filter = MIDIFilter()
    if let value = keys["channels"], let channels = wholes(value, "channels", in: 1...16) {
      filter.channels = try LinkText.channels(channels)
    }
    if let value = keys["output-channel"], let channel = whole(value, "output-channel", in: 1...16)
    {
      filter.outputChannel = UInt8(channel - 1)
    }
    if let value = keys["keys"], let text = text(value, "keys") {
      filter.keys = try LinkText.keys(text)
    }
    if let value = keys["transpose"] {
      filter.transpose = whole(value, "transpose", in: SessionCheck.transpositions) ?? 0
    }
    return filter
  }

  private mutating func readJACK(_ item: YAMLValue) {
    guard let text = text(item, "jack") else { return }
    do throws(LinkText.Fault) {
      let link = try LinkText.jack(text, nodes: unreadNodes.union(session.nodes.map(\.name)))
      locations[.jack(session.jackConnections.count)] = item.position
      session.jackConnections.append(link)
    } catch {
      refuse(item.position, error.description)
    }
  }

  private mutating func readMap(_ item: YAMLValue) {
    let entries = mapping(
      item, "maps", example: "{controller: 74, node: lead, parameter: cutoff}")
    let keys = keys(entries, of: .map)
    for key in ["controller", "node", "parameter"] where keys[key] == nil && !entries.isEmpty {
      refuse(
        item.position,
        "a map needs '\(key)'; write {controller: 74, node: lead, parameter: cutoff}")
    }
    guard let controller = keys["controller"], let node = keys["node"],
      let parameter = keys["parameter"],
      let number = whole(controller, "controller", in: 0...119),
      let name = text(node, "node"), let identifier = text(parameter, "parameter")
    else { return }
    var map = ControllerMap(controller: UInt8(number), node: name, parameter: identifier)
    map.input = keys["input"].flatMap { text($0, "input") }
    map.channel = keys["channel"].flatMap { whole($0, "channel", in: 1...16) }
      .map { UInt8($0 - 1) }
    map.range = keys["range"].flatMap { range($0) }
    map.isInverted = keys["inverted"].flatMap { truth($0, "inverted") } ?? false
    locations[.map(session.maps.count)] = item.position
    session.maps.append(map)
  }

  private mutating func range(_ value: YAMLValue) -> ClosedRange<Float>? {
    if case .list(let items) = value.content, items.count == 2 {
      guard let lowest = sample(items[0], "range"), let highest = sample(items[1], "range") else {
        return nil
      }
      if lowest <= highest { return lowest...highest }
    }
    refuse(
      value.position,
      "'range' is the lowest and the highest value, such as [100, 8000]; 'inverted: true' turns it "
        + "round")
    return nil
  }
}
