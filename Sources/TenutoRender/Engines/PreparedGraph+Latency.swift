internal import Synchronization
internal import TenutoCore

/// Latencies that extensions change while they play.
extension PreparedGraph {
  /// Has everything be as late as some instances have become: the ways beside them, and the input
  /// that is heard in their place.
  ///
  /// Thread: control. From a cycle boundary on, with a fade where something becomes later or less
  /// late; nothing is allocated anew in the extensions.
  func followLatency(of instances: Set<ObjectIdentifier>) {
    let untaken = state.withLock { state in
      state.nodes.values.compactMap { prepared -> UInt? in
        guard let instance = prepared.instance, instances.contains(ObjectIdentifier(instance))
        else {
          return nil
        }
        return UInt(bitPattern: unsafe leaveDry(of: instance, at: prepared))
      }
    }
    guard !untaken.isEmpty else { return }
    for address in untaken {
      guard let dry = unsafe UnsafeMutablePointer<DryDelay>(bitPattern: address) else { continue }
      unsafe DryDelay.deallocate(dry)
    }
    unsafe renderer.pointee.words.raiseMail()
    refresh()
  }

  /// Leaves the delay of the dry input, and returns the one that was not taken.
  private func leaveDry(
    of instance: Instance, at prepared: PreparedNode
  ) -> UnsafeMutablePointer<DryDelay>? {
    let dry = unsafe DryDelay.allocate(
      frameCount: instance.latencyInGraph, channelCount: prepared.layout.inputs.first ?? 0,
      frameCapacity: format.frameCapacity)
    return unsafe slotTable.slots[prepared.slot].mail.exchangeDry(dry)
  }
}
