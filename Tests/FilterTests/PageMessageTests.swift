import FilterKernel
import TenutoTransport
import Testing

@testable import TenutoExtension

/// The answers of the filter to its page.
@Suite struct PageMessageTests {
  private let link = HostLink(
    component: FilterKernel.component,
    // No host listens: notices wait in the queue.
    notices: NoticeQueue(NoticeSender(socket: -1)))
  private var unit: FilterUnit { FilterUnit(link) }

  private func bytes(_ value: Float) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value.bitPattern >> UInt32(8 * $0)) }
  }

  @Test func valuesStandInTheOrderOfTheirAddresses() throws {
    let parameters = FilterKernel.component.parameters
    #expect(try unit.answer([0]) == parameters.flatMap { bytes($0.defaultValue) })
    #expect(try unit.answer([1, 1] + bytes(1500)) == [])
    #expect(link.value(of: 1) == 1500)
    #expect(Array(try unit.answer([0])[4..<8]) == bytes(1500))
  }

  @Test func aValueIsClampedAndNoNumberIsIgnored() throws {
    _ = try unit.answer([1, 1] + bytes(1e9))
    #expect(link.value(of: 1) == 20000)
    _ = try unit.answer([1, 1] + bytes(.nan))
    #expect(link.value(of: 1) == 20000)
  }

  @Test func gesturesHaveNoReply() throws {
    #expect(try unit.answer([2, 1]) == [] && unit.answer([3, 1]) == [])
  }

  @Test func nonsenseIsRefusedAndChangesNothing() throws {
    let before = try unit.answer([0])
    let unknown = UInt8(FilterKernel.component.parameters.count)
    for message: [UInt8] in [
      [], [0, 0], [1], [1, 1], [1, 1] + bytes(5).dropLast(), [1, 1] + bytes(5) + [0],
      [1, unknown] + bytes(5), [1, 255] + bytes(5), [2], [2, unknown], [2, 1, 0], [3], [3, 255],
      [4], [255, 1], Array("TPAG".utf8),
    ] {
      #expect(throws: MessageRefusal.self, "\(message)") { try unit.answer(message) }
    }
    #expect(try unit.answer([0]) == before)
  }
}
