/// Something in a session's file that is wrong or doubtful, and where it stands.
public struct SessionProblem: Sendable, Equatable, CustomStringConvertible {
  /// The file as it was named.
  public var file: String
  /// Where it stands; nil for the whole file.
  public var position: TextPosition?
  /// One sentence: what is wrong and what would be right.
  public var message: String
  /// Whether the session can be used all the same.
  public var isWarning = false

  /// `song.yaml:12:5: message`.
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

/// A place in a text, as editors count.
public struct TextPosition: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// From 1.
  public var line: Int
  /// From 1, in Unicode scalars.
  public var column: Int

  /// States a place.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// `line:column`.
  public var description: String { "\(line):\(column)" }

  /// In the order of the text.
  public static func < (left: TextPosition, right: TextPosition) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}

/// Why a session's file cannot be read or written: all that is wrong with it.
public struct SessionFileError: Error, Sendable, Equatable, CustomStringConvertible {
  /// In the order of the text, at most `limit`.
  public let problems: [SessionProblem]
  /// How many more there are.
  public let furtherCount: Int

  /// Problems that are told at most.
  public static let limit = 20

  init(_ problems: [SessionProblem]) {
    let sorted = problems.inTextOrder
    self.problems = Array(sorted.prefix(Self.limit))
    furtherCount = sorted.count - self.problems.count
  }

  /// A line for each problem.
  public var lines: [String] {
    problems.map(\.description) + (furtherCount > 0 ? ["and \(furtherCount) more"] : [])
  }

  /// The lines with line breaks in between.
  public var description: String { lines.joined(separator: "\n") }
}

extension [SessionProblem] {
  /// As one reads the file; what has no place comes first.
  var inTextOrder: [SessionProblem] {
    let start = TextPosition(line: 0, column: 0)
    return enumerated()
      .sorted { ($0.1.position ?? start, $0.0) < ($1.1.position ?? start, $1.0) }
      .map(\.1)
  }
}

/// The subject of a session's problem.
enum SessionPlace: Hashable, Sendable {
  case whole
  case name
  case engine(String)
  /// A node by its number, and one of its keys.
  case node(Int, String? = nil)
  case connection(Int)
  case midi(Int)
  case jack(Int)
  case map(Int)

  /// What it is part of, where it stands nowhere itself.
  var container: SessionPlace? {
    if case .node(let number, .some) = self { return .node(number) }
    return nil
  }
}

/// A problem that does not know where it stands in a text.
struct SessionFault: Equatable, Sendable {
  let place: SessionPlace
  let message: String
  var isWarning = false
}
