import TenutoValidate
import Testing

/// The checks of level F: their findings are reproducible.
@Suite(.serialized) struct FuzzTests {
  /// The number in `--seed N`.
  private func seed(in text: String) -> UInt64? {
    text.firstMatch(of: /--seed (\d+)/).flatMap { UInt64($0.1) }
  }

  @Test(arguments: ["X01", "X05"])
  func theReportedSeedRepeatsTheFault(_ id: String) throws {
    let target = try Fixture.target("aumu", fault: id)
    let first = try result(of: id, on: target, seed: 100, budget: 20).outcome
    let named = try #require(seed(in: first.text), "\(first)")
    for _ in 0..<2 {
      let again = try result(of: id, on: target, seed: named, budget: 0).outcome
      #expect(again == first)
    }
  }

  @Test(arguments: ["X01", "X05"])
  func oneRoundIsDoneWithoutABudget(_ id: String) throws {
    let outcome = try result(of: id, on: Fixture.target("aufx"), seed: 5, budget: 0).outcome
    #expect(outcome == .passed("seed 5"))
  }

  @Test func anUnresponsiveExtensionHangs() throws {
    let target = try Fixture.target("aumu", fault: "deaf")
    #expect(try result(of: "X01", on: target, budget: 20).outcome.word == "hung")
  }
}
