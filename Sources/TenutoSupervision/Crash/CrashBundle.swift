internal import TenutoComponents
public import TenutoCore
public import TenutoProcess
public import TenutoRender
public import TenutoTransport

/// A folder that keeps how an extension ended: cause, stack, state, and its last seconds.
///
/// It is called `<date>-<component>-<cause>` and holds `report.json`, `stack.txt`, `stderr.txt`,
/// `parameters.json` and `events.txt`, and where there are such `manifest.json`, `state.tenuto` and
/// `input.wav`. It appears whole or not at all.
///
/// Thread: control.
public struct CrashBundle: Sendable {
  /// Where it is.
  public let path: String
  /// The content of a bundle.
  public let content: Content

  /// Everything known about an end.
  public struct Content: Sendable {
    /// The component.
    public var component: ComponentDescription
    /// The node's name, such as `delay-2`.
    public var node: String
    /// The file that ran.
    public var executablePath: String
    /// Why it ended.
    public var cause: FaultCause
    /// How its process ended, nil where it had not.
    public var exit: ProcessExit?
    /// Seconds since 1970.
    public var time: Double
    /// The last bytes that it printed.
    public var output: [UInt8]
    /// The newest good state that is older than the recording.
    public var state: ComponentState?
    /// The parameters as they were then; used where there is no state.
    public var parameters: [ParameterValue]
    /// Parameters that messages have set since.
    public var settings: [FlightRecording.Setting]
    /// Its last seconds.
    public var recording: FlightRecording?
    /// The format that it was allocated for.
    public var format: RenderFormat
    /// The channels of its busses.
    public var layout: BusLayout
    /// The layers of its sandbox.
    public var sandboxLayers: [String]
    /// Cycles that it missed.
    public var misses: UInt64

    /// States what every bundle has; the rest is empty.
    public init(
      component: ComponentDescription, executablePath: String, cause: FaultCause,
      format: RenderFormat, layout: BusLayout, time: Double
    ) {
      self.component = component
      self.executablePath = executablePath
      self.cause = cause
      self.format = format
      self.layout = layout
      self.time = time
      node = ""
      output = []
      parameters = []
      settings = []
      sandboxLayers = []
      misses = 0
    }

    /// The note that it left, if it did.
    public var note: FaultNote? { FaultNote(output: output) }
  }

  /// Bundles that a folder keeps.
  public static let keptCount = 20

  /// The usual folder: `$XDG_STATE_HOME/tenuto/crashes`, by default `~/.local/state/tenuto/crashes`.
  ///
  /// - Parameter environment: The variables of the process's environment.
  /// - Returns: Nil without a home.
  public static func standardFolder(environment: [String: String]) -> String? {
    // The XDG base directory specification has relative paths ignored.
    if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") {
      return state + "/tenuto/crashes"
    }
    guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
    return home + "/.local/state/tenuto/crashes"
  }

  init(path: String, content: Content) {
    self.path = path
    self.content = content
  }

  enum File {
    static let report = "report.json"
    static let manifest = Manifest.fileName
    static let stack = "stack.txt"
    static let output = "stderr.txt"
    static let state = "state.tenuto"
    static let parameters = "parameters.json"
    static let events = "events.txt"
    static let input = "input.wav"
  }
}
