internal import Synchronization
public import TenutoSystem
internal import TenutoTransport

/// Instances that stand by.
extension PreparedGraph {
  /// An instance that stands by for the end of another one.
  struct Spare: Sendable {
    let instance: Instance
    let node: Graph.NodeID
    let whenTaken: @Sendable (Instance) -> Void
  }

  /// Lets an instance stand by for a node, allocated and asleep, so that it costs nothing.
  ///
  /// Thread: control. The first cycle that finds the node's process dead wakes the spare. It takes
  /// over at the next cycle boundary like `replace`: with a fade of 64 frames, and told the
  /// controllers and held notes. The caller gives it parameters and state, before or while it
  /// stands by. An earlier spare is let go and deallocated; `release` deallocates this one.
  ///
  /// - Parameters:
  ///   - spare: Not allocated, with the same layout; nil for none.
  ///   - node: The node that the spare stands by for.
  ///   - whenTaken: Called on a control thread after it has taken over, with the instance that it
  ///     replaces.
  /// - Throws: As `replace`. Then nothing has changed.
  public func setSpare(
    _ spare: Instance?, node: Graph.NodeID,
    whenTaken: @escaping @Sendable (Instance) -> Void = { _ in }
  ) throws(HostError) {
    let address =
      if let spare { UInt(bitPattern: try unsafe link(spare, for: node, parked: true)) } else {
        UInt(0)
      }
    let untaken = state.withLock { state in
      guard let prepared = state.nodes[node], prepared.isExtension else { return address }
      if let spare {
        state.spares[ObjectIdentifier(spare)] = Spare(
          instance: spare, node: node, whenTaken: whenTaken)
      }
      let link = unsafe UnsafeMutablePointer<InstanceLink>(bitPattern: address)
      return UInt(bitPattern: unsafe slotTable.slots[prepared.slot].mail.exchangeSpare(link))
    }
    unsafe renderer.pointee.words.raiseMail()
    if let untaken = unsafe UnsafeMutablePointer<InstanceLink>(bitPattern: untaken) {
      unsafe dismiss(untaken)
    }
  }

  /// The events and values replayed to an instance when it replaced another one.
  ///
  /// Thread: control.
  public func replay(of instance: Instance, node: Graph.NodeID) -> Replay? {
    guard let memory = instance.setup.withLock({ $0.memory }) else { return nil }
    return state.withLock { state in
      guard let prepared = state.nodes[node], prepared.isExtension else { return nil }
      return unsafe slotTable.slots[prepared.slot].replay.replay(ofSerial: memory.port.serial)
    }
  }

  /// Has a message left out of what the next instance of a node is told again.
  ///
  /// Thread: control.
  public func leaveOut(_ message: Replay.Message, node: Graph.NodeID) {
    state.withLock { state in
      guard let prepared = state.nodes[node], prepared.isExtension else { return }
      unsafe slotTable.slots[prepared.slot].replay.leaveOut(message)
    }
  }

  /// Notes that a spare has replaced another instance, and returns the callback to call.
  func relieve(_ leaving: Instance, by spare: Instance) -> Departure? {
    state.withLock { state in
      guard let entry = state.spares.removeValue(forKey: ObjectIdentifier(spare)) else {
        return nil
      }
      if state.nodes[entry.node]?.instance === leaving {
        state.nodes[entry.node]?.instance = spare
      } else if let departure = state.departures.removeValue(forKey: ObjectIdentifier(leaving)) {
        // A replacement is on its way: it is the spare that will leave for it.
        state.departures[ObjectIdentifier(spare)] = Departure(
          instance: spare, whenDone: departure.whenDone)
      }
      return Departure(instance: leaving, whenDone: entry.whenTaken)
    }
  }
}
