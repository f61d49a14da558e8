internal import Dispatch
internal import Synchronization
internal import TenutoJACK

/// Identifies the endpoints of packets and the MIDI-CI devices at the server's ports.
///
/// All of its work runs on one queue. It uses its own ports of the library's client: an input and
/// an output for each pair.
final class Discovery: SetupFollower {
  static let shared = Discovery()

  /// The kinds of discovery.
  struct Kinds: OptionSet, Sendable {
    let rawValue: Int
    /// UMP endpoints, at ports of packets.
    static let endpoints = Kinds(rawValue: 1)
    /// MIDI-CI devices, at all ports.
    static let devices = Kinds(rawValue: 2)
  }

  private struct State: Sendable {
    /// The kinds that were ever requested, and whether discovery is running.
    var kinds: Kinds = []
    var isRunning = false
    var links: [EndpointPair: DiscoveryLink] = [:]
  }

  let queue = DispatchQueue(label: "core-midi-discovery")
  /// The MIDI-CI initiator; used on the queue.
  let initiator = CIInitiator()
  private let state = Mutex(State())

  private init() { Setup.shared.follower.withLock { $0 = self } }

  /// Starts the given kinds of discovery, unless they are running.
  func start(_ newKinds: Kinds) {
    let isNew = state.withLock { state in
      let isNew = !state.isRunning || !state.kinds.isSuperset(of: newKinds)
      state.kinds.formUnion(newKinds)
      state.isRunning = true
      return isNew
    }
    if isNew { wake() }
  }

  /// Resumes after `pause()`.
  func resume() {
    state.withLock { $0.isRunning = !$0.kinds.isEmpty }
    wake()
  }

  /// Makes discovery examine the ports again.
  func wake() {
    guard state.withLock({ $0.isRunning }) else { return }
    queue.async { self.update() }
  }

  /// Stops discovery until the next request; no work is running when this returns.
  func pause() {
    state.withLock { $0.isRunning = false }
    queue.sync {
      for link in takeLinks(where: { _ in true }) { link.close() }
    }
  }

  /// Runs `body` on the queue after a delay.
  func after(milliseconds: Int, _ body: @escaping @Sendable () -> Void) {
    queue.asyncAfter(deadline: .now() + .milliseconds(milliseconds), execute: body)
  }
}

extension Discovery {
  private func takeLinks(where isWanted: (EndpointPair) -> Bool) -> [DiscoveryLink] {
    state.withLock { state in
      let taken = state.links.filter { isWanted($0.key) }
      for pair in taken.keys { state.links[pair] = nil }
      return Array(taken.values)
    }
  }

  /// Creates links to new pairs, and closes those to removed pairs.
  private func update() {
    let (isRunning, kinds) = state.withLock { ($0.isRunning, $0.kinds) }
    guard isRunning else { return }
    // Only the setup reconnects to a server, because one may be ending now.
    let pairs =
      Setup.shared.hasLostServer ? [] : Setup.shared.pairs(ofBytes: kinds.contains(.devices))
    let present = Set(pairs)
    for link in takeLinks(where: { !present.contains($0) }) { link.close() }
    var hasFailed = false
    for pair in pairs where state.withLock({ $0.links[pair] == nil }) {
      do throws(JACKError) {
        let link = try DiscoveryLink(pair)
        state.withLock { $0.links[pair] = link }
        link.begin()
      } catch {
        hasFailed = true
      }
    }
    if kinds.contains(.devices) { initiator.discover(state.withLock { Array($0.links.values) }) }
    // A new port may refuse connections, and a vanishing one may still be listed.
    if hasFailed { after(milliseconds: 200) { self.update() } }
  }
}
