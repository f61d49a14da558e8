import TenutoCore
import TenutoRender
import TenutoSystem

/// An interactive view of an instance's parameters.
struct ParameterPanel {
  private var editor: ParameterEditor
  private let rows: [ParameterRow]
  private var texts: [ParameterAddress: (value: Float, text: String)] = [:]
  /// The selected row.
  private var selected: Int
  /// The text that is being typed; nil while keys move values.
  private var typed: String?
  private var message = ""
  private var lineCount = 0

  /// Shows the parameters of `editor`; nil if none exist.
  init?(_ editor: ParameterEditor, showsHidden: Bool) {
    self.editor = editor
    rows = ParameterRow.rows(editor.instance.description, showsHidden: showsHidden)
    guard let first = rows.firstIndex(where: { $0.parameter != nil }) else { return nil }
    selected = first
  }

  /// Handles keys until the user quits.
  ///
  /// - Throws: An error if the instance or the terminal fails.
  mutating func run() throws {
    let keyboard = try Keyboard()
    defer { keyboard.end() }
    SignalTrap.noteCursor(isHidden: true)
    put(Terminal.Sequence.hideCursor)
    defer {
      put(Terminal.Sequence.showCursor)
      SignalTrap.noteCursor(isHidden: false)
    }
    while !SignalTrap.isStopRequested {
      try draw()
      switch keyboard.next() {
      case .quit where typed == nil, .interrupt, .closed: return
      case .none: try editor.refresh()
      case let key?: try take(key)
      }
    }
  }

  private mutating func take(_ key: Key) throws {
    message = ""
    if typed != nil { return try takeTyped(key) }
    switch key {
    case .up: move(by: -1)
    case .down: move(by: 1)
    case .left: try turn(by: -1)
    case .right: try turn(by: 1)
    case .pageDown: try turn(by: -10)
    case .pageUp: try turn(by: 10)
    case .character("d"): try set(parameter.defaultValue)
    case .character(let character) where character.isNumber || "-+.".contains(character):
      typed = String(character)
    case .enter: typed = ""
    default: break
    }
  }

  private mutating func takeTyped(_ key: Key) throws {
    switch key {
    case .character(let character): typed?.append(character)
    case .quit: typed?.append("q")
    case .backspace: _ = typed?.popLast()
    case .escape: typed = nil
    case .enter:
      let text = typed ?? ""
      typed = nil
      guard !text.isEmpty else { return }
      do {
        try set(try editor.value(text, of: parameter))
      } catch let failure as Failure {
        message = failure.message
      }
    default: break
    }
  }

  private var parameter: Parameter {
    guard let parameter = rows[selected].parameter else {
      preconditionFailure("only parameters are selected")
    }
    return parameter
  }

  private mutating func move(by step: Int) {
    var index = selected + step
    while rows.indices.contains(index) {
      if rows[index].parameter != nil {
        selected = index
        return
      }
      index += step
    }
  }

  private mutating func turn(by steps: Double) throws(HostError) {
    try set(ParameterScale(parameter).value(editor.value(of: parameter), movedBy: steps))
  }

  private mutating func set(_ value: Float) throws(HostError) {
    guard !parameter.flags.contains(.readOnly) else {
      message = "'\(parameter.identifier)' is read-only."
      return
    }
    try editor.set(parameter, to: value)
  }
}

// MARK: - Drawing

extension ParameterPanel {
  private static let help =
    "Up/down select, left/right move, a number or Enter types, d default, q quits."

  private mutating func draw() throws(HostError) {
    let width = max(20, Terminal.columnCount - 1)
    var lines = [editor.instance.label.printable, ""]
    for index in visible {
      lines.append(try line(index, width: width))
    }
    lines += ["", typed.map { "\(parameter.identifier) = \($0)_" } ?? message.printable, Self.help]
    let text = lines.map { $0.cut(to: width) + Terminal.Sequence.clearLine + "\r\n" }.joined()
    put(Terminal.Sequence.up(lineCount) + text + Terminal.Sequence.clearBelow)
    lineCount = lines.count
  }

  /// The rows on the screen, including the selected one.
  private var visible: Range<Int> {
    let count = min(rows.count, max(1, Terminal.lineCount - 6))
    let start = max(0, min(selected - count / 2, rows.count - count))
    return start..<start + count
  }

  private mutating func line(_ index: Int, width: Int) throws(HostError) -> String {
    let labelWidth = min(28, rows.map(\.label.count).max() ?? 0)
    let label = rows[index].label.printable.padded(to: labelWidth)
    guard let parameter = rows[index].parameter else { return "  \(label)" }
    let barWidth = max(4, min(30, width - labelWidth - 22))
    let bar = ParameterScale(parameter).bar(editor.value(of: parameter), width: barWidth)
    return "\(index == selected ? ">" : " ") \(label)  \(bar)  \(try text(of: parameter))"
  }

  /// Returns a value's text, asking the component only if the value has changed.
  private mutating func text(of parameter: Parameter) throws(HostError) -> String {
    let value = editor.value(of: parameter)
    if let known = texts[parameter.address], known.value == value { return known.text }
    let text = try editor.text(of: parameter)
    texts[parameter.address] = (value, text)
    return text
  }

  private func put(_ text: String) { _ = Output.write(text, to: 1) }
}
