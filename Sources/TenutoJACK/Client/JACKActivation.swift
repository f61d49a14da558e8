internal import CJACK

/// The word with which JACK activates a client when its inputs are ready.
///
/// It lets one thread serve many clients, since JACK itself lets a thread wait for only one client.
/// It is not part of JACK's API: it exists in JACK 1.9 on Linux, not in PipeWire. Check it against
/// `JACKRenderHandle.waitForCycle` before relying on it.
@safe package struct JACKActivation: BitwiseCopyable, @unchecked Sendable {  // only read
  /// The futex word: 1 from the activation until the client's `waitForCycle` takes it, otherwise 0.
  package let word: UnsafePointer<UInt32>

  /// Maps the word of an open client; nil if none exists.
  ///
  /// Thread: control. Valid until `unmap`.
  package init?(of client: JACKClient) {
    guard let word = unsafe cjack_activation_map(client.serverName, client.name) else { return nil }
    unsafe self.word = word
  }

  /// Ends its use; no thread may read it any more.
  ///
  /// Thread: control.
  package func unmap() { unsafe cjack_activation_unmap(word) }
}

/// The cycle of a client whose render thread is a process thread.
extension JACKRenderHandle {
  /// Waits until the client's inputs are ready; returns the frames in the cycle.
  ///
  /// Thread: render. One thread at a time; it need not be the client's own.
  ///
  /// The corresponding JACK call is `jack_cycle_wait`.
  @_noLocks
  package func waitForCycle() -> UInt32 { unsafe cjack_cycle_wait(client) }

  /// Ends the cycle: the clients connected to its outputs may run.
  ///
  /// Thread: render. One thread at a time.
  ///
  /// The corresponding JACK call is `jack_cycle_signal`.
  @_noLocks
  package func endCycle() { unsafe cjack_cycle_signal(client) }
}
