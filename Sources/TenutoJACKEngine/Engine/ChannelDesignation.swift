/// Which loudspeaker an audio channel is for: the names of LV2's port groups, which JACK's key
/// `designation` takes.
enum ChannelDesignation: String, Sendable {
  case left, right, center

  /// What a channel of a bus is for; nil where there are so many that no loudspeakers are named.
  init?(channel: Int, of count: Int) {
    switch (channel, count) {
    case (0, 1): self = .center
    case (0, 2): self = .left
    case (1, 2): self = .right
    default: return nil
    }
  }

  /// The value of the property.
  var uri: String { "http://lv2plug.in/ns/ext/port-groups#\(rawValue)" }
}
