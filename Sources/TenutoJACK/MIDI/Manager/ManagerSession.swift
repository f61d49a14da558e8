internal import Synchronization
internal import TenutoMIDI

/// A manager from `start()` to `stop()`: its JACK clients, and its managed objects.
final class ManagerSession: Sendable {
  /// The user's objects, by tag.
  struct Registry {
    var inputs: [String: MIDIInput] = [:]
    var outputs: [String: MIDIOutput] = [:]
    var inputConnections: [String: MIDIInputConnection] = [:]
    var outputConnections: [String: MIDIOutputConnection] = [:]
    var thruConnections: [String: MIDIThruConnection] = [:]
    var portNames: Set<String> = []
  }

  let client: MIDIPortClient
  let directory: MIDIDirectory
  let notices: ManagerNotices
  let model: String
  let manufacturer: String
  let registry = Mutex(Registry())
  let parameterClock = ParameterClock()
  let isStopped = Atomic(false)
  let isReviving = Atomic(false)
  /// The thread that waits for the next server after one has ended.
  let reviver = Mutex<WorkerThread?>(nil)

  init(_ settings: ManagerSettings, notices: ManagerNotices) throws(MIDIIOError) {
    let relay = SessionRelay()
    do {
      client = try MIDIPortClient(
        name: settings.jackName(suffix: ""), serverName: settings.serverName,
        serverEnd: { reason in relay.session?.serverEnded(reason) })
      directory = try MIDIDirectory(
        serverName: settings.serverName, clientName: settings.jackName(suffix: "-directory"),
        idFile: settings.idFile,
        onChange: { change in relay.session?.handle(change) })
    } catch {
      throw .jack(error)
    }
    self.notices = notices
    model = settings.model
    manufacturer = settings.manufacturer
    relay.session = self
  }

  /// Ends all notes, then the clients.
  func stop() {
    guard !isStopped.exchange(true, ordering: .sequentiallyConsistent) else { return }
    removeAll()
    directory.close()
    client.close()
  }

  /// All current endpoints.
  var endpoints: MIDIEndpoints { MIDIEndpoints(directory.endpoints, owned: ownedIDs) }

  /// The numbers of the manager's virtual endpoints.
  var ownedIDs: Set<MIDIIdentifier> {
    registry.withLock { registry in
      Set(
        registry.inputs.values.compactMap(\.uniqueID)
          + registry.outputs.values.compactMap(\.uniqueID))
    }
  }

  /// All connections that follow endpoints.
  var connections: [any FollowingConnection] {
    registry.withLock { registry in
      Array(registry.inputConnections.values) as [any FollowingConnection]
        + Array(registry.outputConnections.values) + Array(registry.thruConnections.values)
    }
  }
}

/// A connection that the manager adapts to the existing endpoints.
protocol FollowingConnection: AnyObject, Sendable {
  /// Connects all matching endpoints, and disconnects those that no longer match.
  func refresh()
  /// Notes that JACK has broken the connections to an endpoint; nil for all.
  func forget(_ endpoint: MIDIIdentifier?)
  /// Ends sounding notes, and removes its ports from the graph.
  func dispose()
}

/// The settings for opening a manager's clients.
struct ManagerSettings: Sendable {
  let clientName: String
  let model: String
  let manufacturer: String
  let serverName: String?
  let idFile: String?

  /// The name in the form that JACK accepts: no colon, and short enough.
  func jackName(suffix: String) -> String {
    let plain = clientName.split(separator: ":").joined(separator: "-")
    var name = plain.isEmpty ? "midi" : plain
    while name.utf8.count > 40 { name.removeLast() }
    return name + suffix
  }
}

/// Passes JACK's notifications to a session, which may have ended.
private final class SessionRelay: Sendable {
  private struct Box {
    weak var session: ManagerSession?
  }

  private let box = Mutex(Box())

  var session: ManagerSession? {
    get { box.withLock { $0.session } }
    set { box.withLock { $0.session = newValue } }
  }
}
