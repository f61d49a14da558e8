internal import Dispatch
internal import Glibc
internal import Synchronization
internal import TenutoJACK

/// All objects of a process, and the directory of other programs' ports.
///
/// The server is that of `JACK_DEFAULT_SERVER`. The directory is opened at the first query, and
/// closed with the last client.
///
/// Thread: any but render. The lock is never held while JACK or a program's code runs.
final class Setup: Sendable {
  static let shared = Setup()

  let table = Mutex(ObjectTable())
  /// The queue that delivers notifications, in order.
  let notifications = DispatchQueue(label: "core-midi-notifications")
  let connection = Mutex(ServerConnection())
  let externals = Mutex(ExternalStore())
  let externalWatch = Mutex<ExternalWatch?>(nil)
  /// Nil until a program asks for the devices at the ports.
  let follower = Mutex<(any SetupFollower)?>(nil)

  private init() {}
}

/// The connection of the process to the server besides its clients.
struct ServerConnection: Sendable {
  /// The time that a server may take to end.
  private static let grace: UInt64 = 200_000_000

  var directory: MIDIDirectory?
  /// When the end of the server was noticed.
  private var endTime: UInt64?
  var service: Service?

  /// The client that sends SysEx requests and runs thru connections.
  struct Service: Sendable {
    let client: ClientObject
    let output: OutputPort
  }

  /// Reopens a directory after its server has ended.
  ///
  /// It waits until the server has ended, because JACK may crash in a process that opens a client
  /// while the server ends.
  fileprivate mutating func reopen(_ directory: MIDIDirectory) throws(JACKError) {
    guard !directory.isOpen else { return }
    let now = mach_absolute_time()
    let end = endTime ?? now
    endTime = end
    if now < end + Self.grace { usleep(UInt32((end + Self.grace - now) / 1000)) }
    try directory.reopen()
    endTime = nil
  }
}

// MARK: - Objects

extension Setup {
  /// The object of a number.
  func object(_ ref: MIDIObjectRef) -> SetupObject? { table.withLock { $0[ref] } }

  func client(_ ref: MIDIClientRef) -> ClientObject? {
    if case .client(let client)? = object(ref) { client } else { nil }
  }

  func endpoint(_ ref: MIDIEndpointRef) -> EndpointObject? {
    if case .endpoint(let endpoint)? = object(ref) { endpoint } else { nil }
  }

  var clients: [ClientObject] {
    table.withLock { table in
      table.all.compactMap { if case .client(let client) = $0 { client } else { nil } }
    }
  }

  /// The endpoints of one direction that programs see, in JACK's order, own ones at the end.
  func endpoints(_ direction: MIDIEndpointDirection) -> [EndpointObject] {
    guard let directory = try? openDirectory() else { return [] }
    let records = directory.endpoints.filter { !$0.isPrivate && $0.direction == direction }
    return table.withLock { table in
      var endpoints = records.filter { !table.isStale($0) }.map { table.endpoint(of: $0) }
      // A port of this process counts from its first moment on, noticed or not.
      for case .endpoint(let own) in table.all
      where own.virtual != nil && own.direction == direction {
        if !endpoints.contains(where: { $0 === own }) { endpoints.append(own) }
      }
      return endpoints.filter { !$0.isPrivate }
    }
  }

  /// The entities of all devices' endpoints, in JACK's order.
  var entityKeys: [EntityObject.Key] {
    var entityKeys: [EntityObject.Key] = []
    for endpoint in endpoints(.source) + endpoints(.destination) {
      if let key = endpoint.entityKey, !entityKeys.contains(key) { entityKeys.append(key) }
    }
    return entityKeys
  }
}

// MARK: - Server

extension Setup {
  /// Whether there was a server, and no other was found yet.
  var hasLostServer: Bool {
    connection.withLock { $0.directory.map { !$0.isOpen } ?? false }
  }

  /// The directory; opened if it is not.
  ///
  /// - Throws: As `MIDIDirectory.init`.
  @discardableResult
  func openDirectory() throws(JACKError) -> MIDIDirectory {
    let result: Result<MIDIDirectory, JACKError> = connection.withLock { connection in
      Result { () throws(JACKError) in
        if let directory = connection.directory {
          try connection.reopen(directory)
          return directory
        }
        let directory = try MIDIDirectory(
          clientName: "core-midi-directory", onChange: { Setup.shared.take($0) })
        connection.directory = directory
        return directory
      }
    }
    return try result.get()
  }

  /// The client for work that belongs to no client of the program; opened on demand.
  func openService() throws(JACKError) -> ServerConnection.Service {
    try openDirectory()
    let result: Result<ServerConnection.Service, JACKError> = connection.withLock { connection in
      if let service = connection.service { return .success(service) }
      return Result { () throws(JACKError) in
        let client = try ClientObject.open(
          name: "core-midi-service", listener: NotificationListener())
        let service = ServerConnection.Service(
          client: client, output: OutputPort(client: client, name: "sysex"))
        connection.service = service
        return service
      }
    }
    return try result.get()
  }

  /// Leaves the server when no client is left.
  func closeIfUnused() {
    guard clients.isEmpty else { return }
    follower.withLock { $0 }?.pause()
    endWatchingExternals()
    let old = connection.withLock { connection in
      defer { connection = ServerConnection() }
      return connection
    }
    old.service?.client.ports.close()
    old.directory?.close()
  }
}

extension ClientObject {
  /// Opens a client of JACK.
  static func open(
    name: String, listener: NotificationListener
  ) throws(JACKError) -> ClientObject {
    let ports = try MIDIPortClient(name: PortNames.jackName(name, maximum: 48))
    return ClientObject(
      ports: ports, thread: MIDIReceiverThread(name: "core-midi"), listener: listener)
  }
}
