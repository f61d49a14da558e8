public import TenutoCore
internal import TenutoProcess
public import TenutoSystem
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
  /// A file that the state names by a `FileReference` is handed over before. An older state goes
  /// through the component's migration. Observers are told of each parameter
  /// that has another value then.
  ///
  /// - Parameters:
  ///   - state: What `state(_:)` gave, of this component.
  ///   - originator: The observation of the caller, which is not told; nil to tell all.
  /// - Throws: `.stateRefused` with the reason, `.extensionDied` and the like.
  public func restore(
    _ state: ComponentState, originator: Observation? = nil
  ) throws(HostError) {
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
      try giveFile(of: state, conversation)
      try conversation.upload(bytes)
      do throws(HostError) {
        try conversation.ask(LoadStateRequest())
      } catch {
        throw error.code == .refused ? HostError(.stateRefused, error.message) : error
      }
      try refresh(conversation, originator: originator)
    }
  }

  /// Hands over the file that a state names, if there is one; a component that takes none, or does
  /// not get it, says itself what it lacks.
  private func giveFile(
    of state: ComponentState, _ conversation: Conversation
  ) throws(HostError) {
    guard let reference = FileReference(decoding: state.data), !reference.isReplaceable else {
      return
    }
    let file: Descriptor
    do throws(SystemError) {
      file = try reference.open()
    } catch {
      return
    }
    do throws(HostError) {
      try conversation.ask(FileRequest(path: reference.path), descriptors: [file.number])
    } catch {
      guard error.code == .refused else { throw error }
    }
  }

  /// Takes a factory preset of its own (`currentPreset`).
  ///
  /// Observers are told of each parameter that has another value then, and of the preset.
  ///
  /// - Parameters:
  ///   - preset: One of the description's.
  ///   - originator: The observation of the caller, which is not told; nil to tell all.
  /// - Throws: `.refused` where it has none of that number, `.extensionDied` and the like.
  public func select(
    _ preset: FactoryPreset, originator: Observation? = nil
  ) throws(HostError) {
    let preset = try own(preset)
    try converse { conversation throws(HostError) in
      try conversation.ask(SelectPresetRequest(number: preset.number))
      try refresh(conversation, originator: originator)
      center.tell([.presetSelected(preset)], originator: originator)
    }
  }

  /// The state that a factory preset stands for; nothing is selected (`presetState(for:)`).
  ///
  /// - Throws: As `select(_:originator:)`.
  public func state(of preset: FactoryPreset) throws(HostError) -> ComponentState {
    let preset = try own(preset)
    return try converse { conversation throws(HostError) in
      let request = PresetStateRequest(number: preset.number)
      return try decode(try conversation.fetch(request), conversation)
    }
  }

  /// The preset of that number as the description has it.
  private func own(_ preset: FactoryPreset) throws(HostError) -> FactoryPreset {
    guard let own = description.presets.first(where: { $0.number == preset.number }) else {
      throw HostError(.refused, "\(label) has no factory preset \(preset.number).")
    }
    return own
  }

  private func decode(
    _ bytes: [UInt8], _ conversation: Conversation
  ) throws(HostError) -> ComponentState {
    let state: ComponentState
    do throws(StateError) {
      state = try ComponentState(decoding: bytes)
    } catch {
      throw conversation.violation("sent a malformed state (\(error))")
    }
    guard state.code == description.code else {
      throw conversation.violation("sent a state of '\(state.code)'")
    }
    return state
  }
}
