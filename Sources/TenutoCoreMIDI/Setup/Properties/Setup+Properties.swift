internal import TenutoJACK

extension Setup {
  /// All properties that an object has itself.
  func propertyList(_ ref: MIDIObjectRef, deep: Bool) -> [String: Any]? {
    guard let object = object(ref) else { return nil }
    if case .external(let id) = object { return propertyList(external: id, deep: deep) }
    guard let own = object.properties else { return nil }
    let values = object.derived.merging(own.all) { _, set in set }
    var list: [String: Any] = values.mapValues(\.plain)
    guard deep else { return list }
    switch object {
    case .device:
      list["entities"] = entities(of: ref).compactMap { propertyList($0, deep: true) }
    case .entity:
      list["sources"] = sources(in: ref).compactMap { propertyList($0, deep: true) }
      list["destinations"] = destinations(in: ref).compactMap { propertyList($0, deep: true) }
    case .client, .inputPort, .outputPort, .endpoint, .external, .thru: break
    }
    return list
  }

  /// The object of an id, if present.
  func find(_ uniqueID: MIDIUniqueID) -> SetupChange.Child? {
    guard uniqueID != kMIDIInvalidUniqueID else { return nil }
    let all = endpoints(.source) + endpoints(.destination)
    if let endpoint = all.first(where: { $0.uniqueID == uniqueID }) { return endpoint.child }
    if let device = devices.first(where: { $0.uniqueID == uniqueID }) {
      return SetupChange.Child(ref: device.ref, type: .device)
    }
    if let entity = entityKeys.map({ entity(for: $0) }).first(where: { $0.uniqueID == uniqueID }) {
      return SetupChange.Child(ref: entity.ref, type: .entity)
    }
    return withExternals { $0.setup.tree[uniqueID] }
      .map { SetupChange.Child(ref: ref(external: uniqueID), type: $0.type) }
  }
}
