import Foundation
import Testing

/// Every row of the matrix has a test.
struct MatrixTests {
  @Test func everyRowHasATest() throws {
    let own = try Sources.testNames(inFolder: "Tests/FaultMatrixTests")
    for id in Matrix.ids {
      if let proof = Matrix.elsewhere[id] {
        let names = try Sources.testNames(inFolder: proof.folder)
        for test in proof.tests { #expect(names.contains(test), "\(id): \(proof.folder) \(test)") }
        #expect(!proof.tests.isEmpty)
      } else {
        let isTested = own.contains { Matrix.rows(ofTest: $0).contains(id) }
        #expect(isTested, "\(id) has no test")
      }
    }
  }

  @Test func theTestsNameExistingRows() throws {
    for name in try Sources.testNames(inFolder: "Tests/FaultMatrixTests") {
      for row in Matrix.rows(ofTest: name) { #expect(Matrix.ids.contains(row), "\(name)") }
    }
    for id in Matrix.elsewhere.keys { #expect(Matrix.ids.contains(id)) }
  }
}
