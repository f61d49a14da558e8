extension Parameter {
  /// The text of `value`, clamped to the range: `"440 Hz"`, `"On"`, or the value's own name.
  ///
  /// A number has at least four significant digits, without trailing zeros.
  ///
  /// The corresponding method is `string(fromValue:)`.
  public func text(for value: Float) -> String {
    let value = clamped(value)
    if let name = name(of: value) { return name }
    let number = Decimal.text(Double(value), fractionDigits: fractionDigits(value))
    let symbol = unitText
    if symbol.isEmpty { return number }
    return isSymbolAttached ? number + symbol : "\(number) \(symbol)"
  }

  /// The value of `text`, clamped to the range; nil if it is not a value.
  ///
  /// The unit is optional, names are case-insensitive, and frequencies may be in kHz.
  ///
  /// The corresponding method is `value(from:)`.
  public func value(forText text: String) -> Float? {
    let text = Self.trimmed(text[...])
    if let value = namedValue(text) { return value }
    var number = Self.trimmed(withoutUnit(text))
    let isThousands = unit == .hertz && number.last?.lowercased() == "k"
    if isThousands { number = Self.trimmed(number.dropLast()) }
    guard let value = Decimal.value(number) else { return nil }
    return clamped(Float(isThousands ? value * 1000 : value))
  }

  /// The range and the unit, such as "20 to 20000 Hz", or the names of the values.
  package var rangeText: String {
    guard valueNames.isEmpty else { return valueNames.joined(separator: ", ") }
    let ends = [range.lowerBound, range.upperBound].map {
      Decimal.text(Double($0), fractionDigits: 4)
    }
    return "\(ends[0]) to \(ends[1])" + (unitText.isEmpty ? "" : " \(unitText)")
  }

  /// The unit as printed after a value: the symbol, or the parameter's own unit name.
  public var unitText: String { unit == .custom ? unitName : unit.symbol }

  /// Whether the unit follows the number without a space.
  private var isSymbolAttached: Bool {
    switch unit {
    case .degrees, .phase, .rate, .ratio: true
    default: false
    }
  }

  private func name(of value: Float) -> String? {
    if !valueNames.isEmpty {
      // `exactly`: a plug-in's range may be wider than Int.
      let index = Int(exactly: (value - range.lowerBound).rounded()) ?? -1
      return valueNames.indices.contains(index) ? valueNames[index] : nil
    }
    return unit == .boolean ? (value >= 0.5 ? "On" : "Off") : nil
  }

  private func namedValue(_ text: Substring) -> Float? {
    let names = valueNames.isEmpty && unit == .boolean ? ["Off", "On"] : valueNames
    // Try the exact name first: two names may differ only in case.
    let wanted = text.lowercased()
    guard
      let index = names.firstIndex(where: { $0[...] == text })
        ?? names.firstIndex(where: { $0.lowercased() == wanted })
    else { return nil }
    return clamped(range.lowerBound + Float(index))
  }

  private func withoutUnit(_ text: Substring) -> Substring {
    let symbol = unitText.lowercased()
    guard !symbol.isEmpty, text.lowercased().hasSuffix(symbol) else { return text }
    return text.dropLast(unitText.count)
  }

  /// Digits after the point: a ten-thousandth of the range, or four significant digits if finer.
  private func fractionDigits(_ value: Float) -> Int {
    if unit.isWhole { return 0 }
    let ofRange = 4 - Decimal.magnitude(Double(range.upperBound) - Double(range.lowerBound))
    let ofValue = value == 0 ? ofRange : 3 - Decimal.magnitude(Double(value))
    return min(max(min(max(ofRange, ofValue), ofRange + 4), 0), 12)
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text.drop { $0.isWhitespace }
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }
}
