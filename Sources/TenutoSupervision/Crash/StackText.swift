internal import TenutoProcess
/// `stack.txt`: the stack of the crash, as far as the extension's note describes it.
enum StackText {
  static func text(_ content: CrashBundle.Content) -> String {
    var lines = ["\(content.cause)"]
    guard let note = content.note else {
      return lines[0] + "\nThe extension left no note of its position.\n"
    }
    let symbols = SymbolTable(path: content.executablePath)
    lines.append("thread \(note.thread), \(note.dataPages) pages of data")
    lines.append(line(0, note.programCounter, symbols, isReturn: false))
    for (index, frame) in note.frames.enumerated() {
      lines.append(line(index + 1, frame, symbols, isReturn: true))
    }
    if symbols.symbols.isEmpty {
      lines.append("The executable is stripped: build it without '-s' to see names.")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func line(
    _ index: Int, _ address: FaultNote.CodeAddress, _ symbols: SymbolTable, isReturn: Bool
  ) -> String {
    guard case .inExecutable(let value) = address else { return "#\(index) \(address)" }
    // A return address may already belong to the next function.
    guard let (symbol, offset) = symbols.symbol(at: isReturn && value > 0 ? value - 1 : value)
    else { return "#\(index) \(address)" }
    let back = offset + (isReturn ? 1 : 0)
    return "#\(index) \(address) \(symbol.name.printableLine) + \(back)"
  }
}
