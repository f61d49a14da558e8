import Glibc
import Synchronization
import TenutoCoreMIDI
import Testing

private final class Completion: Sendable {
  let isDone = Mutex(false)
}

extension CoreMIDITests {
  /// If the server continues without a late client, a stalled machine loses part of a message; a
  /// fault of this project loses it each time.
  @Suite struct SysExTests {
    @Test func aMebibyteArrivesWhole() throws {
      try withServer(isSynchronous: true) { _ in
        try withClient("sender") { sender in
          try withClient("receiver") { receiver in
            let inbox = Inbox()
            let destination = try receiver.destination("in", inbox)
            let data = (0..<(1 << 20)).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) & 0x7F }
            let message = [0xF0] + data + [0xF7]
            // Compared outside the macro, which would print a million numbers.
            let isWhole = try (0..<5).contains { _ in
              inbox.clear()
              try send(message, to: destination, Completion())
              return eventually { inbox.byteCount >= message.count } && inbox.bytes == message
            }
            #expect(isWhole)
            // None of its packets is longer than a packet that a program copies from the list.
            #expect(inbox.all.allSatisfy { $0.bytes.count <= 256 })
            _ = sender
          }
        }
      }
    }

    /// Sends a request, and waits for its completion and arrival.
    private func send(
      _ message: [UInt8], to destination: MIDIEndpointRef, _ completion: Completion
    ) throws {
      try unsafe message.withUnsafeBufferPointer { buffer in
        guard let start = buffer.baseAddress else { return }
        var request = unsafe MIDISysexSendRequest(
          destination: destination, data: start, bytesToSend: UInt32(buffer.count),
          complete: false, reserved: (0, 0, 0),
          completionProc: { request in
            guard let context = unsafe request.pointee.completionRefCon else { return }
            let completion = unsafe Unmanaged<Completion>.fromOpaque(context)
            completion.takeUnretainedValue().isDone.withLock { $0 = true }
          }, completionRefCon: Unmanaged.passUnretained(completion).toOpaque())
        let status = unsafe MIDISendSysex(&request)
        try #require(status == noErr)
        #expect(eventually { completion.isDone.withLock { $0 } })
        #expect(unsafe request.complete.boolValue)
        #expect(unsafe request.bytesToSend == 0)
        #expect(unsafe request.data == start + buffer.count)
      }
    }

    @Test func packetListsCarrySysExInPieces() throws {
      try withServer { _ in
        try withClient("sender") { sender in
          try withClient("receiver") { receiver in
            let inbox = Inbox()
            let destination = try receiver.destination("in", inbox)
            let port = try sender.output("out")
            let data = (0..<3000).map { UInt8($0 & 0x7F) }
            let start = [0xF0] + data[..<1000]
            let parts: [[UInt8]] = [start, Array(data[1000...]), [0xF7], [0x90, 1, 2]]
            let isWhole = (0..<10).contains { _ in
              inbox.clear()
              for part in parts {
                #expect(TenutoCoreMIDITests.send(port, destination, part) == noErr)
              }
              return eventually { inbox.bytes.suffix(3) == [0x90, 1, 2] }
                && inbox.bytes == parts.flatMap(\.self)
            }
            #expect(isWhole)
          }
        }
      }
    }

    @Test func packetRequestsGoOut() throws {
      try withServer { _ in
        try withClient("receiver") { receiver in
          let inbox = Inbox()
          let destination = try receiver.destination("in", inbox)
          let hasArrived = (0..<10).contains { _ in
            inbox.clear()
            sendPackets(to: destination)
            return eventually { inbox.bytes == [0xF0, 1, 2, 3, 4, 5, 6, 7, 0xF7] }
          }
          #expect(hasArrived)
        }
      }
    }

    private func sendPackets(to destination: MIDIEndpointRef) {
      let completion = Completion()
      var words: [UInt32] = [0x3016_0102, 0x0304_0506, 0x3031_0700, 0]
      unsafe words.withUnsafeMutableBufferPointer { buffer in
        guard let start = buffer.baseAddress else { return }
        var request = unsafe MIDISysexSendRequestUMP(
          destination: destination, words: start, wordsToSend: 4, complete: false,
          completionProc: { request in
            guard let context = unsafe request.pointee.completionRefCon else { return }
            let completion = unsafe Unmanaged<Completion>.fromOpaque(context)
            completion.takeUnretainedValue().isDone.withLock { $0 = true }
          }, completionRefCon: Unmanaged.passUnretained(completion).toOpaque())
        #expect(unsafe MIDISendUMPSysex8(&request) == kMIDIWrongEndpointType)
        #expect(unsafe MIDISendUMPSysex(&request) == noErr)
        #expect(eventually { completion.isDone.withLock { $0 } })
        #expect(unsafe request.wordsToSend == 0)
      }
    }
  }
}
