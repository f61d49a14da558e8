internal import CJACK
internal import Synchronization

/// The subject of a property.
public enum JACKSubject: Sendable {
  /// The client itself.
  case client
  /// One of its ports.
  case port(JACKPort)
}

/// The key of a property, a URI.
public struct JACKPropertyKey: Sendable, Hashable, RawRepresentable {
  /// The URI.
  public let rawValue: String

  /// Creates a key from a URI.
  public init(rawValue: String) { self.rawValue = rawValue }

  private init(jack name: String) { rawValue = "http://jackaudio.org/metadata/\(name)" }

  /// A display name.
  public static let prettyName = Self(jack: "pretty-name")
  /// The position among the client's ports, an integer.
  public static let order = Self(jack: "order")
  /// A name that the ports of one device share.
  public static let portGroup = Self(jack: "port-group")
  /// A name in the desktop's icon theme.
  public static let iconName = Self(jack: "icon-name")
  /// A picture of at most 32 by 32 points, a PNG file in base64.
  public static let smallIcon = Self(jack: "icon-small")
  /// The channel of its group that an audio port carries, a URI of LV2's port groups.
  public static let designation = Self(jack: "designation")
  /// "CV" for an audio port that carries a control voltage.
  public static let signalType = Self(jack: "signal-type")
  /// The events of an event port, "MIDI" or "OSC".
  public static let eventTypes = Self(jack: "event-types")
}

/// Properties ("metadata") that other programs display; closing the client removes all of them.
extension JACKClient {
  /// Sets a port's display name; its full name stays.
  ///
  /// - Throws: `.metadataFailed`, `.closed` or `.serverEnded`.
  public func setPrettyName(_ name: String, of port: JACKPort) throws(JACKError) {
    try setProperty(.prettyName, to: name, of: .port(port))
  }

  /// Sets the client's display name.
  ///
  /// - Throws: `.metadataFailed`, `.closed` or `.serverEnded`.
  public func setPrettyName(_ name: String) throws(JACKError) {
    try setProperty(.prettyName, to: name, of: .client)
  }

  /// Sets a port's position among the client's ports, smallest first.
  ///
  /// - Throws: `.metadataFailed`, `.closed` or `.serverEnded`.
  public func setOrder(_ order: Int, of port: JACKPort) throws(JACKError) {
    try setProperty(
      .order, to: String(order), type: "http://www.w3.org/2001/XMLSchema#integer", of: .port(port))
  }

  /// Gives the client an icon of the desktop's theme.
  ///
  /// - Throws: `.metadataFailed`, `.closed` or `.serverEnded`.
  public func setIconName(_ name: String) throws(JACKError) {
    try setProperty(.iconName, to: name, of: .client)
  }

  /// Adds a port to a group of ports of one device, which other programs display together.
  ///
  /// - Throws: `.metadataFailed`, `.closed` or `.serverEnded`.
  public func setGroup(_ group: String, of port: JACKPort) throws(JACKError) {
    try setProperty(.portGroup, to: group, of: .port(port))
  }

  /// Stores a property.
  ///
  /// - Parameters:
  ///   - key: The property's key.
  ///   - value: The property's text.
  ///   - type: A MIME type or URI, or nil for plain text.
  ///   - subject: The client or one of its ports.
  /// - Throws: `.metadataFailed`, `.closed` or `.serverEnded`.
  public func setProperty(
    _ key: JACKPropertyKey, to value: String, type: String? = nil, of subject: JACKSubject
  ) throws(JACKError) {
    try unsafe core.askServer { client throws(JACKError) in
      let uuid = try unsafe core.uuid(of: subject, client)
      let status = MetadataLock.hold {
        unsafe core.library.api.pointee.set_property(client, uuid, key.rawValue, value, type)
      }
      guard status == 0 else {
        throw core.failure(.metadataFailed, "could not store the property <\(key.rawValue)>.")
      }
      core.state.withLock { _ = $0.subjects.insert(uuid) }
    }
  }

  /// Removes a property; a missing property is not an error.
  ///
  /// - Throws: `.metadataFailed`, `.closed` or `.serverEnded`.
  public func removeProperty(
    _ key: JACKPropertyKey, of subject: JACKSubject
  ) throws(JACKError) {
    try unsafe core.askServer { client throws(JACKError) in
      let uuid = try unsafe core.uuid(of: subject, client)
      MetadataLock.hold {
        unsafe _ = core.library.api.pointee.remove_property(client, uuid, key.rawValue)
      }
    }
  }

