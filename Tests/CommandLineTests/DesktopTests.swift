import Foundation
import Testing

/// The files for the desktop, in the eyes of the desktop's own programs.
@Suite struct DesktopTests {
  private static let folder = "\(Workshop.checkout)/.ci/desktop"

  /// Runs a validator on a file, and on a copy with a fault that it has to find.
  private func expect(
    _ validator: [String], accepts name: String, butNot fault: (of: String, with: String)
  ) throws {
    let (code, text) = try Workshop().call(validator + ["\(Self.folder)/\(name)"])
    #expect(code == 0, "\(text)")
    let workshop = try Workshop()
    let right = try String(contentsOfFile: "\(Self.folder)/\(name)", encoding: .utf8)
    let wrong = right.replacing(fault.of, with: fault.with)
    #expect(wrong != right)
    try workshop.write(name, wrong.utf8)
    #expect(try workshop.call(validator + [name]).0 != 0)
  }

  @Test func theEntryIsValid() throws {
    try expect(
      ["desktop-file-validate"], accepts: "tenuto.desktop",
      butNot: ("Type=Application\n", ""))
  }

  @Test func theMetadataIsValid() throws {
    try expect(
      ["appstreamcli", "validate", "--no-net"], accepts: "org.tenuto.Tenuto.metainfo.xml",
      butNot: ("<metadata_license>CC0-1.0</metadata_license>", ""))
  }

  @Test(arguments: [
    ("song.tenuto.yaml", "application/x-tenuto-session"), ("song.yaml", "application/x-yaml"),
  ])
  func filesHaveTheirType(_ name: String, _ type: String) throws {
    let workshop = try Workshop()
    let data = "\(workshop.path)/share"
    try FileManager.default.createDirectory(
      atPath: "\(data)/mime/packages", withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      atPath: "\(Self.folder)/tenuto.xml", toPath: "\(data)/mime/packages/tenuto.xml")
    let environment = ["env", "XDG_DATA_HOME=\(data)"]
    let (made, log) = try workshop.call(environment + ["update-mime-database", "\(data)/mime"])
    #expect(made == 0, "\(log)")
    try workshop.write(name, "tenuto: 1\n".utf8)
    let (code, text) = try workshop.call(
      environment + ["gio", "info", "-a", "standard::content-type", name])
    #expect(code == 0 && text.contains("content-type: \(type)\n"), "\(text)")
  }
}
