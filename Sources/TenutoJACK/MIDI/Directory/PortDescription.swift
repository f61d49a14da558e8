extension JACKPropertyKey {
  /// A token of a client, which its MIDI ports get too once all their other properties are set.
  ///
  /// A program that sees a new port of the client waits for it. JACK keeps the properties of killed
  /// programs, shares them among all servers of a user, and reuses ports' numbers: the token
  /// distinguishes a port's own properties from such remains.
  public static let midiDescription = Self(rawValue: "urn:tenuto:midi:description")
}

extension JACKClient {
  /// Announces, before there are ports, that each gets the token once it is described.
  func promiseDescriptions(_ word: String) {
    removeFormerProperties()
    try? setProperty(.midiDescription, to: word, of: .client)
  }

  /// Marks a port as completely described.
  func finishDescription(of port: JACKPort, _ word: String) {
    try? setProperty(.midiDescription, to: word, of: .port(port))
  }
}
