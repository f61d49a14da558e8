public import TenutoCore
internal import TenutoTransport

extension Instance {
  /// What is to be kept of it: parameters and its own bytes (`fullState`,
  /// `fullStateForDocument`).
  ///
  /// - Throws: `.extensionDied` and the like.
  public func state(_ scope: StateScope = .preset) throws(HostError) -> ComponentState {
    try converse { conversation throws(HostError) in
      try decode(try conversation.fetch(SaveStateRequest(scope: scope)), conversation)
    }
  }

  /// Takes a state, whole or not at all; the host knows the parameters' new values afterwards.
  ///
  /// An older state goes through the component's migration.
  ///
  /// - Throws: `.stateRefused` with the reason, `.extensionDied` and the like.
  public func restore(_ state: ComponentState) throws(HostError) {
    guard state.code == description.code else {
      throw HostError(.stateRefused, "The state is of '\(state.code)', not of \(label).")
    }
    let bytes = state.encoded()
    guard bytes.count <= ComponentState.maximumByteCount else {
      throw HostError(
        .stateRefused,
        "A state of \(bytes.count) bytes is too long; \(ComponentState.maximumByteCount) is most.")
    }
    try converse { conversation throws(HostError) in
      try conversation.upload(bytes)
      do throws(HostError) {
        try conversation.ask(LoadStateRequest())
      } catch {
        throw error.code == .refused ? HostError(.stateRefused, error.message) : error
      }
      try refresh(conversation)
    }
  }

  /// Takes a factory preset of its own (`currentPreset`).
  ///
  /// - Throws: `.refused` where it has none of that number, `.extensionDied` and the like.
  public func select(_ preset: FactoryPreset) throws(HostError) {
    try check(preset)
    try converse { conversation throws(HostError) in
      try conversation.ask(SelectPresetRequest(number: preset.number))
      try refresh(conversation)
    }
  }

  /// The state that a factory preset stands for; nothing is selected (`presetState(for:)`).
  ///
  /// - Throws: As `select(_:)`.
  public func state(of preset: FactoryPreset) throws(HostError) -> ComponentState {
    try check(preset)
    return try converse { conversation throws(HostError) in
      let request = PresetStateRequest(number: preset.number)
      return try decode(try conversation.fetch(request), conversation)
    }
  }

  private func check(_ preset: FactoryPreset) throws(HostError) {
    guard description.presets.contains(where: { $0.number == preset.number }) else {
      throw HostError(.refused, "\(label) has no factory preset \(preset.number).")
    }
  }

  private func decode(
    _ bytes: [UInt8], _ conversation: Conversation
  ) throws(HostError) -> ComponentState {
    let state: ComponentState
    do throws(StateError) {
      state = try ComponentState(decoding: bytes)
    } catch {
      throw conversation.violation("sent what is no state (\(error))")
    }
    guard state.code == description.code else {
      throw conversation.violation("sent a state of '\(state.code)'")
    }
    return state
  }
}
