/// An error or a warning in a session's file, with its position.
public struct SessionProblem: Sendable, Equatable, CustomStringConvertible {
  /// The file's name as given.
  public var file: String
  /// The position, or nil for the whole file.
  public var position: TextPosition?
  /// One sentence: the error, and the expected content.
  public var message: String
  /// Whether the session is usable nevertheless.
  public var isWarning = false

  /// A text such as `song.yaml:12:5: message`.
  public var description: String {
    let kind = isWarning ? "warning: " : ""
    guard let position else { return "\(file): \(kind)\(message)" }
    return "\(file):\(position): \(kind)\(message)"
  }

  init(file: String, _ position: TextPosition?, _ message: String, isWarning: Bool = false) {
    self.file = file
    self.position = position
    self.message = message
    self.isWarning = isWarning
  }
}

/// A position in a text, counted as in editors.
public struct TextPosition: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The line, from 1.
  public var line: Int
  /// The column, from 1, in Unicode scalars.
  public var column: Int

  /// Creates a position.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// The text `line:column`.
  public var description: String { "\(line):\(column)" }

  /// Orders positions as in the text.
  public static func < (left: TextPosition, right: TextPosition) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}

/// The errors that prevent a session's file from being read or written.
public struct SessionFileError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The problems in the order of the text, at most `limit`.
  public let problems: [SessionProblem]
  /// The number of further problems.
  public let furtherCount: Int

  /// The most problems that are listed.
  public static let limit = 20

  init(_ problems: [SessionProblem]) {
    let sorted = problems.inTextOrder
    self.problems = Array(sorted.prefix(Self.limit))
    furtherCount = sorted.count - self.problems.count
  }

  /// One line for each problem.
  public var lines: [String] {
    problems.map(\.description) + (furtherCount > 0 ? ["and \(furtherCount) more"] : [])
  }

  /// The lines, separated by line breaks.
  public var description: String { lines.joined(separator: "\n") }
}

extension [SessionProblem] {
  /// Sorted by position; problems without one come first.
  var inTextOrder: [SessionProblem] {
    let start = TextPosition(line: 0, column: 0)
    return enumerated()
      .sorted { ($0.1.position ?? start, $0.0) < ($1.1.position ?? start, $1.0) }
      .map(\.1)
  }
}

/// The subject of a session's problem.
enum SessionLocation: Hashable, Sendable {
  case whole
  case name
  case engine(String)
  /// A node by its index, and one of its keys.
  case node(Int, String? = nil)
  case connection(Int)
  case midi(Int)
  case jack(Int)
  case map(Int)

  /// The containing location, for one without a position.
  var container: SessionLocation? {
    if case .node(let number, .some) = self { return .node(number) }
    return nil
  }
}

/// A problem without a position in a text.
struct SessionFault: Equatable, Sendable {
  let location: SessionLocation
  let message: String
  var isWarning = false
}
