import ArgumentParser
import TenutoComponents
import TenutoCore

/// Parses component codes, or the URIs of plug-ins.
enum CodeArgument {
  /// Parses `'aumu saw1 Tnto'`, or the URI of an installed plug-in.
  @Sendable static func parse(_ text: String) throws -> ComponentCode {
    guard let code = try code(text) else {
      throw ValidationError(
        "a component has three codes of four characters, such as 'aumu saw1 Tnto', "
          + "in quotes; 'tenuto list' lists all")
    }
    return code
  }

  /// Parses three words too, in case the quotes are missing.
  static func parse(words: [String]) throws(Failure) -> ComponentCode {
    let text = words.joined(separator: " ")
    guard let code = try code(text) else {
      throw .usage(
        "'\(text)' is not a component code; give three codes of four characters such as "
          + "'aumu saw1 Tnto'; 'tenuto list' lists all.")
    }
    return code
  }

  /// Returns the code of three words, padding short ones with spaces: 'aumu sf2 Tnto'.
  private static func padded(_ text: String) -> ComponentCode? {
    let words = text.split(separator: " ")
    guard words.count == 3, words.allSatisfy({ $0.utf8.count <= 4 }) else { return nil }
    let codes = words.map { $0 + String(repeating: " ", count: 4 - $0.utf8.count) }
    return ComponentCode(codes.joined(separator: " "))
  }

  /// Returns the code, or that of the plug-in with this URI; nil if the text is neither.
  static func code(_ text: String) throws(Failure) -> ComponentCode? {
    if let code = ComponentCode(text) ?? padded(text) { return code }
    let scheme = text.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
    guard !scheme.isEmpty, text.dropFirst(scheme.count).hasPrefix(":"), !text.contains(" ") else {
      return nil
    }
    let scan = Environment.registry.scan()
    guard let component = scan.components.first(where: { $0.source?.uri == text }) else {
      throw .work(
        "No plug-in '\(text.printable)' is known; 'tenuto scan' finds installed plug-ins, and "
          + "'tenuto list' lists all.")
    }
    return component.code
  }
}
