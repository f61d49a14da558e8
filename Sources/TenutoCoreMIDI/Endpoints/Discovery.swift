internal import Dispatch
internal import Synchronization
internal import TenutoJACK

/// Finds out what is behind the ports of the server: endpoints of packets and devices of MIDI-CI.
///
/// All is done on one queue. It has ports of its own in the library's client: an input and an output
/// for each pair that it asks.
final class Discovery: SetupFollower {
  static let shared = Discovery()

  /// What somebody wants to know.
  struct Wish: OptionSet, Sendable {
    let rawValue: Int
    /// Endpoints, from ports of packets.
    static let endpoints = Wish(rawValue: 1)
    /// Devices, from all ports.
    static let devices = Wish(rawValue: 2)
  }

  private struct State: Sendable {
    /// What was ever wanted, and whether it is looked for now.
    var wishes: Wish = []
    var isRunning = false
    var links: [EndpointPair: DiscoveryLink] = [:]
  }

  let queue = DispatchQueue(label: "core-midi-discovery")
  /// What asks devices; used on the queue.
  let initiator = CIInitiator()
  private let state = Mutex(State())

  private init() { Setup.shared.follower.withLock { $0 = self } }

  /// Begins to find out what is wanted, if it has not begun.
  func want(_ wish: Wish) {
    let isNew = state.withLock { state in
      let isNew = !state.isRunning || !state.wishes.isSuperset(of: wish)
      state.wishes.formUnion(wish)
      state.isRunning = true
      return isNew
    }
    if isNew { wake() }
  }

  /// Goes on after `pause()`.
  func resume() {
    state.withLock { $0.isRunning = !$0.wishes.isEmpty }
    wake()
  }

  /// Has the ports looked at anew.
  func wake() {
    guard state.withLock({ $0.isRunning }) else { return }
    queue.async { self.update() }
  }

  /// Ends all, until somebody asks again; nothing is done any more when this returns.
  func pause() {
    state.withLock { $0.isRunning = false }
    queue.sync {
      for link in takeLinks(where: { _ in true }) { link.close() }
    }
  }

  /// Runs `body` on the queue after some time.
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

  /// Makes links to pairs that are new, and ends those to pairs that are gone.
  private func update() {
    let (isRunning, wishes) = state.withLock { ($0.isRunning, $0.wishes) }
    guard isRunning else { return }
    // Whether there is a server again is found out by the setup, not while one ends.
    let pairs =
      Setup.shared.hasLostServer ? [] : Setup.shared.pairs(ofBytes: wishes.contains(.devices))
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
    if wishes.contains(.devices) { initiator.discover(state.withLock { Array($0.links.values) }) }
    // A port that has just come may refuse, and one that goes may still be listed.
    if hasFailed { after(milliseconds: 200) { self.update() } }
  }
}
