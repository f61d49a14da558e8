import Foundation
import TenutoCore
import Testing

@testable import TenutoSession

struct PictureTests {
  /// Graphviz's output; nil if it refuses or prints anything.
  private func svg(_ dot: String) throws -> String? {
    let folder = SavingTests.Folder()
    folder.put("in.dot", Array(dot.utf8))
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["dot", "-Tsvg", "-o", "\(folder.path)/out.svg", "\(folder.path)/in.dot"]
    let complaints = Pipe()
    process.standardError = complaints
    try process.run()
    process.waitUntilExit()
    let said = complaints.fileHandleForReading.readDataToEndOfFile()
    guard process.terminationStatus == 0, said.isEmpty else {
      Issue.record("\(String(decoding: said, as: UTF8.self))\n\(dot)")
      return nil
    }
    return folder.text("out.svg")
  }

  @Test("Nodes, busses, side chains and ports of others are in the picture")
  func parts() throws {
    let session = FormTests.read(try FormTests.fixture("form-2.yaml")).session
    var lead = NodeFigure(condition: "playing")
    (lead.level, lead.load, lead.misses) = (-12.34, 0.031, 2)
    let live = ["lead": lead, "bass": NodeFigure(condition: "quarantined")]
    let dot = SessionPicture.dot(session, live: live)
    #expect(
      dot.contains(
        #"n1 [shape=Mrecord, label="{lead\naumu\ saw1\ Tnto\nWarm\ Pad\n"#
          + ##"playing,\ -12.3\ dB,\ 3\ %,\ 2\ missed|{<o0>0}}", fillcolor="#fce8b2"];"##))
    #expect(dot.contains(##"quarantined|{<o0>0}}", fillcolor="#f4c7c3"];"##))
    #expect(dot.contains(#"n4 [shape=record, penwidth=2, label="{{<i0>0|<i1>1|<i2>2}|mix\nmixer|"#))
    #expect(dot.contains(#"n5 [shape=note, label="drums\ndrums.wav (loop)\nmuted""#))
    #expect(dot.contains(##"n2:o0 -> n3:i1 [color="#e07b00", label="side chain"];"##))
    #expect(dot.contains("n5 -> n4:i1;"))
    #expect(
      dot.contains(
        ##"n0 -> n2 [style=dashed, color="#777777", label="keys C-1..B3\ntranspose -12"];"##))
    #expect(dot.contains(#"label="system"; style=dotted;"#))
    let image = try #require(try svg(dot))
    for name in session.nodes.map(\.name) + ["playback_2", "system", "side chain", "The Band"] {
      #expect(image.contains(name), "\(name)")
    }
  }

  @Test("Graphviz reads any texts as texts")
  func hostileTexts() throws {
    let hostile = #"a"];}{|<x>\N\" &lt; \"# + "\n\u{1B}[31m é <b>"
    var session = Session(name: hostile)
    session.nodes = [
      SessionNode("a", .component(#"au"\ <|}& {>x""#)),
      SessionNode("f", .fileInput(path: hostile, isLooped: true)),
      SessionNode("o", .audioOutput(channelCount: 2, ports: [PortPattern(hostile)])),
      SessionNode("m", .midiInput(ports: [PortPattern("x:" + hostile), PortPattern("")])),
    ]
    session.nodes[0].preset = hostile
    session.connections = [
      AudioLink("f", to: "a"), AudioLink("a", to: "o"), AudioLink("gone", to: "a", 99),
    ]
    session.jackConnections = [JACKLink(node: "a", port: hostile, other: PortPattern(hostile))]
    var figure = NodeFigure(condition: hostile)
    (figure.level, figure.load) = (-.infinity, .nan)
    let image = try #require(try svg(SessionPicture.dot(session, live: ["a": figure])))
    #expect(image.contains("a&quot;];}{|&lt;x&gt;\\N\\&quot; &amp;lt; \\</text>"))
    #expect(!image.contains("\u{1B}"))
    for seed in 0..<10 {
      var generator = RandomSession(seed: UInt64(seed))
      _ = try svg(SessionPicture.dot(generator.session()))
    }
  }
}
