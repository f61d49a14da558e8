import ArgumentParser
import TenutoComponents
import TenutoCore
import TenutoRender
import TenutoSystem

/// `tenuto preset show`.
struct PresetShowCommand: HostCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Shows the values in a preset.",
    discussion: """
      EXAMPLE:
        tenuto preset show 'aumu saw1 Tnto' Pad
      """)

  @OptionGroup var owner: PresetOwner
  @Argument(help: "The preset's name, or a factory preset's number.") var name: String
  @Flag(help: "Prints JSON.") var json = false
  @OptionGroup var sandbox: SandboxOptions

  private struct Record: Encodable {
    let name: String
    let stateVersion: UInt32
    /// Size of the component's own data in bytes.
    let dataByteCount: Int
    let values: [Value]

    struct Value: Encodable {
      let address: String
      let identifier: String?
      let value: Float
      let text: String?
    }
  }

  func run() throws {
    let component = try owner.component()
    let choice = try PresetChoice.find(name, of: component.description)
    let instance = try Instance(component, sandbox: sandbox.policy)
    defer { instance.terminate() }
    let record = try record(choice, instance)
    guard !json else { return try Output.line(JSON.text(record)) }
    var table = Table(["PARAMETER", "VALUE"])
    for value in record.values {
      table.add([value.identifier ?? value.address, value.text ?? "\(value.value)"])
    }
    let data = record.dataByteCount == 0 ? "" : ", with \(record.dataByteCount) bytes of state"
    for line in ["\(choice.name) of \(instance.label)\(data)".printable, ""] + table.lines {
      try Output.line(line)
    }
  }

  private func record(_ choice: PresetChoice, _ instance: Instance) throws(HostError) -> Record {
    let state = try choice.state(by: instance)
    var values: [Record.Value] = []
    for value in state.parameters {
      let parameter = instance.description.parameter(at: value.address)
      values.append(
        Record.Value(
          address: "\(value.address)", identifier: parameter?.identifier, value: value.value,
          text: parameter == nil ? nil : try instance.text(for: value)))
    }
    return Record(
      name: choice.name, stateVersion: state.version, dataByteCount: state.data.count,
      values: values)
  }
}
