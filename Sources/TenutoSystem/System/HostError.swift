/// An error of the host.
///
/// A missing folder of the search path, a shadowed bundle and an unknown key in a manifest are not
/// errors; a `Registry.Scan` lists them.
public struct HostError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The kind of failure.
  public let code: Code
  /// One sentence: what failed, where, and what to do.
  public let message: String

  /// Creates an error; `message` is one sentence with a full stop.
  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// The message.
  public var description: String { message }
}

extension HostError {
  /// The kind of a failure.
  public struct Code: Sendable, Hashable {
    private enum Kind: Sendable {
      case componentNotFound, queryInvalid, alreadyInstalled, manifestInvalid
      case fileNotFound, fileInvalid, fileReadFailed, fileWriteFailed, permissionDenied
      case presetInvalid, presetExists
      case launchFailed, extensionDied, extensionTimedOut, protocolViolation, refused
      case cancelled, wrongState, unknownParameter, stateRefused, formatRefused
      case formatOutOfRange, graphInvalid, sessionInvalid, outOfResources, noRealtimePermission
      case engineFailed
    }
    private let kind: Kind
  }
}

extension HostError.Code {
  // MARK: Components

  /// No component has that code or matches that query.
  public static let componentNotFound = Self(kind: .componentNotFound)
  /// A component's code or query is malformed.
  public static let queryInvalid = Self(kind: .queryInvalid)
  /// Another bundle of the folder has the same component.
  public static let alreadyInstalled = Self(kind: .alreadyInstalled)
  /// A bundle's manifest is malformed.
  public static let manifestInvalid = Self(kind: .manifestInvalid)

  // MARK: Files

  /// No file or folder has that name.
  public static let fileNotFound = Self(kind: .fileNotFound)
  /// The file is not of a usable kind.
  public static let fileInvalid = Self(kind: .fileInvalid)
  /// The system failed to read a file.
  public static let fileReadFailed = Self(kind: .fileReadFailed)
  /// The system failed to write a file, for instance because the disk is full.
  public static let fileWriteFailed = Self(kind: .fileWriteFailed)
  /// The user lacks the permission for the file or folder.
  public static let permissionDenied = Self(kind: .permissionDenied)

  // MARK: Presets

  /// A preset's file or name is malformed, or its format is newer.
  public static let presetInvalid = Self(kind: .presetInvalid)
  /// A preset of that name exists.
  public static let presetExists = Self(kind: .presetExists)

  // MARK: Extensions

  /// An extension's process could not be started.
  public static let launchFailed = Self(kind: .launchFailed)
  /// An extension's process has ended.
  public static let extensionDied = Self(kind: .extensionDied)
  /// An extension did not answer in time.
  public static let extensionTimedOut = Self(kind: .extensionTimedOut)
  /// An extension violated the protocol.
  public static let protocolViolation = Self(kind: .protocolViolation)
  /// An extension, or the host's current state, refused the request.
  public static let refused = Self(kind: .refused)
  /// The requesting task was cancelled.
  public static let cancelled = Self(kind: .cancelled)
  /// The call is out of order, such as a change of layout while allocated.
  public static let wrongState = Self(kind: .wrongState)
  /// The component has no parameter with that address.
  public static let unknownParameter = Self(kind: .unknownParameter)
  /// The state belongs to another component or a newer version, or the component refused it.
  public static let stateRefused = Self(kind: .stateRefused)

  // MARK: Sound

  /// The component does not support those channels.
  public static let formatRefused = Self(kind: .formatRefused)
  /// A sample rate, channel count or frame count is out of range.
  public static let formatOutOfRange = Self(kind: .formatOutOfRange)
  /// The graph cannot be played, for instance because it has a loop.
  public static let graphInvalid = Self(kind: .graphInvalid)
  /// A session's file is malformed.
  public static let sessionInvalid = Self(kind: .sessionInvalid)
  /// Memory, descriptors or processes ran out.
  public static let outOfResources = Self(kind: .outOfResources)
  /// The user may not run threads at realtime priority.
  public static let noRealtimePermission = Self(kind: .noRealtimePermission)
  /// An engine could not start or has stopped.
  public static let engineFailed = Self(kind: .engineFailed)
}
