import ArgumentParser
import Glibc

/// `tenuto doctor`: examines the machine.
struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Examines this machine: realtime, sound server, sandbox, extensions and tools.",
    discussion: """
      States the effect of each finding and the command that fixes it. '--fix' applies the \
      remedies that need no root; without it nothing is changed.

      Exit codes: 0 all requirements of Tenuto are met, 1 something is broken, 2 wrong usage.

      EXAMPLE:
        tenuto doctor
        tenuto doctor --fix
        tenuto doctor --json
      """)

  @Flag(help: "Applies the remedies that need no root, and examines again.")
  var fix = false

  @Flag(help: "Prints JSON.")
  var json = false

  func run() throws {
    var findings = Doctor.examine()
    if fix, Doctor.fix(findings) { findings = Doctor.examine() }
    if json {
      try Output.line(JSON.text(findings.flatMap(\.diagnoses)))
    } else {
      for line in findings.lines { try Output.line(line) }
    }
    if findings.isBroken { Glibc.exit(1) }
  }
}
