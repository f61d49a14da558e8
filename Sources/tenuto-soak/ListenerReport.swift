/// The output of a listener from one line on.
struct ListenerReport {
  private(set) var gaps: [Gap] = []
  private(set) var counts = Counts()

  /// Its cycles, the jumps of its clock, and the cycles lost in them.
  struct Counts {
    var cycles = 0
    var jumps = 0
    var lost = 0
  }

  /// Reads the listener's lines; counts before line `start` are subtracted.
  init(_ lines: [String], from start: Int) {
    var first: Counts?
    for (index, line) in lines.enumerated() {
      let words = line.split(separator: " ")
      let numbers = words.dropFirst().compactMap { UInt64($0) }
      guard numbers.count == 3 else { continue }
      if words[0] == "gap" {
        let gap = Gap(chain: Int(numbers[0]), began: numbers[1], cycles: Int(numbers[2]))
        if index >= start { gaps.append(gap) }
      } else {
        let now = Counts(
          cycles: Int(numbers[0]), jumps: Int(numbers[1]), lost: Int(numbers[2]))
        if index < start || first == nil { first = now }
        counts = now
      }
    }
    counts.cycles -= first?.cycles ?? 0
    counts.jumps -= first?.jumps ?? 0
    counts.lost -= first?.lost ?? 0
  }
}
