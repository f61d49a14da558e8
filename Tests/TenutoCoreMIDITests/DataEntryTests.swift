import TenutoCoreMIDI
import Testing

extension CoreMIDITests {
  @Suite struct DataEntryTests {
    /// Pitch bend range 12 without an LSB, as sent by many devices.
    @Test func aDataEntryWithoutItsLSBArrivesAfterATimeout() throws {
      try withServer { _ in
        try withClient("sender") { sender in
          try withClient("receiver") { receiver in
            let inbox = Inbox()
            let source = try sender.source("out")
            try connect(receiver.input("in", ._2_0, inbox), source)
            #expect(eventually(doing: { emit(source, [0xFE]) }) { !inbox.words.isEmpty })
            inbox.clear()
            emit(source, [0xB3, 101, 0, 0xB3, 100, 0, 0xB3, 6, 12, 0xB3, 38, 0])
            #expect(eventually { parameters(inbox).count == 1 })
            let whole = parameters(inbox)
            inbox.clear()
            emit(source, [0xB3, 101, 0, 0xB3, 100, 0, 0xB3, 6, 12])
            #expect(eventually { parameters(inbox).count == 1 })
            #expect(parameters(inbox) == whole)
            #expect(whole.first?.prefix(1) == [0x4023_0000])
          }
        }
      }
    }

    /// The received registered controllers; active sensing may come in between.
    private func parameters(_ inbox: Inbox) -> [[UInt32]] {
      inbox.all.map(\.words).filter { $0.first.map { $0 >> 28 == 4 } ?? false }
    }
  }
}
