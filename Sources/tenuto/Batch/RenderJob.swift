import TenutoCore
import TenutoSystem

/// One rendering of a list of jobs.
struct RenderJob: Sendable {
  /// Its number in the list, from 1.
  let number: Int
  /// Its line in the list.
  let line: Int
  /// The sound file, as the list names it.
  let output: String
  /// The absolute path of the sound file.
  let outputPath: String
  /// The arguments of `tenuto render`, with absolute paths.
  let arguments: [String]
  /// The same arguments with the list's paths, which may be in another folder on another machine.
  let words: [String]
  /// The files and extensions that its output depends on besides the arguments.
  let inputs: Inputs

  /// The files and extensions that a rendering uses.
  struct Inputs: Sendable {
    /// Absolute paths of a song or session, and a font.
    var files: [String]
    /// The components.
    var codes: [ComponentCode]
  }
}

extension RenderJob {
  /// Reads a row of the list.
  ///
  /// - Parameters:
  ///   - number: The job's number, from 1.
  ///   - line: The row's line.
  ///   - cells: The text of each column.
  ///   - folder: The list's folder, the base of relative paths.
  ///   - check: Parses the arguments of `tenuto render`, and returns the files and extensions that
  ///     they use.
  /// - Throws: The error in the row.
  init(
    number: Int, line: Int, cells: [JobColumn: String], folder: String,
    check: (_ arguments: [String]) throws(Failure) -> Inputs
  ) throws(Failure) {
    func cell(_ column: JobColumn) -> String { cells[column] ?? "" }
    func absolute(_ path: String) -> String {
      path.isEmpty || path.hasPrefix("/") ? path : "\(folder)/\(path)"
    }
    for column in JobColumn.allCases where column.isRequired && cell(column).isEmpty {
      throw .usage("Column '\(column.rawValue)' is empty.")
    }
    guard !cell(.output).unicodeScalars.contains(where: { $0.value < 0x20 }) else {
      throw .usage("The name of the output has a control character.")
    }
    var (arguments, words): ([String], [String]) = ([], [])
    // The argument comes last, after `--`.
    for column in JobColumn.allCases.filter({ $0 != .source }) + [.source] {
      words += try column.options(cell(column))
      arguments += try column.options(
        column.isPath ? absolute(cell(column)) : cell(column))
    }
    (self.number, self.line) = (number, line)
    output = cell(.output)
    outputPath = Self.plain(absolute(output))
    (self.arguments, self.words) = (arguments, words)
    inputs = try check(arguments)
  }

  /// Returns a path without `.`, `..` and repeated slashes, so that two names of a file are equal.
  private static func plain(_ path: String) -> String {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return "/" + parts.joined(separator: "/")
  }
}
