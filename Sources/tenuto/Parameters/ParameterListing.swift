import TenutoCore
import TenutoRender
import TenutoSystem

/// The parameters of an instance, as a table or as JSON.
struct ParameterListing {
  let editor: ParameterEditor
  let showsHidden: Bool

  private static let barWidth = 20

  /// Returns the lines of the table.
  func lines() throws(HostError) -> [String] {
    let rows = ParameterRow.rows(editor.instance.description, showsHidden: showsHidden)
    guard !rows.isEmpty else { return ["no parameters"] }
    var table = Table(["PARAMETER", "VALUE", "", "RANGE", "NAME"])
    for row in rows {
      guard let parameter = row.parameter else {
        table.add([row.label, "", "", "", ""])
        continue
      }
      let bar = ParameterScale(parameter).bar(editor.value(of: parameter), width: Self.barWidth)
      table.add([
        row.label, try editor.text(of: parameter), bar, parameter.rangeText, parameter.name,
      ])
    }
    return table.lines
  }

  /// Returns the record for `--json`.
  func record() throws(HostError) -> Record {
    var parameters: [Record.Parameter] = []
    for parameter in editor.instance.description.parameters {
      parameters.append(
        Record.Parameter(
          parameter: ComponentRecord.ParameterRecord(parameter), value: editor.value(of: parameter),
          text: try editor.text(of: parameter)))
    }
    return Record(code: "\(editor.instance.description.code)", parameters: parameters)
  }

  struct Record: Encodable {
    let code: String
    let parameters: [Parameter]

    struct Parameter: Encodable {
      let parameter: ComponentRecord.ParameterRecord
      let value: Float
      let text: String

      private enum Key: CodingKey { case value, text }

      func encode(to encoder: any Encoder) throws {
        try parameter.encode(to: encoder)
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(value, forKey: .value)
        try container.encode(text, forKey: .text)
      }
    }
  }
}
