/// The rows of the fault matrix, and the locations of proofs for rows without tests here.
///
/// The name of a test in this target begins with its rows: `f05f06…`.
enum Matrix {
  /// The location of a row's proof.
  struct Proof {
    let folder: String
    let tests: [String]

    init(_ folder: String, _ tests: String...) {
      self.folder = "Tests/\(folder)"
      self.tests = tests
    }
  }

  /// F01 to F41 and H01 to H08.
  static let ids: [String] =
    (1...41).map { "F\($0 < 10 ? "0" : "")\($0)" } + (1...8).map { "H0\($0)" }

  /// Rows with tests in another suite.
  static let elsewhere: [String: Proof] = [
    "F09": Proof("TenutoHostTests", "aLateExtensionFadesAndReturnsWithoutItsLateSamples"),
    "F32": Proof("TenutoHostTests", "shownTextControlsNoTerminal"),
    "F33": Proof("SandboxTests", "everyAttemptIsDenied"),
    "F34": Proof("SandboxTests", "everyAttemptIsDenied"),
    "F35": Proof("SandboxTests", "everyAttemptIsDenied"),
    "F36": Proof("SandboxTests", "everyAttemptIsDenied"),
    "F37": Proof("SandboxTests", "everyAttemptIsDenied"),
    "F41": Proof("TenutoSessionTests", "anExtensionThatDiesDuringASaveCostsNothing"),
    "H01": Proof("SessionTests", "aKilledHostLeavesNoRemainsAndResumesItsPosition"),
    "H02": Proof("SessionTests", "everyByteCutOfASaveLoadsTheOldOrTheNew"),
    "H03": Proof("SessionTests", "aFullDiskAndAReadOnlyOneKeepThePreviousFiles"),
    "H04": Proof("TenutoJACKEngineTests", "aServerThatReturnsFindsItsConnections"),
    "H05": Proof("TenutoJACKEngineTests", "aServerThatReturnsFindsItsConnections"),
    "H07": Proof("CommandLineTests", "withoutRealtimePermissionItExplainsHowToGetItAndContinues"),
    "H08": Proof("SandboxTests", "withoutNamespacesTheRequiredLayersStay"),
  ]

  /// The rows at the beginning of a test's name.
  static func rows(ofTest name: String) -> [String] {
    var rows: [String] = []
    var rest = name[...]
    while let letter = rest.first, "fh".contains(letter) {
      let digits = rest.dropFirst().prefix(2)
      guard digits.count == 2, digits.allSatisfy(\.isNumber) else { break }
      rows.append(letter.uppercased() + digits)
      rest = rest.dropFirst(3)
    }
    return rows
  }
}
