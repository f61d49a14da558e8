import Synchronization
import TenutoJACK
import TenutoMIDI
import TenutoMIDIMessages

/// A server with a manager, and a client that plays other programs' devices.
final class Stage {
  let server: JACKServer
  let manager: MIDIManager
  let device: MIDIPortClient
  let notices = Notices()
  private let idFile = TestFiles.path()

  init(deviceName: String = "device") throws {
    // Long cycles: the server waits ten of them for a late client and loses nothing.
    server = try JACKServer(frameCount: 1024, isSynchronous: true)
    let notices = notices
    manager = MIDIManager(
      clientName: "app", model: "Model", manufacturer: "Maker", serverName: server.name,
      idFile: idFile, notificationHandler: { notices.add($0) })
    device = try MIDIPortClient(name: deviceName, serverName: server.name)
    try manager.start()
  }

  /// Ends everything in the order that libjack needs.
  func close() {
    manager.stop()
    device.close()
    server.stop()
    TestFiles.remove(idFile)
  }

  /// Whether each input connection soon has that many outputs.
  func isListening(to count: Int) -> Bool {
    eventually {
      manager.managedInputConnections.values.allSatisfy { $0.endpoints.count == count }
    }
  }

  /// The notifications and the connections, for the message of a failed test.
  var diagnosis: String {
    let graph = try? JACKServer.output(of: ["jack_lsp", "-s", server.name, "-c"])
    let counters = manager.managedInputConnections.mapValues(\.counters)
    return "\(notices.lines) \(counters)\n\(graph ?? "")"
  }

  /// Sends song selects until each list of packets has one, and then another song: PipeWire loses
  /// packets while it connects.
  func settle(_ lists: () -> [[UMP]], _ send: (UMP) -> Void) {
    guard PipeWire.wanted != nil else { return }
    let (first, last) = (UMP(0x10F3_0000), UMP(0x10F3_0100))
    _ = eventually {
      send(first)
      return lists().allSatisfy { !$0.isEmpty }
    }
    send(last)
    _ = eventually { lists().allSatisfy { $0.last == last } }
  }

  /// Sends packets from a port of the device.
  func play(_ words: UInt32..., from port: MIDIPort) {
    device.send(words.map { HostTimedUMP(hostTime: 0, ump: UMP($0)) }, from: port)
  }
}

extension MIDIPortTraits {
  /// An ordinary port with a pretty name.
  static func called(_ name: String) -> Self {
    var traits = MIDIPortTraits()
    traits.prettyName = name
    return traits
  }
}

/// The notifications of a manager.
final class Notices: Sendable {
  private let notices = Mutex<[MIDIIONotification]>([])

  func add(_ notice: MIDIIONotification) { notices.withLock { $0.append(notice) } }

  var all: [MIDIIONotification] { notices.withLock { $0 } }

  var lines: [String] {
    all.compactMap { notice in
      switch notice {
      case .added(let object, let parent): "added \(object.name) of \(parent?.name ?? "")"
      case .removed(let object, let parent): "removed \(object.name) of \(parent?.name ?? "")"
      case .propertyChanged(.name, let object): "renamed \(object.name)"
      case .propertyChanged: nil  // Renames elsewhere arrive at any time.
      case .setupChanged: nil
      case .thruConnectionChanged: "thru"
      case .internalStart: "start"
      case .serverEnded: "ended"
      case .serverReturned: "returned"
      case .ioError(_, let error): "error \(error)"
      case .serialPortOwnerChanged: "serial"
      }
    }
  }
}

/// The input of a receiver.
final class Events: ReceivesMIDIEvents {
  struct Moment: Sendable, Hashable {
    let events: [MIDIEvent]
    let time: UInt64
    let source: String?
  }

  private let got = Mutex<[Moment]>([])

  func midiIn(events: [MIDIEvent], timeStamp: UInt64, source: MIDIOutputEndpoint?) {
    got.withLock { $0.append(.init(events: events, time: timeStamp, source: source?.name)) }
  }

  /// A receiver that records.
  func receiver(options: MIDIReceiverOptions = []) -> MIDIReceiver {
    .events(options: options) { events, timeStamp, source in
      self.midiIn(events: events, timeStamp: timeStamp, source: source)
    }
  }

  var moments: [Moment] { got.withLock { $0 } }

  var all: [MIDIEvent] { moments.flatMap(\.events) }

  var packets: [UMP] { all.flatMap { $0.umps(protocol: .midi1_0) } }

  func removeAll() { got.withLock { $0 = [] } }
}

/// Lines of text from a receiver.
final class Lines: Sendable {
  private let got = Mutex<[String]>([])

  func add(_ line: String) { got.withLock { $0.append(line) } }

  var all: [String] { got.withLock { $0 } }
}
