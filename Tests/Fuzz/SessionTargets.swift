internal import TenutoCore

@testable internal import TenutoComponents
@testable internal import TenutoProcess
@testable internal import TenutoSupervision

extension FuzzTarget {
  static var sessions: [FuzzTarget] {
    [
      FuzzTarget(name: "session", run: readSession),
      FuzzTarget(name: "generation", run: readGeneration),
      FuzzTarget(name: "grants", run: readGrants),
    ]
  }

  private static func readSession(_ input: [UInt8]) {
    guard let document = try? SessionDocument(decoding: input) else { return }
    check(document.nodes.count <= SessionDocument.maximumNodeCount, "a session is too large")
    do {
      let bytes = try document.encoded()
      check(try SessionDocument(decoding: bytes) == document, "a session changes by writing")
    } catch {
      stop("a session that was read cannot be written: \(error)")
    }
  }

  /// The file of a generation, unchanged or, half of the time, valid except for one byte.
  private static func readGeneration(_ input: [UInt8]) {
    var reader = InputReader(input)
    let isRaw = reader.byte() & 1 != 0
    let sequence = UInt64(reader.byte())
    guard isRaw else { return damageGeneration(sequence, &reader) }
    let bytes = reader.all()
    if let generation = try? Generation(decoding: bytes, sequence: sequence) {
      check(generation.encoded() == bytes, "a generation changes by writing")
    }
    let name = String(decoding: bytes, as: UTF8.self)
    if let sequence = Generation.sequence(fileName: name) {
      check(Generation.fileName(sequence) == name, "'\(name)' is another one's name")
      check(!Generation.isTemporary(fileName: name), "'\(name)' is finished and is not")
    }
  }

  private static func damageGeneration(_ sequence: UInt64, _ reader: inout InputReader) {
    let (place, change) = (Int(reader.number(UInt16.self)), reader.byte())
    let generation = Generation(sequence: sequence, bytes: reader.all())
    var file = generation.encoded()
    check(
      (try? Generation(decoding: file, sequence: sequence)) == generation,
      "a generation changes by writing")
    let cut = Array(file.prefix(place % file.count))
    check((try? Generation(decoding: cut, sequence: sequence)) == nil, "a part is taken for all")
    guard change != 0 else { return }
    file[place % file.count] ^= change
    check((try? Generation(decoding: file, sequence: sequence)) == nil, "a change is not seen")
  }

  /// A grant for one executable covers another only if it is the same, byte for byte.
  private static func readGrants(_ input: [UInt8]) {
    guard let value = try? JSONReader.parse(input), let keys = try? ManifestObject(value),
      let needs = try? ManifestCheck.needs(keys.optionalObject("needs")),
      let granted = try? ManifestCheck.needs(keys.optionalObject("granted"))
    else { return }
    for file in needs.files {
      check(file.path.hasPrefix("/") || file.path.hasPrefix("~/"), "'\(file.path)' is relative")
      check(!file.path.split(separator: "/").contains(".."), "'\(file.path)' leads upwards")
    }
    let isCovered = needs.files.allSatisfy { file in
      granted.files.contains {
        $0.access == file.access && $0.path.utf8.elementsEqual(file.path.utf8)
      }
    }
    check(
      GrantStore.covers(needs, GrantStore.content(granted))
        == (isCovered && (granted.network || !needs.network)), "another grant is taken for one")
    _ = GrantStore.covers(needs, input)
  }
}
