import ArgumentParser
import FoundationEssentials
import Glibc
import TenutoComponents
import TenutoCore
import TenutoValidate

/// `tenuto validate`: checks a component for errors.
struct ValidateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate",
    abstract: "Checks a component, each check in its own process.",
    discussion: """
      Level 1 takes about 2 s, level 5 at most 20 s, level 8 at most 3 min. Level F sends random \
      input for the time of --budget, and prints the seed that reproduces a fault. Each failed \
      check states the fault, its effect and the remedy.

      Exit codes: 0 passed, 1 wrong usage, 2 a check failed, 3 the extension crashed, 4 it hung, \
      5 all checks were skipped.

      EXAMPLE:
        tenuto validate 'aumu saw1 Tnto'
        tenuto validate .build/release/Sawtooth --level 8 --junit report.xml
        tenuto validate 'aumu saw1 Tnto' --include P --include S01 --json
        tenuto validate 'aumu saw1 Tnto' --level F --budget 60 --seed 7
        tenuto validate --list
      """)

  @Argument(
    help: ArgumentHelp(
      "The component, such as 'aumu saw1 Tnto', or the path of a bundle or an executable.",
      valueName: "code"))
  var words: [String] = []

  @Option(help: ArgumentHelp("How thorough: 1, 5 or 8; F for random input.", valueName: "level"))
  var level = "5"

  @Option(help: ArgumentHelp("The seed of random numbers.", valueName: "number"))
  var seed: UInt64 = 1

  @Option(help: ArgumentHelp("The duration of each check of level F.", valueName: "seconds"))
  var budget = Check.usualBudget

  @Option(
    name: .customLong("repeat"),
    help: ArgumentHelp("The number of runs of each check.", valueName: "count"))
  var repetitions = 1

  @Option(
    name: .customLong("include"),
    help: ArgumentHelp("Only checks whose names begin with this; may be repeated.", valueName: "id")
  )
  var included: [String] = []

  @Option(
    name: .customLong("exclude"),
    help: ArgumentHelp("No checks whose names begin with this; may be repeated.", valueName: "id"))
  var excluded: [String] = []

  @Flag(help: "Prints JSON.")
  var json = false

  @Option(help: ArgumentHelp("Writes a JUnit report to a file.", valueName: "file"))
  var junit: String?

  @Flag(help: "Lists all checks, and those that are omitted.")
  var list = false

  func run() throws {
    if list { return try Self.printList() }
    let selection = selection()
    let targets = try ValidationTargets.find(words)
    var reports: [ValidationReport] = []
    for target in targets {
      let validation = Validation(
        target, selection: selection, seed: seed, repetitions: repetitions, budget: budget)
      let report = validation.run()
      reports.append(report)
      if !json { for line in report.lines { try Output.line(line) } }
    }
    if json {
      let texts = reports.map(\.json)
      try Output.line(texts.count == 1 ? texts[0] : "[\(texts.joined(separator: ",\n"))]")
    }
    try writeJUnit(reports)
    // A skipped component is not a failure if another one was checked.
    let codes = reports.map(\.exitCode)
    let worst = codes.filter { $0 != 5 }.max() ?? 5
    if worst != 0 { Glibc.exit(worst) }
  }

  private func selection() -> CheckSelection {
    guard let level = Level(rawValue: level.uppercased()) else {
      Usage.leave("There is no level \(level); choose 1, 5, 8 or F.")
    }
    guard (0...86400).contains(budget) else {
      Usage.leave("A budget of \(budget) s is out of range; choose 0 to 86400.")
    }
    let selection = CheckSelection(level: level, included: included, excluded: excluded)
    if let word = selection.unknown.first {
      Usage.leave("No check is named '\(word)'; 'tenuto validate --list' lists all.")
    }
    return selection
  }

  private func writeJUnit(_ reports: [ValidationReport]) throws(Failure) {
    guard let junit else { return }
    let suites = reports.map(\.junit)
    let text =
      suites.count == 1
      ? suites[0]
      : #"<?xml version="1.0" encoding="UTF-8"?>"# + "\n<testsuites>\n"
        + suites.map { $0.split(separator: "\n").dropFirst().joined(separator: "\n") }
        .joined(separator: "\n") + "\n</testsuites>\n"
    guard (try? text.write(toFile: junit, atomically: true, encoding: .utf8)) != nil else {
      throw .work("\(junit) cannot be written; check the folder.")
    }
  }

  private static func printList() throws(Failure) {
    for check in CheckList.all {
      try Output.line("\(check.id)  level \(check.level.rawValue)  \(check.title)")
    }
    try Output.line("")
    try Output.line("Left out:")
    for check in CheckList.leftOut {
      try Output.line("\(check.id)  \(check.title): \(check.reason)")
    }
  }
}

/// Wrong usage of `validate`: exit code 1, because 2 means that a check failed.
private enum Usage {
  static func leave(_ message: String, exitCode: Int32 = 1) -> Never {
    Output.note(message)
    Glibc.exit(exitCode)
  }
}

/// Finds the components to validate.
enum ValidationTargets {
  /// Returns the component with that code, or all components of an executable or bundle.
  static func find(_ words: [String]) throws -> [ValidationTarget] {
    let text = words.joined(separator: " ")
    guard !text.isEmpty else {
      Usage.leave("Name a component, such as 'aumu saw1 Tnto', or a path.")
    }
    if let code = try CodeArgument.code(text) {
      let component = try Lookup.component(code, in: Environment.registry.scan())
      return [
        ValidationTarget(
          code: code, executablePath: component.executablePath, bundlePath: component.bundlePath)
      ]
    }
    let executable = try Installer.executable(in: text)
    let bundle = executable == text ? nil : text
    do throws(ValidationFault) {
      return try ValidationTarget.all(executablePath: executable, bundlePath: bundle)
    } catch {
      Usage.leave("\(text) cannot be examined: \(error)", exitCode: error.exitCode)
    }
  }
}

/// Runs one check in a separate process for `validate`; the result goes to descriptor 3.
struct ValidateCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate-check", abstract: "Runs one check.", shouldDisplay: false)

  @Argument var check: String
  @Option var executable: String
  @Option var code: String
  @Option var bundle: String?
  @Option var seed: UInt64
  @Option var budget = Check.usualBudget

  func run() throws {
    guard let check = CheckList.check(check), let code = ComponentCode(code) else {
      Usage.leave("There is no check '\(self.check)', or no code '\(self.code)'.")
    }
    check.serve(
      target: ValidationTarget(code: code, executablePath: executable, bundlePath: bundle),
      seed: seed, budget: budget)
  }
}
