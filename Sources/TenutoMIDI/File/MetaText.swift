extension String {
  /// Reads the text of a meta event: UTF-8, or Latin-1 as in old files.
  package init(metaText data: [UInt8]) {
    if let text = String(validating: data, as: UTF8.self) {
      self = text
    } else {
      var scalars = UnicodeScalarView()
      scalars.append(contentsOf: data.map { Unicode.Scalar($0) })
      self.init(scalars)
    }
  }
}
