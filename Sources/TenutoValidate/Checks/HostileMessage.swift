internal import TenutoCore
internal import TenutoTransport

/// Datagrams for the control channel that no honest host sends.
enum HostileMessage {
  /// Related datagrams: one, the same twice, or several in the wrong order.
  ///
  /// Those of `isFramed` have a valid header, so that the parser of the payload is reached.
  static func batch(_ random: inout SeededRandom, isFramed: Bool) -> [[UInt8]] {
    switch random.next() % (isFramed ? 5 : 8) {
    case 0: return [message(kind(&random), random.bytes(count(&random)))]
    case 1: return [mutated(payload(&random), &random)].map { message(kind(&random), $0) }
    case 2:
      let (kind, bytes) = request(&random)
      return [message(kind, mutated(bytes, &random))]
    case 3:
      let (kind, bytes) = request(&random)
      let one = message(kind, bytes)
      return [one, one]
    case 4:
      let all = (0..<4).map { _ in request(&random) }.map { message($0.0, $0.1) }
      return all.shuffled(using: &random)
    case 5: return [random.bytes(1 + Int(random.next() % 64))]
    case 6: return [random.bytes(WireLimits.messageBytes + 1 + Int(random.next() % 50000))]
    default:
      let (kind, bytes) = request(&random)
      return [mutated(message(kind, bytes), &random)]
    }
  }

  /// The identifier of the last message.
  static let lastIdentifier: UInt32 = 0x4000_0001

  /// A valid `hello`: once it is answered, all earlier messages are.
  static var last: [UInt8] {
    let (kind, payload) = encoded(HelloRequest())
    return message(kind, payload, identifier: lastIdentifier)
  }

  /// A request for all parameters, with the identifier of a last message.
  static var question: [UInt8] {
    let (kind, payload) = encoded(ParametersRequest())
    return message(kind, payload, identifier: lastIdentifier)
  }

  /// An encoded message.
  private static func message(
    _ kind: UInt16, _ payload: [UInt8], identifier: UInt32 = 0x4000_0000
  ) -> [UInt8] {
    var writer = WireWriter()
    writer.write(UInt32(0x4C54_4354))
    writer.write(kind)
    writer.write(UInt16(0))
    writer.write(identifier)
    writer.write(UInt32(payload.count))
    return writer.bytes + payload
  }

  private static func count(_ random: inout SeededRandom) -> Int {
    let limit = [8, 64, 1024, ControlChannel.maximumPayloadBytes][Int(random.next() % 4)]
    return Int(random.next() % UInt64(limit + 1))
  }

  /// A request's kind, possibly unknown or with the mark of an answer, but never `shutdown`, after
  /// which nothing more could be found.
  private static func kind(_ random: inout SeededRandom) -> UInt16 {
    let number = UInt16(truncatingIfNeeded: random.next())
    let kind = random.next() % 8 == 0 ? number : 1 + number % 19
    return kind & 0x7FFF == ControlKind.shutdown.rawValue ? ControlKind.reset.rawValue : kind
  }

  private static func payload(_ random: inout SeededRandom) -> [UInt8] { request(&random).1 }

  /// Bytes of which some are changed, missing or extra.
  private static func mutated(_ bytes: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
    var bytes = bytes
    switch random.next() % 4 {
    case 0: return Array(bytes.prefix(Int(random.next() % UInt64(bytes.count + 1))))
    case 1: return bytes + random.bytes(1 + Int(random.next() % 16))
    case 2 where !bytes.isEmpty:
      let place = Int(random.next() % UInt64(bytes.count))
      for index in place..<min(bytes.count, place + 8) { bytes[index] = 0xFF }
      return bytes
    default:
      for _ in 0..<3 where !bytes.isEmpty {
        bytes[Int(random.next() % UInt64(bytes.count))] ^= 1 << UInt8(random.next() % 8)
      }
      return bytes
    }
  }
}

extension HostileMessage {
  /// A plausible request at an arbitrary moment.
  private static func request(_ random: inout SeededRandom) -> (UInt16, [UInt8]) {
    let number = UInt32(truncatingIfNeeded: random.next())
    let address = UInt64(number % 16)
    switch random.next() % 12 {
    case 0: return encoded(HelloRequest(version: number))
    case 1: return encoded(DescribeRequest(index: UInt16(truncatingIfNeeded: number)))
    case 2: return encoded(InstantiateRequest(code: "aumu none None"))
    case 3: return encoded(allocation(&random))
    case 4: return encoded(DeallocateRequest())
    case 5:
      return encoded(UploadRequest(offset: number % 65536, bytes: random.bytes(count(&random) / 2)))
    case 6: return encoded(DownloadRequest(offset: number))
    case 7:
      let value = Float(bitPattern: UInt32(truncatingIfNeeded: random.next()))
      return encoded(SetParametersRequest(values: [ParameterValue(address, value)]))
    case 8: return encoded(SelectPresetRequest(number: Int32(bitPattern: number)))
    case 9: return encoded(LoadStateRequest())
    case 10: return encoded(SaveStateRequest(scope: .document))
    default: return encoded(ValueRequest(address: address, text: "\(number)"))
    }
  }

  private static func allocation(_ random: inout SeededRandom) -> AllocateRequest {
    let frames = Int(random.next() % 65537)
    let format = RenderFormat(
      sampleRate: Double(random.next() % 800_000), maximumFrameCount: frames, frameCapacity: frames,
      inputChannelCount: Int(random.next() % 65), outputChannelCount: Int(random.next() % 65),
      depth: Int(random.next() % 63), slot: 0)
    return AllocateRequest(
      format: format,
      layout: BusLayout(inputs: [format.inputChannelCount], outputs: [format.outputChannelCount]))
  }

  private static func encoded<R: ControlRequest>(_ request: R) -> (UInt16, [UInt8]) {
    var writer = WireWriter()
    request.encode(into: &writer)
    return (R.kind.rawValue, writer.bytes)
  }
}
