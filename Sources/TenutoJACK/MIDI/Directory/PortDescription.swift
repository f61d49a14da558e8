extension JACKPropertyKey {
  /// A word of a client that its MIDI ports have as well, as soon as all else is said of them.
  ///
  /// Who sees a new port of it waits for that. JACK keeps the properties of programs that were
  /// killed, shares them among all servers of a user, and uses ports' numbers again: the word tells
  /// a port's own properties from others.
  public static let midiDescription = Self(rawValue: "urn:tenuto:midi:description")
}

extension JACKClient {
  /// Promises, before there are ports, that each gets the word when all is said of it.
  func promiseDescriptions(_ word: String) {
    removeFormerProperties()
    try? setProperty(.midiDescription, to: word, of: .client)
  }

  /// States that all is said of a port.
  func finishDescription(of port: JACKPort, _ word: String) {
    try? setProperty(.midiDescription, to: word, of: .port(port))
  }
}
