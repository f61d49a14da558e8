import Testing

@testable import TenutoJACK

@Suite struct UniqueIDTests {
  private func key(_ name: String) -> MIDIUniqueIDs.Key {
    MIDIUniqueIDs.Key(direction: .source, name: name)
  }

  @Test func `ids follow from names, differ by direction, and avoid what is taken`() {
    var ids = MIDIUniqueIDs()
    var others = MIDIUniqueIDs()
    let id = ids.id(of: key("a:b"), avoiding: [])
    #expect(id == others.id(of: key("a:b"), avoiding: []) && id > 0)
    let destination = MIDIUniqueIDs.Key(direction: .destination, name: "a:b")
    #expect(ids.id(of: destination, avoiding: []) != id)
    var third = MIDIUniqueIDs()
    let other = third.id(of: key("a:b"), avoiding: [id])
    #expect(other != id && third.id(of: key("a:b"), avoiding: [id]) == other)
  }

  @Test func `a file is read back, odd names too`() {
    var ids = MIDIUniqueIDs()
    let names = ["a:b", "tab\there:x", "line\nbreak:y", "back\\slash\\n:z", "いろは:ロ"]
    let stored = names.map { ids.id(of: key($0), avoiding: []) }
    var back = MIDIUniqueIDs(text: ids.text)
    #expect(!back.isChanged && back.entries.count == names.count)
    #expect(names.map { back.id(of: key($0), avoiding: []) } == stored)
  }

  @Test func `garbage is ignored`() {
    let text =
      "12\tsource\ta:b\n0\tsource\tzero\nx\tsource\tc\n13\tup\td\n14\tsource\n\\\n"
      + "15\tsource\tbad\\q\n16\tdestination\t\n17\tdestination\tok\n\u{0}\t\t\t"
    let ids = MIDIUniqueIDs(text: text)
    #expect(ids.entries.count == 2)
    #expect(ids.entries[key("a:b")]?.id == 12)
  }

  @Test func `the store is bounded, and forgets what was used longest ago`() {
    var ids = MIDIUniqueIDs()
    ids.assign(1, to: key("old"))
    ids.assign(2, to: key("kept"))
    for number in 0..<MIDIUniqueIDs.limit - 1 {
      ids.assign(Int32(100 + number), to: key("port \(number)"))
      ids.assign(2, to: key("kept"))
    }
    #expect(ids.entries.count == MIDIUniqueIDs.limit)
    #expect(ids.entries[key("old")] == nil && ids.entries[key("kept")]?.id == 2)
  }

  @Test func `two programs add to one file, and a broken one is replaced`() {
    let path = TestFiles.path()
    defer { TestFiles.remove(path) }
    TestFiles.write([0xFF, 0xFE, 0x00, 0x0A, 0x09, 0x80], to: path)
    var one = (MIDIUniqueIDFile(path: path), MIDIUniqueIDs())
    var two = (MIDIUniqueIDFile(path: path), MIDIUniqueIDs())
    one.0.load(into: &one.1)
    two.0.load(into: &two.1)
    one.1.assign(11, to: key("one"))
    two.1.assign(22, to: key("two"))
    one.0.save(&one.1)
    two.0.save(&two.1)
    one.0.load(into: &one.1)
    #expect(one.1.entries[key("two")]?.id == 22)
    var three = (MIDIUniqueIDFile(path: path), MIDIUniqueIDs())
    three.0.load(into: &three.1)
    #expect(three.1.entries.count == 2)
  }

  @Test func `a place that cannot be written is no error`() {
    var file = MIDIUniqueIDFile(path: "/proc/tenuto/ids")
    var ids = MIDIUniqueIDs()
    ids.assign(3, to: key("a"))
    file.save(&ids)
    file.load(into: &ids)
    #expect(ids.entries.count == 1)
  }
}
