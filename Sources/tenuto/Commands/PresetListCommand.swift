import ArgumentParser
import TenutoComponents
import TenutoCore
import TenutoSystem

/// `tenuto preset list`.
struct PresetListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Lists the presets of a component.",
    discussion: """
      EXAMPLE:
        tenuto preset list 'aumu saw1 Tnto'
      """)

  @OptionGroup var owner: PresetOwner
  @Flag(help: "Prints JSON.") var json = false

  private struct Record: Encodable {
    let name: String
    /// The number of a factory preset.
    let number: Int32?
    /// The file of a user preset.
    let path: String?
  }

  func run() throws {
    let component = try owner.component().description
    let users = Environment.userPresets?.list(for: component.code)
    let records =
      component.presets.map { Record(name: $0.name, number: $0.number, path: nil) }
      + (users?.presets ?? []).map { Record(name: $0.name, number: nil, path: $0.path) }
    if json {
      try Output.line(JSON.text(records))
    } else if !records.isEmpty {
      for line in table(records).lines { try Output.line(line) }
    } else {
      Output.note("'\(component.code)' has no presets; 'tenuto preset save' creates one.")
    }
    for problem in users?.problems ?? [] { Output.note(problem.message) }
  }

  private func table(_ records: [Record]) -> Table {
    var table = Table(["NUMBER", "NAME", "FROM"])
    for record in records {
      table.add([record.number.map { "\($0)" } ?? "", record.name, record.path ?? "factory"])
    }
    return table
  }
}
