/// The part of a component that is not sound: own state, messages, texts.
///
/// A component whose state is its parameters needs none. It lives as long as the instance; kernels
/// come and go with allocation. What it shares with the kernel must be safe for two threads.
///
/// Thread: control, for all of it.
///
/// The corresponding Audio Unit type is a subclass of `AUAudioUnit`.
public protocol AudioUnit: AnyObject {
  /// Makes the unit when its component is chosen; `host` is its way to the host, for its life.
  init(_ host: HostLink)

  /// The component's own part of the state; none by default.
  func encodeState(_ scope: StateScope) -> [UInt8]

  /// Takes the component's own part of a state, whole or not at all; ignored by default.
  ///
  /// The parameters are set after it.
  ///
  /// - Throws: `.refused`, where the bytes are none of its own: then nothing has changed.
  func decodeState(_ data: [UInt8]) throws(StateError)

  /// Takes a file that the next state names as a `FileReference`; false, which is the default,
  /// where it takes none.
  ///
  /// The host hands over what is there and has the digest that the state says, before
  /// `decodeState`: the sandbox does not let the unit open it itself.
  func take(_ file: GivenFile) -> Bool

  /// Turns a state of an older `stateVersion` into one of today; unchanged by default.
  ///
  /// - Throws: `.refused`.
  static func migrate(_ state: ComponentState) throws(StateError) -> ComponentState

  /// What `encodeState` would give after `select(preset)`; none by default. Nothing changes.
  func encodeState(of preset: FactoryPreset) -> [UInt8]

  /// Does what a factory preset wants beyond its parameters; nothing by default.
  func select(_ preset: FactoryPreset)

  /// Answers a message of the host's.
  ///
  /// - Throws: `MessageRefusal`; by default always.
  func answer(_ message: [UInt8]) throws(MessageRefusal) -> [UInt8]

  /// How a value reads; nil, which is the default, for the parameter's own `text(for:)`.
  func text(for parameter: ParameterValue) -> String?

  /// The value that a text means; nil, which is the default, for the parameter's own.
  func value(for text: String, of address: ParameterAddress) -> Float?

  /// Learns that a parameter has another value, by an event, by the host or by the kernel; nothing
  /// by default.
  ///
  /// Called before the unit is asked anything else, not at the moment of the event, and once for
  /// many changes of one parameter.
  func didSet(_ parameter: ParameterValue)

  /// Seconds from one `tick` to the next while allocated, at least 0.001; nil, which is the
  /// default, for none.
  var tickInterval: Double? { get }

  /// Called again and again while allocated, to send what a meter shows; nothing by default.
  func tick()
}

/// Why a unit refuses a message.
public struct MessageRefusal: Error, Equatable {
  /// One sentence for the host to show.
  public let reason: String

  /// States a reason.
  public init(_ reason: String) { self.reason = reason }
}

extension AudioUnit {
  /// No bytes of its own.
  public func encodeState(_ scope: StateScope) -> [UInt8] { [] }
  /// Ignores the bytes.
  public func decodeState(_ data: [UInt8]) throws(StateError) {}
  /// Takes no file.
  public func take(_ file: GivenFile) -> Bool { false }
  /// Changes nothing.
  public static func migrate(_ state: ComponentState) throws(StateError) -> ComponentState { state }
  /// No bytes of its own.
  public func encodeState(of preset: FactoryPreset) -> [UInt8] { [] }
  /// Does nothing.
  public func select(_ preset: FactoryPreset) {}
  /// Refuses every message.
  public func answer(_ message: [UInt8]) throws(MessageRefusal) -> [UInt8] {
    throw MessageRefusal("this component takes no messages")
  }
  /// The parameter's own text.
  public func text(for parameter: ParameterValue) -> String? { nil }
  /// The parameter's own reading.
  public func value(for text: String, of address: ParameterAddress) -> Float? { nil }
  /// Does nothing.
  public func didSet(_ parameter: ParameterValue) {}
  /// Never ticks.
  public var tickInterval: Double? { nil }
  /// Does nothing.
  public func tick() {}
}
