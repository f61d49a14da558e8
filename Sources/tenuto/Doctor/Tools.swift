import TenutoSystem

/// Other programs that some commands call.
enum Tools {
  /// Returns whether a program is in the search path, or in a folder of root's search path.
  static func has(_ name: String) -> Bool {
    Environment.hasProgram(name)
      || ["/usr/sbin", "/sbin"].contains { FileCalls.isExecutable("\($0)/\(name)") }
  }

  /// A program, the cost of its absence, and its package in Debian.
  private struct Tool {
    let name: String
    let cost: String
    let package: String
  }

  private static let optional = [
    Tool(name: "dot", cost: "'tenuto graph' cannot draw pictures.", package: "graphviz"),
    Tool(name: "gdb", cost: "'tenuto replay --debugger' cannot stop at a crash.", package: "gdb"),
    Tool(name: "faust", cost: "Programs in Faust cannot be built.", package: "faust"),
    Tool(
      name: "xdg-open", cost: "'tenuto open' prints an address instead of opening a browser.",
      package: "xdg-utils"),
  ]

  static var all: [Diagnosis] { optional.map(diagnosis) + [compiler, soundFont] }

  private static func diagnosis(_ tool: Tool) -> Diagnosis {
    guard !has(tool.name) else {
      return .fine("tool-\(tool.name)", tool.name, "It is installed.")
    }
    return .costly(
      "tool-\(tool.name)", tool.name, "It is not installed.", cost: tool.cost,
      command: "sudo apt install \(tool.package)")
  }

  /// Swift; Debian has no package for it.
  private static var compiler: Diagnosis {
    guard !has("swift") else { return .fine("tool-swift", "swift", "It is installed.") }
    return .costly(
      "tool-swift", "swift", "It is not installed.",
      cost: "Extensions in Swift and C++ cannot be built, only those in C.",
      command: "xdg-open https://www.swift.org/install/linux")
  }

  private static var soundFont: Diagnosis {
    let (identifier, title) = ("sound-font", "SoundFont")
    do throws(Failure) {
      try GeneralMIDI.checkFont()
    } catch {
      return .costly(
        identifier, title, "No SoundFont is installed.", cost: "'--gm' cannot play General MIDI.",
        command: "sudo apt install timgm6mb-soundfont")
    }
    return .fine(identifier, title, "A SoundFont for '--gm' is installed.")
  }
}