  /// The text of a property of any client's port, or nil.
  ///
  /// - Throws: `.noSuchPort`, `.closed` or `.serverEnded`.
  public func property(
    _ key: JACKPropertyKey, ofPortNamed name: String
  ) throws(JACKError) -> String? {
    try unsafe core.withClient { client throws(JACKError) in
      let port = try unsafe core.port(named: name, client)
      return unsafe core.property(key, of: core.library.api.pointee.port_uuid(port))
    }
  }

  /// All text properties of any client's port.
  ///
  /// - Throws: `.noSuchPort`, `.closed` or `.serverEnded`.
  public func properties(
    ofPortNamed name: String
  ) throws(JACKError) -> [JACKPropertyKey: String] {
    try unsafe core.withClient { client throws(JACKError) in
      let port = try unsafe core.port(named: name, client)
      return unsafe core.properties(of: core.library.api.pointee.port_uuid(port))
    }
  }

  /// The subject of property changes for any client's port.
  ///
  /// - Throws: `.noSuchPort`, `.closed` or `.serverEnded`.
  public func propertySubject(ofPortNamed name: String) throws(JACKError) -> UInt64 {
    try unsafe core.withClient { client throws(JACKError) in
      let port = try unsafe core.port(named: name, client)
      return unsafe core.library.api.pointee.port_uuid(port)
    }
  }

  /// The text of a property of any client, or nil if the client or the property does not exist.
  ///
  /// - Throws: `.closed` or `.serverEnded`.
  public func property(
    _ key: JACKPropertyKey, ofClientNamed name: String
  ) throws(JACKError) -> String? {
    try unsafe core.askServer { client in
      guard let uuid = unsafe core.uuid(ofClientNamed: name, client) else { return nil }
      return core.property(key, of: uuid)
    }
  }
}

extension JACKClient {
  /// Removes properties that JACK has kept from a former client with the same number.
  package func removeFormerProperties() {
    try? unsafe core.askServer { client throws(JACKError) in
      unsafe core.removeFormerProperties(of: try core.uuid(of: .client, client), client)
    }
  }
}

extension ClientCore {
  /// Removes properties that JACK has kept from a former client or port with the same number.
  ///
  /// JACK keeps the properties of killed programs, shares them among all servers of a user, and
  /// reuses numbers.
  func removeFormerProperties(of uuid: UInt64, _ client: OpaquePointer) {
    guard !properties(of: uuid).isEmpty else { return }
    MetadataLock.hold { unsafe _ = library.api.pointee.remove_properties(client, uuid) }
  }

  fileprivate func uuid(
    of subject: JACKSubject, _ client: OpaquePointer
  ) throws(JACKError) -> UInt64 {
    switch subject {
    case .port(let port): return port.uuid
    case .client:
      guard let uuid = unsafe uuid(ofClientNamed: name, client) else {
        throw failure(.metadataFailed, "has no UUID; its properties cannot be stored.")
      }
      return uuid
    }
  }

  fileprivate func uuid(ofClientNamed name: String, _ client: OpaquePointer) -> UInt64? {
    guard let text = unsafe library.api.pointee.get_uuid_for_client_name(client, name) else {
      return nil
    }
    defer { unsafe library.api.pointee.free(text) }
    var uuid: UInt64 = 0
    return unsafe library.api.pointee.uuid_parse(text, &uuid) == 0 ? uuid : nil
  }

  fileprivate func property(_ key: JACKPropertyKey, of uuid: UInt64) -> String? {
    var value: UnsafeMutablePointer<CChar>?
    var type: UnsafeMutablePointer<CChar>?
    let status = MetadataLock.hold {
      unsafe library.api.pointee.get_property(uuid, key.rawValue, &value, &type)
    }
    guard status == 0, let text = unsafe value else { return nil }
    defer {
      unsafe library.api.pointee.free(text)
      if let type = unsafe type { unsafe library.api.pointee.free(type) }
    }
    return unsafe String(cString: text)
  }

  fileprivate func properties(of uuid: UInt64) -> [JACKPropertyKey: String] {
    var description = unsafe jack_description_t()
    let count = MetadataLock.hold {
      unsafe library.api.pointee.get_properties(uuid, &description)
    }
    guard count > 0 else { return [:] }
    defer { unsafe library.api.pointee.free_description(&description, 0) }
    var properties: [JACKPropertyKey: String] = [:]
    for index in unsafe 0..<Int(description.property_cnt) {
      guard let property = unsafe description.properties?[index] else { continue }
      let key = unsafe JACKPropertyKey(rawValue: String(optionalCString: property.key))
      properties[key] = unsafe String(optionalCString: property.data)
    }
    return properties
  }
}
