internal import TenutoComponents
public import TenutoCore
public import TenutoProcess
public import TenutoRender
public import TenutoTransport

/// A folder with the record of an extension's end: cause, stack, state, and its last seconds.
///
/// Its name is `<date>-<component>-<cause>`. It holds `report.json`, `stack.txt`, `stderr.txt`,
/// `parameters.json` and `events.txt`, and if available `manifest.json`, `state.tenuto` and
/// `input.wav`. It appears completely or not at all.
///
/// Thread: control.
public struct CrashBundle: Sendable {
  /// The folder's path.
  public let path: String
  /// The content of a bundle.
  public let content: Content

  /// All information about an extension's end.
  public struct Content: Sendable {
    /// The component.
    public var component: ComponentDescription
    /// The node's name, such as `delay-2`.
    public var node: String
    /// The path of its executable.
    public var executablePath: String
    /// The cause of its end.
    public var cause: FaultCause
    /// The exit of its process; nil if it had not ended.
    public var exit: ProcessExit?
    /// Seconds since 1970.
    public var time: Double
    /// The last bytes of its output.
    public var output: [UInt8]
    /// The newest good state that is older than the recording.
    public var state: ComponentState?
    /// The parameters at that time, for a bundle without a state.
    public var parameters: [ParameterValue]
    /// Parameters that messages have set since that time.
    public var settings: [FlightRecording.Setting]
    /// Its last seconds.
    public var recording: FlightRecording?
    /// The format that it was allocated for.
    public var format: RenderFormat
    /// The channels of its busses.
    public var layout: BusLayout
    /// The layers of its sandbox.
    public var sandboxLayers: [String]
    /// The number of missed cycles.
    public var misses: UInt64

    /// Creates the content that every bundle has; the rest is empty.
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

    /// The extension's note about its crash, if it left one.
    public var note: FaultNote? { FaultNote(output: output) }
  }

  /// The number of bundles that a folder keeps.
  public static let keptCount = 20

  /// The usual folder: `$XDG_STATE_HOME/tenuto/crashes`, by default `~/.local/state/tenuto/crashes`.
  ///
  /// - Parameter environment: The variables of the process's environment.
  /// - Returns: The path, or nil without a home folder.
  public static func standardFolder(environment: [String: String]) -> String? {
    // The XDG base directory specification says to ignore relative paths.
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
