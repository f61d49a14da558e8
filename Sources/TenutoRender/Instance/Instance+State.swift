public import TenutoCore
internal import TenutoProcess
public import TenutoSystem
internal import TenutoTransport

extension Instance {
  /// Returns the state to save: the parameters and the component's own bytes (`fullState`,
  /// `fullStateForDocument`).
  ///
  /// - Throws: `.extensionDied` and similar errors.
  public func state(_ scope: StateScope = .preset) throws(HostError) -> ComponentState {
    try converse { conversation throws(HostError) in
      try decode(try conversation.fetch(SaveStateRequest(scope: scope)), conversation)
    }
  }

  /// Loads a state, either completely or not at all, and stores the parameters' new values.
  ///
  /// A file that the state names by a `FileReference` is passed first. An older state goes through
  /// the component's migration. Observers are notified of each parameter that has changed.
  ///
  /// - Parameters:
  ///   - state: A state of this component, from `state(_:)`.
  ///   - originator: The caller's observation, which is not notified; nil to notify all.
  /// - Throws: `.stateRefused` with the reason, `.extensionDied` and similar errors.
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
      divert()
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

  /// Passes the file that a state names, if there is one; a component that refuses or misses it
  /// reports that itself.
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

  /// Selects one of its factory presets (`currentPreset`).
  ///
  /// Observers are notified of each parameter that has changed, and of the preset.
  ///
  /// - Parameters:
  ///   - preset: A preset of the description.
  ///   - originator: The caller's observation, which is not notified; nil to notify all.
  /// - Throws: `.refused` if it has no preset of that number, `.extensionDied` and similar errors.
  public func select(
    _ preset: FactoryPreset, originator: Observation? = nil
  ) throws(HostError) {
    let preset = try own(preset)
    try converse { conversation throws(HostError) in
      divert()
      try conversation.ask(SelectPresetRequest(number: preset.number))
      try refresh(conversation, originator: originator)
      center.notify([.presetSelected(preset)], originator: originator)
    }
  }

  /// Returns the state of a factory preset without selecting it (`presetState(for:)`).
  ///
  /// - Throws: As `select(_:originator:)`.
  public func state(of preset: FactoryPreset) throws(HostError) -> ComponentState {
    let preset = try own(preset)
    return try converse { conversation throws(HostError) in
      let request = PresetStateRequest(number: preset.number)
      return try decode(try conversation.fetch(request), conversation)
    }
  }

  /// The description's preset of that number.
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
