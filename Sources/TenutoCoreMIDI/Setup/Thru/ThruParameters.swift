/// The routing and the changes of a thru connection, parsed from the program's data.
struct ThruParameters: Sendable {
  /// The part of fixed size.
  let head: MIDIThruConnectionParams
  let controls: [MIDIControlTransform]
  let maps: [[UInt8]]

  /// Parses the parameters; nil if they are truncated or of an unknown version.
  init?(_ data: CFData) {
    let size = MemoryLayout<MIDIThruConnectionParams>.size
    guard data.count >= size, let start = unsafe data.start else { return nil }
    let raw = unsafe UnsafeRawPointer(start)
    let head = unsafe raw.loadUnaligned(as: MIDIThruConnectionParams.self)
    let controlSize = MemoryLayout<MIDIControlTransform>.size
    let mapStart = size + Int(head.numControlTransforms) * controlSize
    guard head.version == 0, head.numSources <= 8, head.numDestinations <= 8,
      data.count >= mapStart + Int(head.numMaps) * 128
    else { return nil }
    self.head = head
    controls = (0..<Int(head.numControlTransforms)).map {
      unsafe (raw + size + $0 * controlSize).loadUnaligned(as: MIDIControlTransform.self)
    }
    maps = (0..<Int(head.numMaps)).map {
      Array(data.dropFirst(mapStart + $0 * 128).prefix(128))
    }
  }

  /// The sources, whether they exist or not.
  var sources: [MIDIThruConnectionEndpoint] {
    Self.endpoints(head.sources, Int(head.numSources))
  }

  /// The destinations, whether they exist or not.
  var destinations: [MIDIThruConnectionEndpoint] {
    Self.endpoints(head.destinations, Int(head.numDestinations))
  }

  /// The new channel for each channel, 0xFF for none.
  var channelMap: [UInt8] {
    unsafe withUnsafeBytes(of: head.channelMap) { unsafe Array($0) }
  }

  /// Whether all controls are of the kind that `ThruTransform` knows: 7 bits, not RPN or NRPN.
  var hasKnownControls: Bool {
    controls.allSatisfy {
      $0.controlType == .controlType_7Bit && $0.remappedControlType == .controlType_7Bit
    }
  }

  /// Whether everything passes unchanged: apart from the endpoints, the parameters have their
  /// defaults.
  var isPlain: Bool {
    var plain = MIDIThruConnectionParams()
    unsafe MIDIThruConnectionParamsInitialize(&plain)
    plain.numSources = head.numSources
    plain.sources = head.sources
    plain.numDestinations = head.numDestinations
    plain.destinations = head.destinations
    return unsafe withUnsafeBytes(of: plain) { plain in
      unsafe withUnsafeBytes(of: head) { head in unsafe head.elementsEqual(plain) }
    }
  }

  private static func endpoints<Tuple>(
    _ tuple: Tuple, _ count: Int
  ) -> [MIDIThruConnectionEndpoint] {
    unsafe withUnsafeBytes(of: tuple) {
      unsafe Array($0.bindMemory(to: MIDIThruConnectionEndpoint.self).prefix(count))
    }
  }
}
