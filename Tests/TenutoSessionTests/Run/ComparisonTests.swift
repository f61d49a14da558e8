import TenutoComponents
import TenutoCore
import TenutoSystem
import Testing

@testable import TenutoSession

/// User presets, two settings to compare, and places in the patchbay, in a playing session.
@Suite struct ComparisonTests {
  private let folder: RunFolder

  init() throws { folder = try RunFolder(["Sawtooth", "Delay"]) }

  private var users: UserPresets { UserPresets(folder: "\(folder.path)/presets") }

  private func run(_ file: SessionFile? = nil) throws -> RunningSession {
    var options = folder.options
    options.userPresets = users
    return try folder.run(.chain, file: file, options: options).0
  }

  private func mix(_ running: RunningSession) throws -> Float? {
    try running.values(of: "delay").first { $0.0.identifier == "mix" }?.1
  }

  @Test func theCurrentSettingsAreSavedAsAPreset() throws {
    let running = try run()
    defer { running.end() }
    try running.set("mix", of: "delay", to: 61)
    try running.save(preset: "Dub", of: "delay")
    #expect(running.session.node(named: "delay")?.preset == "Dub")
    try running.set("mix", of: "delay", to: 5)
    try running.load(preset: "Dub", into: "delay")
    #expect(try mix(running) == 61)
    try running.set("mix", of: "delay", to: 7)
    let conflict = #expect(throws: SessionEditError.self) {
      try running.save(preset: "Dub", of: "delay")
    }
    #expect(conflict?.reason == .conflict)
    try running.save(preset: "Dub", of: "delay", overwrites: true)
    try running.delete(preset: "Dub", of: "delay")
    #expect(users.list(for: "aufx dely Tnto").presets.isEmpty)
    #expect(throws: SessionEditError.self) { try running.delete(preset: "Dub", of: "delay") }
    #expect(throws: SessionEditError.self) { try running.save(preset: "a\u{7}b", of: "delay") }
    #expect(throws: SessionEditError.self) { try running.save(preset: "x", of: "out") }
  }

  @Test func twoSettingsKeepTheirChanges() throws {
    let running = try run()
    defer { running.end() }
    try running.set("mix", of: "delay", to: 25)
    #expect(running.comparison(of: "delay") == nil)
    #expect(try running.compare("delay") == .b)
    #expect(try mix(running) == 25)
    try running.set("mix", of: "delay", to: 90)
    #expect(try running.compare("delay") == .a)
    #expect(try mix(running) == 25)
    #expect(try running.compare("delay") == .b)
    #expect(try mix(running) == 90)
    try running.copyComparison("delay")
    #expect(try running.compare("delay") == .a)
    #expect(try mix(running) == 90)
    #expect(throws: SessionEditError.self) { try running.compare("out") }
  }

  @Test func aChangeOfTheSettingIsUndone() throws {
    let running = try run()
    defer { running.end() }
    try running.set("mix", of: "delay", to: 25)
    try running.compare("delay")
    try running.set("mix", of: "delay", to: 90)
    try running.compare("delay")
    #expect(try mix(running) == 25)
    _ = try running.undo()
    #expect(try mix(running) == 90)
  }

  @Test func placesAreKeptInTheFileAndUndoLeavesThem() throws {
    let file = SessionFile("\(folder.path)/places.yaml")
    let running = try run(file)
    defer { running.end() }
    try running.setBypass(true, of: "delay")
    try running.setPlaces(["delay": NodePlace(column: 4, row: 2)])
    _ = try running.undo()
    #expect(running.session.node(named: "delay")?.isBypassed == false)
    #expect(running.session.node(named: "delay")?.place == NodePlace(column: 4, row: 2))
    try running.save()
    #expect(try file.text().contains("place: [4, 2]"))
    #expect(try file.load().session.node(named: "delay")?.place == NodePlace(column: 4, row: 2))
    let before = running.session
    try running.setPlaces(["none": NodePlace(column: 0, row: 0)])
    #expect(running.session == before)
  }

  @Test func filesAreNextToTheSession() throws {
    let file = SessionFile("\(folder.path)/evening.yaml")
    let running = try run(file)
    defer { running.end() }
    let place = try #require(running.filesFolder)
    #expect(place.path == "\(file.folder)/evening.files" && place.prefix == "evening.files/")
    let other = try run()
    defer { other.end() }
    #expect(other.filesFolder == nil)
  }
}
