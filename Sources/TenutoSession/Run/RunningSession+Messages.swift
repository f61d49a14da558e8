internal import Synchronization
internal import TenutoRender
internal import TenutoSystem

/// A spontaneous message of an extension, or the notice that another process of it plays now.
package enum ComponentMessage: Sendable, Equatable {
  /// Bytes that it sent by `HostLink.stream`.
  case bytes([UInt8])
  /// Another instance has taken its place, which knows nothing of earlier messages.
  case replaced
}

/// Receives the messages of one node's extension.
struct MessageReceiver: Sendable {
  var node: String
  var receive: @Sendable (ComponentMessage) -> Void
}

extension RunningSession {
  /// Sends a component-specific message to the extension of a node, and waits for its reply.
  ///
  /// - Throws: Its refusal, or that it does not answer.
  package func send(message: [UInt8], to node: String) throws(SessionEditError) -> [UInt8] {
    let instance = try runningComponent(of: node).slot.instance
    do throws(HostError) {
      return try instance.send(message: message)
    } catch {
      throw SessionEditError(error)
    }
  }

  /// Calls `receive` with messages of a node's extension, on a control thread, until the returned
  /// function is called.
  package func observeMessages(
    of node: String, _ receive: @escaping @Sendable (ComponentMessage) -> Void
  ) throws(SessionEditError) -> @Sendable () -> Void {
    _ = try runningComponent(of: node)
    let key = state.withLock { state in
      state.nextReceiver += 1
      state.messageReceivers[state.nextReceiver] = MessageReceiver(node: node, receive: receive)
      return state.nextReceiver
    }
    return { [weak self] in self?.state.withLock { $0.messageReceivers[key] = nil } }
  }

  /// Forwards a message to the observers of the node.
  func notifyMessage(_ message: ComponentMessage, of node: String) {
    let receivers = state.withLock { state in
      state.messageReceivers.values.filter { $0.node == node }
    }
    for receiver in receivers { receiver.receive(message) }
  }
}
