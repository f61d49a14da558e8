internal import Synchronization
internal import TenutoJACK
internal import TenutoMIDIMessages

extension MIDIUMPEndpoint {
  /// Creates the endpoint that a pair of ports has described.
  convenience init(_ description: UMPEndpoint, _ pair: EndpointPair) {
    let isPhysical = pair.source.record?.isPhysical ?? false
    self.init(
      State(
        endpoint: description.withoutBlocks, source: pair.source.ref,
        destination: pair.destination.ref),
      type: isPhysical ? .driverDevice : .virtual)
    let blocks = description.functionBlocks.map { MIDIUMPFunctionBlock($0, of: self) }
    state.withLock { $0.blocks = blocks }
  }

  /// Updates the endpoint from its current description, and sends notifications of changes.
  func update(_ description: UMPEndpoint) {
    let known = functionBlocks
    let blocks = description.functionBlocks.map { block in
      known.first { $0.block.info.number == block.info.number }
        ?? MIDIUMPFunctionBlock(block, of: self)
    }
    let isNew = state.withLock { state in
      defer {
        state.endpoint = description.withoutBlocks
        state.blocks = blocks
      }
      return state.endpoint != description.withoutBlocks || state.blocks != blocks
    }
    let notifier = MIDIUMPEndpointManager.shared.notifier
    for (object, block) in zip(blocks, description.functionBlocks) where object.block != block {
      object.block = block
      notifier.post(.functionBlockWasUpdated(object))
    }
    if isNew { notifier.post(.endpointWasUpdated(self)) }
  }
}

extension UMPEndpoint {
  /// The endpoint without its function blocks, which are separate objects here.
  fileprivate var withoutBlocks: UMPEndpoint {
    var endpoint = self
    endpoint.functionBlocks = []
    return endpoint
  }
}
