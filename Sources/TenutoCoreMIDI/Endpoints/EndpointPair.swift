internal import TenutoJACK

/// A source and a destination that are treated as the two directions of one device.
struct EndpointPair: Hashable, Sendable {
  let source: EndpointObject
  let destination: EndpointObject

  /// Whether both carry Universal MIDI Packets.
  var isUMP: Bool { source.isUMP && destination.isUMP }

  static func == (left: EndpointPair, right: EndpointPair) -> Bool {
    left.source === right.source && left.destination === right.destination
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(source.ref)
    hasher.combine(destination.ref)
  }
}

extension Setup {
  /// The pairs that can be asked: the n-th source and the n-th destination of an entity, separately
  /// for packets and bytes.
  ///
  /// Ports that programs of this process created for themselves are excluded; those of its
  /// endpoints are included.
  func pairs(ofBytes: Bool) -> [EndpointPair] {
    struct Key: Hashable {
      let entity: EntityObject.Key
      let isUMP: Bool
    }
    func key(_ endpoint: EndpointObject) -> Key? {
      guard endpoint.isUMP || ofBytes else { return nil }
      return endpoint.pairingKey.map { Key(entity: $0, isUMP: endpoint.isUMP) }
    }
    let destinations = Dictionary(grouping: endpoints(.destination), by: key)
    var used: [Key: Int] = [:]
    return endpoints(.source).compactMap { source in
      guard let key = key(source), let others = destinations[key] else { return nil }
      let index = used[key, default: 0]
      used[key] = index + 1
      guard index < others.count else { return nil }
      return EndpointPair(source: source, destination: others[index])
    }
  }
}

extension EndpointObject {
  /// The entity that has the endpoint of the other direction.
  fileprivate var pairingKey: EntityObject.Key? {
    guard let virtual else { return entityKey }
    return virtual.group.map { EntityObject.Key(client: virtual.client.ports.name, group: $0) }
  }
}
