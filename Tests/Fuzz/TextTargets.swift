internal import TenutoCore
internal import TenutoMIDI

@testable internal import TenutoComponents
@testable internal import TenutoProcess
@testable internal import TenutoSystem

extension FuzzTarget {
  static var texts: [FuzzTarget] {
    [
      FuzzTarget(name: "parameter-text", run: readParameterText),
      FuzzTarget(name: "arguments", run: readArguments),
      FuzzTarget(name: "output", run: readOutput),
      FuzzTarget(name: "csv", run: readTable),
    ]
  }

  /// A parameter of any kind, a value of it, and a text.
  private static func readParameterText(_ input: [UInt8]) {
    var reader = InputReader(input)
    let bounds = [reader.number(UInt32.self), reader.number(UInt32.self)]
      .map { Float(bitPattern: $0) }.sorted { $0 < $1 }
    let value = Float(bitPattern: reader.number())
    guard bounds[0].isFinite, bounds[1].isFinite, bounds[0] <= bounds[1] else { return }
    let unit = ParameterUnit.allCases[Int(reader.byte()) % ParameterUnit.allCases.count]
    let names = (0..<Int(reader.byte() & 3)).map { "name \($0)" }
    let parameter = Parameter(
      0, "p", name: "P", range: bounds[0]...bounds[1], unit: unit, unitName: "u",
      default: bounds[0], valueNames: names)
    exercise(parameter, value)
    if let read = parameter.value(forText: reader.text()) {
      check(read.isFinite, "a text is \(read)")
    }
  }

  /// The text of a parameter's value, which converts back to a number.
  static func exercise(_ parameter: Parameter, _ value: Float) {
    let text = parameter.text(for: value)
    if let read = parameter.value(forText: text) { check(read.isFinite, "'\(text)' is \(read)") }
  }

  /// A table is the same after it was written.
  private static func readTable(_ input: [UInt8]) {
    guard let rows = try? CSV.parse(input) else { return }
    let text = rows.map { CSV.line($0.fields) }.joined()
    let again = try? CSV.parse(Array(text.utf8))
    check(again?.map(\.fields) == rows.map(\.fields), "a table changes by writing")
  }

  /// Command line arguments.
  private static func readArguments(_ input: [UInt8]) {
    let text = String(decoding: input, as: UTF8.self)
    if let code = ComponentCode(text) {
      check(ComponentCode(code.description) == code, "'\(text)' is another code")
      check((try? ComponentQuery(text))?.matches(code) == true, "'\(text)' does not find itself")
    }
    if let query = try? ComponentQuery(words: text.split(separator: ",").map(String.init)) {
      _ = query.matches("aumu saw1 Tnto")
    }
    if let note = NoteName.number(of: text) {
      check(NoteName.number(of: NoteName.name(of: note)) == note, "'\(text)' is another note")
    }
    try? PresetName.check(text)
  }

  /// An extension's output, as shown to people.
  private static func readOutput(_ input: [UInt8]) {
    var reader = InputReader(input)
    var tail = OutputTail()
    while !reader.isEmpty { tail.append(reader.piece()) }
    for line in tail.lastLines(5) {
      check(line.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }, "a line steers the terminal")
    }
  }
}
