/// Finds what somebody meant to write.
enum Spelling {
  /// `; did you mean 'cutoff'?`, or nothing where no word is near.
  static func hint(_ word: String, among words: some Sequence<String>) -> String {
    let limit = word.count < 3 ? 0 : word.count < 6 ? 1 : 2
    let near = words.map { (distance(word, $0), $0) }
      .filter { $0.0 <= limit && $0.1 != word }
      .min { $0 < $1 }
    return near.map { "; did you mean '\($0.1)'?" } ?? ""
  }

  /// How many letters must be put in, taken out or replaced, in any case (Levenshtein).
  private static func distance(_ first: String, _ second: String) -> Int {
    let other = Array(second.lowercased().utf8)
    var row = Array(0...other.count)
    for (line, byte) in first.lowercased().utf8.prefix(64).enumerated() {
      var diagonal = row[0]
      row[0] = line + 1
      for column in other.indices {
        let replaced = diagonal + (byte == other[column] ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(min(replaced, diagonal + 1), row[column] + 1)
      }
    }
    return row[other.count]
  }
}
