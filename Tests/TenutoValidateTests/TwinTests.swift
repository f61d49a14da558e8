import TenutoValidate
import Testing

/// Each check passes the correct component and finds the fault of its twin.
@Suite(.serialized) struct TwinTests {
  /// The checks, and the kind of component that proves them.
  static let kinds: [(id: String, kind: String)] = [
    ("D03", "aumu"), ("D04", "aumu"), ("D05", "aumu"), ("D07", "aumu"), ("D08", "aumu"),
    ("L01", "aumu"), ("L03", "aumu"), ("L04", "aumu"), ("L05", "aumu"),
    ("L10", "aumu"), ("L11", "aumu"), ("L12", "aumu"),
    ("P01", "aumu"), ("P02", "aumu"), ("P03", "aumu"), ("P04", "aumu"), ("P05", "aumu"),
    ("P06", "aumu"), ("P07", "aumu"), ("P08", "aufx"), ("P09", "aumu"), ("P10", "aumu"),
    ("P14", "aumu"), ("S01", "aumu"), ("S02", "aumu"), ("S03", "aumu"), ("S04", "aumu"),
    ("S05", "aumu"), ("S06", "aumu"), ("S08", "aumu"), ("S09", "aumu"), ("S10", "aumu"),
    ("S11", "aumu"), ("B01", "aumu"), ("B02", "aufx"), ("B03", "aumu"), ("B04", "aufx"),
    ("B05", "aufx"), ("B06", "aufx side"), ("B07", "aufx"), ("B08", "aumu"), ("B09", "aufx"),
    ("A01", "aumu"),
    ("A03", "aumu"), ("A04", "aumu"), ("A05", "aumu"), ("A06", "aumu"), ("A07", "aumu"),
    ("A08", "aumu"), ("A09", "aufx"), ("A10", "aufx"), ("A11", "aumu"), ("A12", "aumu"),
    ("A13", "aumu"), ("A15", "aumu"), ("A16", "aumu"),
    ("M01", "aumu"), ("M02", "aumu"), ("M03", "aumu"), ("M05", "aumu"),
    ("M06", "aumi"), ("T01", "aumu"), ("T02", "aumu"), ("R01", "aumu"), ("R02", "aumu"),
    ("R04", "aumu"), ("R06", "aumu"), ("X02", "aumu"), ("X04", "aumu"), ("Z02", "aumu"),
    ("Z03", "aumu"), ("Z01", "aumu"), ("Z05", "aumu"),
  ]

  /// Checks whose twin ends, and the kind.
  static let crashes: [(id: String, kind: String)] = [
    ("L02", "aumu"), ("L06", "aumu"), ("L08", "aumu"), ("L07", "aumu"), ("P12", "aumu"),
    ("S07", "aumu"), ("M04", "aumu"),
    ("M08", "aumu"), ("M09", "aumu"), ("X03", "aufx"), ("X01", "aumu"), ("X05", "aumu"),
  ]

  /// Checks that warn and never fail, and the kind.
  static let warnings: [(id: String, kind: String)] = [("P15", "aufx")]

  @Test(arguments: kinds + crashes + warnings)
  func passesACorrectComponent(_ id: String, _ kind: String) throws {
    let outcome = try result(of: id, on: Fixture.target(kind)).outcome
    #expect(outcome.word == "passed", "\(id): \(outcome)")
  }

  @Test(arguments: kinds)
  func findsTheFault(_ id: String, _ kind: String) throws {
    let outcome = try result(of: id, on: Fixture.target(kind, fault: id)).outcome
    #expect(outcome.word == "failed", "\(id): \(outcome)")
  }

  @Test(arguments: crashes)
  func saysThatItCrashed(_ id: String, _ kind: String) throws {
    let outcome = try result(of: id, on: Fixture.target(kind, fault: id)).outcome
    #expect(outcome.word == "crashed", "\(id): \(outcome)")
  }

  @Test(arguments: warnings)
  func warns(_ id: String, _ kind: String) throws {
    let outcome = try result(of: id, on: Fixture.target(kind, fault: id)).outcome
    #expect(outcome.word == "warned", "\(id): \(outcome)")
  }
}
