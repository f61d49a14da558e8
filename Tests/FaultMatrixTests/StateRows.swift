import Foundation
import TenutoCore
import TenutoProcess
import TenutoRender
import TenutoSystem
import TestSupport
import Testing

/// States that end their extension, or belong to another component.
@Suite(.serialized) struct StateRows {
  private func state(_ data: [UInt8], code: ComponentCode = "aumu fvox Test") -> ComponentState {
    ComponentState(code: code, version: 0, parameters: [], data: data)
  }

  @Test func f03aStateThatEndsItsReaderIsReported() throws {
    try Oracle.leavesNothing {
      let instance = try Instance(built: "Faulty", "aumu fvox Test")
      defer { instance.terminate() }
      let bad = state([255])
      let error = #expect(throws: HostError.self) { try instance.restore(bad) }
      #expect(error?.code == .extensionDied)
      #expect(instance.process.exit == .signaled(number: SIGSEGV))
    }
  }

  @Test func f38aStateOfAnotherOrTooLongIsRefusedAndTheOldOneKept() throws {
    try Oracle.leavesNothing {
      let instance = try Instance(built: "Faulty", "aumu fvox Test")
      defer { instance.terminate() }
      try instance.restore(state([1, 2, 3]))
      let refused = [
        state([4], code: "aumu falt Test"),
        state([UInt8](repeating: 0, count: ComponentState.maximumByteCount + 1)),
      ]
      for bad in refused {
        let error = #expect(throws: HostError.self) { try instance.restore(bad) }
        #expect(error?.code == .stateRefused)
      }
      #expect(try instance.state().data == [1, 2, 3])
    }
  }
}
