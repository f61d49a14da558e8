import ArgumentParser

/// A list of whole numbers: `2,2,1`.
enum NumberList {
  @Sendable static func parse(_ text: String) throws -> [Int] {
    let words = text.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = words.compactMap { Int($0) }
    guard numbers.count == words.count else {
      throw ValidationError("write whole numbers with commas, such as 2,2")
    }
    return numbers
  }
}
