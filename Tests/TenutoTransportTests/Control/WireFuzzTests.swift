import TenutoCore
import TenutoTransport
import TestSupport
import Testing

/// Random, truncated and damaged messages: each is an answer or an error, and none traps.
struct WireFuzzTests {
  /// Reads `bytes` as every type of message in turn; returns how many accepted them.
  private func readAsEverything(_ bytes: [UInt8]) -> Int {
    func accepts<T: WireCodable>(_: T.Type) -> Bool {
      var reader = WireReader(bytes[...])
      return (try? T(from: &reader)) != nil && (try? reader.finish()) != nil
    }
    let accepted = [
      accepts(ComponentDescription.self), accepts(ComponentCode.self), accepts(Parameter.self),
      accepts(BusDescription.self), accepts(RenderFormat.self), accepts(HelloRequest.self),
      accepts(HelloRequest.Response.self), accepts(DescribeRequest.self),
      accepts(InstantiateRequest.self), accepts(AllocateRequest.self),
      accepts(AllocateRequest.Response.self), accepts(String.self),
    ]
    return accepted.count { $0 }
  }

  @Test func randomBytesNeverTrap() {
    var random = SeededRandom(seed: 1)
    for _ in 0..<20000 {
      let bytes = random.bytes(Int.random(in: 0...120, using: &random))
      #expect(readAsEverything(bytes) <= 12)
    }
  }

  @Test func damagedDescriptionsNeverTrap() {
    var random = SeededRandom(seed: 2)
    var writer = WireWriter()
    WireTests.description.encode(into: &writer)
    for _ in 0..<20000 {
      var bytes = writer.bytes
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        switch Int.random(in: 0..<4, using: &random) {
        case 0 where !bytes.isEmpty:
          bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(
            in: 0...255, using: &random)
        case 1: bytes.removeLast(min(bytes.count, Int.random(in: 0...20, using: &random)))
        case 2 where !bytes.isEmpty:
          bytes[Int.random(in: 0..<bytes.count, using: &random)] =
            [0, 0x7F, 0x80, 0xFF]
            .randomElement(using: &random) ?? 0
        default:
          bytes.insert(
            .random(in: 0...255, using: &random),
            at: Int.random(in: 0...bytes.count, using: &random))
        }
      }
      var reader = WireReader(bytes[...])
      guard let description = try? ComponentDescription(from: &reader) else { continue }
      #expect(description.outputChannelCount <= 256)
      #expect(description.inputChannelCount <= 256)
      for parameter in description.parameters {
        #expect(parameter.range.contains(parameter.defaultValue))
      }
    }
  }

  @Test func randomMessagesNeverTrap() {
    var random = SeededRandom(seed: 3)
    var accepted = 0
    for _ in 0..<20000 {
      var bytes = random.bytes(Int.random(in: 0...64, using: &random))
      if bytes.count >= 16, Bool.random(using: &random) {
        bytes.replaceSubrange(0..<4, with: [0x54, 0x43, 0x54, 0x4C])
        if Bool.random(using: &random) {
          bytes.replaceSubrange(12..<16, with: [UInt8(bytes.count - 16), 0, 0, 0])
        }
      }
      do throws(ControlError) {
        let message = try ControlChannel.parse(bytes[...])
        #expect(message.payload == Array(bytes.dropFirst(16)))
        accepted += 1
      } catch {
        guard case .malformed = error else {
          Issue.record("\(error) in place of a malformed message")
          return
        }
      }
    }
    #expect(accepted > 1000)
  }

  @Test func sliceIndicesDoNotMatter() throws {
    let message: [UInt8] = [
      9, 9, 9, 0x54, 0x43, 0x54, 0x4C, 1, 0x80, 0, 0, 5, 0, 0, 0, 2, 0, 0, 0, 7, 8,
    ]
    let parsed = try ControlChannel.parse(message.dropFirst(3))
    #expect(parsed.kind == 1)
    #expect(parsed.isReply)
    #expect(parsed.identifier == 5)
    #expect(parsed.payload == [7, 8])
  }
}
