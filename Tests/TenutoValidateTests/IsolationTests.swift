import Foundation
import TenutoCore
import TenutoValidate
import TestSupport
import Testing

/// The command: each check in a separate process, ended with everything that it has started.
@Suite(.serialized) struct IsolationTests {
  /// `tenuto validate` on the instrument with `fault`.
  private func validate(_ fault: String, _ arguments: String...) throws -> ProgramResult {
    let target = try Fixture.target("aumu", fault: fault)
    return try Program.run(
      Built.path("tenuto"), ["validate", target.executablePath] + arguments)
  }

  /// Processes that run `path`.
  private func processes(named name: String) -> [Int32] {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return all.compactMap { Int32($0) }.filter { identifier in
      let line = FileManager.default.contents(atPath: "/proc/\(identifier)/cmdline") ?? Data()
      return String(decoding: line, as: UTF8.self).contains(name)
    }
  }

  @Test func passes() throws {
    let result = try validate("none", "--include", "L03", "--include", "A05")
    #expect(result.status == 0)
    #expect(result.output.contains("2 checks: 2 passed"))
  }

  @Test func statesCauseReasonAndRemedy() throws {
    let result = try validate("A05", "--include", "A05")
    #expect(result.status == 2)
    for word in ["what  ", "why   ", "fix   "] { #expect(result.output.contains(word)) }
  }

  @Test func aCrashIsNamed() throws {
    let result = try validate("P12", "--include", "P12")
    #expect(result.status == 3)
    #expect(result.output.contains("exited with code 6"))
  }

  @Test func aHangIsEndedWithAllThatWasStarted() throws {
    // The extension spins endlessly in its render thread.
    let result = try validate("spin", "--include", "A05")
    #expect(result.status == 4)
    #expect(eventually { processes(named: "twin-spin").isEmpty })
  }

  @Test func aCheckThatHangsIsEnded() throws {
    // Nothing answers: the check waits until its limit, and is ended from outside.
    let result = try validate("stall", "--include", "A08")
    #expect(result.status == 4)
    #expect(result.output.contains("was ended"))
    #expect(eventually { processes(named: "twin-stall").isEmpty })
  }

  @Test func leftoverProcessesAreEndedAndNamed() throws {
    let result = try validate("orphan", "--include", "L03")
    #expect(result.status == 2)
    #expect(result.output.contains("none is left"))
    #expect(processes(named: "sleep\u{0}987").isEmpty)
  }

  @Test func allSkipped() throws {
    #expect(try validate("none", "--include", "D01").status == 5)
  }

  @Test(arguments: [
    ["validate"], ["validate", "aumu none None"], ["validate", "/none"],
    ["validate", "/bin/true", "--level", "3"], ["validate", "/bin/true", "--include", "Q99"],
  ])
  func wrongUsage(_ arguments: [String]) throws {
    #expect(try Program.run(Built.path("tenuto"), arguments).status == 1)
  }

  @Test func listsAll() throws {
    let output = try Program.run(Built.path("tenuto"), ["validate", "--list"]).output
    for check in CheckList.all { #expect(output.contains("\(check.id)  level")) }
    for check in CheckList.leftOut { #expect(output.contains("\(check.id)  \(check.title)")) }
  }

  @Test func reportsForMachines() throws {
    let junit = Built.path("twins/report-\(getpid()).xml")
    let result = try validate("A05", "--include", "A0", "--json", "--junit", junit)
    defer { try? FileManager.default.removeItem(atPath: junit) }
    let text = try #require(result.output.split(separator: "]\n").first.map { _ in result.output })
    let parsed = try JSONSerialization.jsonObject(with: Data(text.utf8))
    let reports = try #require(parsed as? [[String: Any]])
    let results = try #require(reports.first?["results"] as? [[String: Any]])
    let own = try #require(results.first { $0["id"] as? String == "A05" })
    #expect(own["outcome"] as? String == "failed")
    #expect(own["isProvenClean"] as? Bool == true)
    let xml = try String(contentsOfFile: junit, encoding: .utf8)
    #expect(xml.contains("<failure message="))
    #expect(xml.hasPrefix("<?xml"))
  }
}

/// The list of checks.
struct CheckListTests {
  @Test func namesAreUniqueAndKnown() {
    let names = CheckList.all.map(\.id) + CheckList.leftOut.map(\.id)
    #expect(Set(names).count == names.count)
    #expect(CheckList.all.allSatisfy { !$0.why.isEmpty && !$0.fix.isEmpty && $0.limit > 0 })
  }

  @Test func everyCheckHasAProof() {
    let twins = Set((TwinTests.kinds + TwinTests.crashes + TwinTests.warnings).map(\.id))
    let proven = twins.union(ManifestTests.proven)
    let missing = CheckList.all.map(\.id).filter { !proven.contains($0) }
    #expect(missing.isEmpty)
  }

  @Test func selections() {
    let quick = CheckSelection(level: .quick).checks.map(\.id)
    #expect(quick.contains("A01") && !quick.contains("A03") && !quick.contains("A04"))
    #expect(CheckSelection(included: ["p08"]).checks.map(\.id) == ["P08"])
    #expect(!CheckSelection(level: .strict, excluded: ["S"]).checks.contains { $0.id == "S01" })
    #expect(CheckSelection(included: ["Q"]).unknown == ["Q"])
    #expect(CheckSelection(level: .fuzz).checks.map(\.id) == ["X01", "X05"])
    #expect(!CheckSelection(level: .strict).checks.contains { $0.level == .fuzz })
  }
}
