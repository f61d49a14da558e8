internal import Synchronization
public import TenutoCore
internal import TenutoProcess
public import TenutoRender
public import TenutoSystem
internal import TenutoTransport

/// A node restored from a session.
public struct NodeRestoration: Sendable {
  /// The instance that plays: the given one, or a new one if the given one has ended.
  public let instance: Instance
  /// The state that it loaded, or nil.
  public let state: ComponentState?
  /// States that are kept but not used, including those of the session.
  public let setAside: [ComponentState]
  /// One sentence for each difference from the saved state.
  public let notes: [String]

  /// Restores `node` to an instance of its component.
  ///
  /// Thread: control. If the extension hangs, or ends twice, while loading a state, that state is
  /// set aside and an older one is tried. If that fails too, the node starts without a state. This
  /// takes less than five seconds, whatever the extension does.
  ///
  /// - Parameters:
  ///   - node: The node of the session.
  ///   - instance: An instance of the same component.
  ///   - older: Earlier states of the node, newest first; requested only if `node`'s own state
  ///     cannot be loaded.
  ///   - remake: Starts another instance of the component.
  /// - Throws: The error of `remake`.
  public init(
    of node: SessionDocument.Node, to instance: Instance,
    older: @autoclosure () -> [ComponentState],
    remake: () throws(HostError) -> Instance
  ) throws(HostError) {
    var work = RestorationWork(instance: instance, setAside: node.setAside)
    func usable(_ states: [ComponentState]) -> [ComponentState] {
      states.filter { !node.setAside.contains($0) }
    }
    if let state = node.state {
      var left = usable([state])
      for _ in 0..<RestorationWork.candidateLimit where work.state == nil {
        if left.isEmpty { left = usable(older()).filter { !work.setAside.contains($0) } }
        guard !left.isEmpty else { break }
        try work.attempt(left.removeFirst(), remake)
      }
    }
    try work.set(node.values, remake)
    self.instance = work.instance
    state = work.state
    setAside = work.setAside
    notes = work.notes
  }
}

/// The progress of a restoration.
private struct RestorationWork {
  var instance: Instance
  var state: ComponentState?
  var setAside: [ComponentState]
  var notes: [String] = []

  static let candidateLimit = 2
  /// Ends of the extension after which a state is set aside.
  private static let deathLimit = 2
  /// Milliseconds that loading a state may take.
  private static let loadLimit: UInt64 = 2000

  init(instance: Instance, setAside: [ComponentState]) {
    self.instance = instance
    self.setAside = setAside
  }

  mutating func attempt(
    _ candidate: ComponentState, _ remake: () throws(HostError) -> Instance
  ) throws(HostError) {
    for _ in 0..<Self.deathLimit {
      let start = MonotonicTime.now
      do throws(HostError) {
        let instance = instance
        try watched { () throws(HostError) in try instance.restore(candidate) }
        state = candidate
        return
      } catch {
        if instance.process.exit == nil && error.code == .stateRefused {
          notes.append(error.message)
          break
        }
        notes.append("\(error.message), while it took its state")
        instance.terminate()
        instance = try remake()
        let isHang = MonotonicTime.now.nanoseconds - start.nanoseconds > Self.loadLimit * 1_000_000
        if isHang { break }
      }
    }
    notes.append("A state of \(instance.label) is set aside; it is kept in the session")
    setAside.append(candidate)
  }

  /// Sets the values that the component still has; leaves them out if they end the extension.
  mutating func set(
    _ values: [ParameterValue], _ remake: () throws(HostError) -> Instance
  ) throws(HostError) {
    let known = values.filter { value in
      instance.description.parameter(at: value.address)?.flags.contains(.readOnly) == false
    }
    guard !known.isEmpty else { return }
    do throws(HostError) {
      let instance = instance
      try watched { () throws(HostError) in try instance.set(known) }
    } catch {
      notes.append("\(error.message), while restoring its parameters, which were omitted")
      guard instance.process.exit != nil else { return }
      instance = try remake()
      if let state { try? instance.restore(state) }
    }
  }

  /// Runs `body`, and kills the extension if that takes too long.
  private func watched(_ body: () throws(HostError) -> Void) throws(HostError) {
    let done = Signal()
    let process = instance.process
    DetachedThread.startOrTrap {
      if !done.wait(milliseconds: Self.loadLimit) { process.monitor.kill() }
    }
    defer { done.send() }
    try body()
  }
}
