import Testing

@testable import TenutoExtension

struct ParameterTableTests {
  private func withTable(_ parameters: [Parameter], _ body: (ParameterTable) -> Void) {
    let table = ParameterTable.allocate(parameters)
    body(table)
    table.deallocate()
  }

  private func parameter(
    _ address: UInt64, unit: ParameterUnit = .generic, flags: ParameterFlags = []
  ) -> Parameter {
    Parameter(
      address, "p\(address)", name: "P", range: -4...4, unit: unit, default: 1, flags: flags)
  }

  @Test(
    arguments: [
      [], [0], [0, 1, 2], [5], [0, 2, 9], [1, 0], [.max, 0, 1 << 40, 3], [1, 2, 3],
    ] as [[UInt64]])
  func everyAddressIsFoundAndNoOther(addresses: [UInt64]) {
    withTable(addresses.map { parameter($0) }) { table in
      for (index, address) in addresses.sorted().enumerated() {
        #expect(table.index(of: address) == index)
        #expect(table.address(at: index) == address)
      }
      for address in [0, 1, 4, 6, 10, .max - 1, .max] as [UInt64]
      where !addresses.contains(address) {
        #expect(table.index(of: address) == -1)
      }
      #expect(table.allValues.map(\.address) == addresses.sorted())
    }
  }

  @Test func valuesArePutIntoTheirRangeAsParametersDo() {
    for unit in [ParameterUnit.generic, .indexed] {
      let parameter = parameter(0, unit: unit)
      withTable([parameter]) { table in
        for value in [-1e30, -4, -3.5, -2.5, -0.5, 0, 0.49999997, 0.5, 1.5, 2.5, 3.9, 4, .infinity]
          as [Float]
        {
          #expect(table.clamped(value, at: 0) == parameter.clamped(value))
        }
      }
    }
  }

  @Test func onlyActualChangesAreReportedAndOnlyOnce() {
    withTable([parameter(0), parameter(7), parameter(9, flags: .readOnly)]) { table in
      table.setByHost(ParameterValue(7, 3))
      table.setByHost(ParameterValue(7, 9))
      table.setByHost(ParameterValue(0, 1))
      table.setByHost(ParameterValue(9, 2))
      table.setByHost(ParameterValue(8, 2))
      table.setByHost(ParameterValue(0, .nan))
      #expect(table.takeChanged() == [ParameterValue(7, 4)])
      #expect(table.takeChanged().isEmpty)
      #expect(table.takeAny(.pending))
      #expect(table.take(.pending, from: 0) == 0)
      #expect(table.take(.pending, from: 1) == 1)
      #expect(table.take(.pending, from: 2) == -1)
      #expect(!table.takeAny(.pending))
    }
  }

  @Test func aUnitSetsReadOnlyParameters() {
    withTable([parameter(0), parameter(9, flags: .readOnly)]) { table in
      #expect(table.setByUnit(ParameterValue(9, 99)) == ParameterValue(9, 4))
      #expect(table.setByUnit(ParameterValue(5, 1)) == nil)
      #expect(table.setByUnit(ParameterValue(0, .infinity)) == nil)
      #expect(table.takeChanged().isEmpty)
      #expect(!table.takeAny(.pending))
      #expect(table.value(of: 9) == 4)
      #expect(table.settableValues == [ParameterValue(0, 1)])
    }
  }

  @Test func latencyAndTailStayWithinTheHostsLimits() {
    #expect([-5, 0, 64, .max].map(HostLink.latency) == [0, 0, 64, 1 << 24])
    let tails = [-1, 0, 0.5, .infinity, .nan, 1e300].map {
      ComponentInstance.tail($0, sampleRate: 48000)
    }
    #expect(tails == [0, 0, 24000, .max, 0, .max])
  }
}
