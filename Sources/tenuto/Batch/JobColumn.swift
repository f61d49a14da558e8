/// A column of a list of jobs: the argument or an option of `tenuto render`.
enum JobColumn: String, CaseIterable {
  case source, output
  case instrument, gm, font, effect, midi, preset, set
  case rate, frames, tail
  case is24Bit = "24-bit"
  case sha256

  /// The form of its cells.
  enum Form {
    /// The argument.
    case argument
    /// One value.
    case value
    /// Values separated by semicolons.
    case list
    /// `yes` or `no`.
    case flag
  }

  /// The form of its cells.
  var form: Form {
    switch self {
    case .source: .argument
    case .effect, .midi, .preset, .set: .list
    case .gm, .is24Bit: .flag
    case .output, .instrument, .font, .rate, .frames, .tail, .sha256: .value
    }
  }

  /// Whether its cells are paths, which start at the list's folder.
  var isPath: Bool { [.source, .output, .font].contains(self) }

  /// Whether a list must have this column.
  var isRequired: Bool { [.source, .output].contains(self) }

  /// Returns the options for a cell.
  ///
  /// - Throws: The error in the cell.
  func options(_ cell: String) throws(Failure) -> [String] {
    guard !cell.isEmpty else { return [] }
    switch form {
    case .argument: return ["--", cell]
    case .value: return ["--\(rawValue)=\(cell)"]
    case .list: return Self.values(cell).map { "--\(rawValue)=\($0)" }
    case .flag:
      switch cell.lowercased() {
      case "yes", "true", "1": return ["--\(rawValue)"]
      case "no", "false", "0": return []
      default: throw .usage("'\(cell)' in column '\(rawValue)' is not yes or no.")
      }
    }
  }

  private static func values(_ cell: String) -> [String] {
    cell.split(separator: ";").map { $0.trimmed }.filter { !$0.isEmpty }
  }
}
