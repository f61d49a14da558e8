internal import Glibc
internal import Synchronization
public import TenutoComponents
internal import TenutoCore
internal import TenutoRender
internal import TenutoSupervision
internal import TenutoSystem
internal import TenutoTransport

/// Missing extensions, and their later start.
extension RunningSession {
  /// Searches for missing extensions repeatedly, as long as the session lives.
  func watchForMissing() {
    guard !options.isSafe, options.lookInterval > 0 else { return }
    let interval = options.lookInterval
    DetachedThread.startOrTrap { [weak self] in
      while true {
        usleep(UInt32(interval * 1000))
        guard let self, !self.state.withLock(\.isEnded) else { return }
        self.lookForMissing()
      }
    }
  }

  /// Starts missing extensions that have been installed; returns whether there were any.
  @discardableResult
  public func lookForMissing() -> Bool {
    let missing = state.withLock { state in
      state.nodes.compactMap { name, node in
        node.missing.flatMap {
          $0.isToBeLookedFor ? (name, $0.code, state.session.node(named: name)?.plugin) : nil
        }
      }
    }
    guard !missing.isEmpty else { return false }
    let scan = options.registry.scan()
    var isFound = false
    for (name, code, plugin) in missing.sorted(by: { $0.0 < $1.0 }) {
      guard (try? scan.component(code, plugin: plugin)) != nil else { continue }
      do throws(SessionEditError) {
        try revive(name)
        isFound = true
      } catch {
        changes.notify(.notice("\(name): \(error.message)"))
      }
    }
    return isFound
  }

  /// Tries again to start an extension that is missing or quarantined.
  ///
  /// - Throws: An error if it does not start.
  public func retry(_ name: String) throws(SessionEditError) {
    if state.withLock({ $0.nodes[name]?.missing }) != nil { return try revive(name) }
    try runningComponent(of: name).supervisor?.retry()
  }

  /// Gives an extension a new process.
  public func restart(_ name: String) throws(SessionEditError) {
    try runningComponent(of: name).supervisor?.restart()
  }

  /// Ends the mute of an extension that was muted for bad output; has no effect on other nodes.
  public func unmute(_ name: String) throws(SessionEditError) {
    _ = try session.index(of: name)
    guard let component = state.withLock({ $0.nodes[name]?.component }) else { return }
    component.slot.unmute()
    try awaitEffect()
  }

  /// Switches a node to another executable of its component at a cycle boundary, with the state and
  /// the held notes of the old one.
  ///
  /// Thread: control; returns when it plays.
  ///
  /// - Throws: An error if the new one cannot take over; the old one then plays on.
  public func replace(_ name: String, with component: Component) throws(SessionEditError) {
    try inTurn { () throws(SessionEditError) in
      let old = try runningComponent(of: name)
      old.mirror.settle(until: .after(milliseconds: Self.settleLimit))
      let now = state.withLock { $0 }
      guard let node = now.session.node(named: name), let running = now.nodes[name] else { return }
      let launch = NodeLaunch(
        options: options, scan: options.registry.scan(), folder: now.file?.folder)
      old.suspend()
      do throws(HostError) {
        let launched = try launch.launch(old.written(into: node), as: component)
        do throws(HostError) {
          try old.slot.replace(with: launched.instance) { instance in instance.terminate() }
        } catch {
          launched.instance.terminate()
          throw error
        }
        old.mirror.stop()
        adopt([name: .component(launched)], ids: [name: running.id])
        applySettings(of: node)
        for note in launched.notes { changes.notify(.notice("\(name): \(note)")) }
      } catch {
        old.resume()
        throw SessionEditError(error)
      }
      let graph = engine.graph
      state.withLock { $0.graph = graph }
      changes.notify(.nodeChanged(name))
    }
  }

  private func revive(_ name: String) throws(SessionEditError) {
    try inTurn { () throws(SessionEditError) in
      let before = state.withLock { $0 }
      guard let node = before.session.node(named: name), let running = before.nodes[name],
        let missing = running.missing
      else { return }
      let launch = NodeLaunch(
        options: options, scan: options.registry.scan(), folder: before.file?.folder)
      let launched: LaunchedComponent
      do throws(HostError) {
        launched = try launch.launch(node, missing.code)
      } catch {
        state.withLock {
          $0.nodes[name]?.part = .missing(MissingComponent(code: missing.code, error: error))
        }
        throw SessionEditError(error)
      }
      var graph = currentGraph(before)
      graph.replace(running.id, with: .instance(launched.instance))
      do throws(HostError) {
        try engine.play(graph, rules: before.session.rules(before.nodes))
      } catch {
        launched.instance.terminate()
        state.withLock {
          $0.nodes[name]?.part = .missing(MissingComponent(code: missing.code, error: error))
        }
        throw SessionEditError(error)
      }
      let now = engine.graph
      state.withLock { $0.graph = now }
      adopt([name: .component(launched)], ids: [name: running.id])
      applySettings(of: node)
      for note in launched.notes { changes.notify(.notice("\(name): \(note)")) }
      changes.notify(.condition(node: name, NodeCondition.playing.word))
    }
  }
}
