import ArgumentParser
import TenutoCore
import TenutoHost

/// Component codes as they are written on a command line.
enum CodeArgument {
  /// Reads `'aumu saw1 Tnto'`.
  @Sendable static func parse(_ text: String) throws -> ComponentCode {
    guard let code = ComponentCode(text) else {
      throw ValidationError(
        "a component has three codes of four characters; write it such as 'aumu saw1 Tnto', "
          + "in quotes; 'tenuto list' names all")
    }
    return code
  }

  /// Reads three words as well, for whom the quotes are missing.
  static func parse(words: [String]) throws(Failure) -> ComponentCode {
    let text = words.joined(separator: " ")
    guard let code = ComponentCode(text) else {
      throw .usage(
        "'\(text)' is no component code; write three codes of four characters such as "
          + "'aumu saw1 Tnto'; 'tenuto list' names all.")
    }
    return code
  }
}
