internal import TenutoMIDIMessages

extension FuzzTarget {
  static var capabilityInquiry: [FuzzTarget] {
    [
      FuzzTarget(name: "ci-message", run: carryMessage),
      FuzzTarget(name: "ci-device", run: talkToDevice),
    ]
  }

  /// A message round-trips unchanged.
  private static func carryMessage(_ input: [UInt8]) {
    let payload = [0x7E, 0x7F, 0x0D] + input.map { $0 & 0x7F }
    guard let message = try? CIMessage(payload: payload) else { return }
    check(message.payload == payload, "\(payload) is carried as \(message.payload)")
    _ = Mcoded7.decode(input)
    check(Mcoded7.decode(Mcoded7.encode(input)) == input, "data is not coded as it is")
  }

  /// A device stays within its limits for memory and output, for any input.
  private static func talkToDevice(_ input: [UInt8]) {
    var reader = InputReader(input)
    var generator = Counter(value: UInt64(reader.byte()))
    var device = CIDevice(configuration: configuration, using: &generator)
    _ = device.addProfile(CIProfile(ProfileID(1, 1, 1, 1, 1)))
    _ = try? device.discover(now: 0)
    var now: UInt64 = 0
    while !reader.isEmpty {
      now += UInt64(reader.byte())
      let output = device.receive(payload(&reader, for: device), now: now, using: &generator)
      check(output.messages.count <= 4, "one message has \(output.messages.count) answers")
      check(device.peers.count <= 4, "too many devices are known")
      check(device.openRequestCount <= 8, "too many requests are open")
      for peer in device.peers.keys {
        _ = try? device.requestProperty(.get, header: [], of: peer, now: now)
      }
      _ = device.advance(to: now)
    }
    let end = device.advance(to: .max)
    check(device.nextDeadline == nil, "\(end) leaves something that waits")
  }

  /// A message to the device from one of 16 other devices.
  private static func payload(_ reader: inout InputReader, for device: CIDevice) -> [UInt8] {
    let source = MUID(UInt28(reader.byte() & 15))
    let subID2 = UInt7(truncatingIfNeeded: reader.byte())
    let version = UInt7(truncatingIfNeeded: reader.byte() & 3)
    let address = CIAddress(rawValue: UInt7(truncatingIfNeeded: reader.byte()))
    let body = reader.bytes(Int(reader.byte()))
    return CIMessage(
      .other(subID2: subID2, body), from: source,
      to: reader.byte() & 7 == 0 ? .broadcast : device.muid, address: address,
      version: version
    ).payload
  }

  private static var configuration: CIConfiguration {
    var configuration = CIConfiguration(
      identity: DeviceIdentity(
        manufacturer: .educational, family: 1, model: 1, softwareRevision: 1))
    configuration.productInstanceID = "SN"
    configuration.limits.peerCount = 4
    configuration.limits.openRequestCount = 8
    configuration.limits.openPropertyCount = 2
    configuration.limits.propertyByteCount = 64
    configuration.limits.totalPropertyByteCount = 100
    configuration.limits.timeout = 1000
    return configuration
  }

  /// Consecutive numbers, so that an input is deterministic.
  private struct Counter: RandomNumberGenerator {
    var value: UInt64

    mutating func next() -> UInt64 {
      value += 1
      return value &* 0x9E37_79B9_7F4A_7C15
    }
  }
}
