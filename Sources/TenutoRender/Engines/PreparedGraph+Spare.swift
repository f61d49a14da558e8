internal import Synchronization
public import TenutoSystem
internal import TenutoTransport

/// Spare instances.
extension PreparedGraph {
  /// A spare instance, which takes over when another one ends.
  struct Spare: Sendable {
    let instance: Instance
    let node: Graph.NodeID
    /// The epoch of the log that it follows as a shadow.
    let epoch: Int?
    let whenTaken: @Sendable (Instance) -> Void
  }

  /// Keeps a spare ready for a node, allocated and asleep, so that it uses no processor time.
  ///
  /// Thread: control. The first cycle that finds the node's process dead wakes the spare. It takes
  /// over at the next cycle boundary like `replace`: with a fade of 64 frames, and with the
  /// controllers and held notes. The caller gives it parameters and state, before or while it is
  /// ready. An earlier spare is released and deallocated; `release` deallocates this one.
  ///
  /// - Parameters:
  ///   - spare: An instance with the same layout that is not allocated, or nil.
  ///   - node: The spare's node.
  ///   - whenTaken: Called on a control thread after it has taken over, with the replaced instance.
  /// - Throws: As `replace`; nothing has changed then.
  public func setSpare(
    _ spare: Instance?, node: Graph.NodeID,
    whenTaken: @escaping @Sendable (Instance) -> Void = { _ in }
  ) throws(HostError) {
    let address =
      if let spare { UInt(bitPattern: try unsafe link(spare, for: node, parked: true)) } else {
        UInt(0)
      }
    leaveSpare(spare, address: address, node: node, whenTaken)
  }

  /// Leaves a spare's link for the render thread.
  func leaveSpare(
    _ spare: Instance?, address: UInt, node: Graph.NodeID, epoch: Int? = nil,
    _ whenTaken: @escaping @Sendable (Instance) -> Void
  ) {
    let untaken = state.withLock { state in
      guard let prepared = state.nodes[node], prepared.isExtension else { return address }
      if let spare {
        state.spares[ObjectIdentifier(spare)] = Spare(
          instance: spare, node: node, epoch: epoch, whenTaken: whenTaken)
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

  /// Leaves a message out of the next replay of a node.
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
        // A replacement is pending, and it will replace the spare.
        state.departures[ObjectIdentifier(spare)] = Departure(
          instance: spare, whenDone: departure.whenDone)
      }
      return Departure(instance: leaving, whenDone: entry.whenTaken)
    }
  }
}
