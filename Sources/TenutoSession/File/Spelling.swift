internal import TenutoComponents

/// Finds the intended word for a misspelt one.
package enum Spelling {
  /// Returns `; did you mean 'cutoff'?`, or nothing if no word is similar.
  package static func hint(_ word: String, among words: some Sequence<String>) -> String {
    let limit = word.count < 3 ? 0 : word.count < 6 ? 1 : 2
    // A file may contain a word of several megabytes.
    let start = String(word.prefix(64))
    let near = words.map { (editDistance(start, $0), $0) }
      .filter { $0.0 <= limit && $0.1 != word }
      .min { $0 < $1 }
    return near.map { "; did you mean '\($0.1)'?" } ?? ""
  }
}
