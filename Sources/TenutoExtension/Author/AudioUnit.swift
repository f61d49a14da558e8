/// A component's state, messages and texts, apart from its sound.
///
/// A component whose state is only its parameters needs no unit. It lives as long as the instance;
/// kernels are created and freed with allocation. Data shared with the kernel must be thread-safe.
///
/// Thread: control, for all of it.
///
/// The corresponding Audio Unit type is a subclass of `AUAudioUnit`.
public protocol AudioUnit: AnyObject {
  /// Creates the unit when its component is chosen; `host` is its link to the host, for life.
  init(_ host: HostLink)

  /// The component's own part of the state; empty by default.
  func encodeState(_ scope: StateScope) -> [UInt8]

  /// Restores the component's own part of a state completely or not at all; ignored by default.
  ///
  /// The parameters are set after it.
  ///
  /// - Throws: `.refused` for bytes of another format: nothing has changed then.
  func decodeState(_ data: [UInt8]) throws(StateError)

  /// Takes a file that the next state names as a `FileReference`; false, the default,
  /// if it takes no file.
  ///
  /// The host passes an existing file whose digest matches the state, before `decodeState`: the
  /// sandbox does not let the unit open the file itself.
  func take(_ file: GivenFile) -> Bool

  /// Converts a state of an older `stateVersion` to the current one; unchanged by default.
  ///
  /// - Throws: `.refused`.
  static func migrate(_ state: ComponentState) throws(StateError) -> ComponentState

  /// The result of `encodeState` after `select(preset)`; empty by default. Nothing changes.
  func encodeState(of preset: FactoryPreset) -> [UInt8]

  /// Applies the part of a factory preset beyond its parameters; does nothing by default.
  func select(_ preset: FactoryPreset)

  /// Replies to a message from the host.
  ///
  /// - Throws: `MessageRefusal`; by default always.
  func answer(_ message: [UInt8]) throws(MessageRefusal) -> [UInt8]

  /// The text for a value; nil, the default, for the parameter's own `text(for:)`.
  func text(for parameter: ParameterValue) -> String?

  /// The value of a text; nil, the default, for the parameter's own parsing.
  func value(for text: String, of address: ParameterAddress) -> Float?

  /// Called after an event, the host or the kernel has changed a parameter; does nothing
  /// by default.
  ///
  /// The call comes before any other call to the unit, not at the time of the event, and once for
  /// several changes of one parameter.
  func didSet(_ parameter: ParameterValue)

  /// Seconds from one `tick` to the next while allocated, at least 0.001; nil, the
  /// default, for no ticks.
  var tickInterval: Double? { get }

  /// Called periodically while allocated, to send meter values; does nothing by default.
  func tick()
}

/// The reason why a unit refuses a message.
public struct MessageRefusal: Error, Equatable {
  /// One sentence for the host to show.
  public let reason: String

  /// Creates a refusal with its reason.
  public init(_ reason: String) { self.reason = reason }
}

extension AudioUnit {
  /// Returns no bytes.
  public func encodeState(_ scope: StateScope) -> [UInt8] { [] }
  /// Ignores the bytes.
  public func decodeState(_ data: [UInt8]) throws(StateError) {}
  /// Takes no file.
  public func take(_ file: GivenFile) -> Bool { false }
  /// Changes nothing.
  public static func migrate(_ state: ComponentState) throws(StateError) -> ComponentState { state }
  /// Returns no bytes.
  public func encodeState(of preset: FactoryPreset) -> [UInt8] { [] }
  /// Does nothing.
  public func select(_ preset: FactoryPreset) {}
  /// Refuses every message.
  public func answer(_ message: [UInt8]) throws(MessageRefusal) -> [UInt8] {
    throw MessageRefusal("this component takes no messages")
  }
  /// The parameter's own text.
  public func text(for parameter: ParameterValue) -> String? { nil }
  /// The parameter's own parsing.
  public func value(for text: String, of address: ParameterAddress) -> Float? { nil }
  /// Does nothing.
  public func didSet(_ parameter: ParameterValue) {}
  /// Never ticks.
  public var tickInterval: Double? { nil }
  /// Does nothing.
  public func tick() {}
}
