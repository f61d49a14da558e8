internal import TenutoJACK

/// Why a method of a class fails: the status that a function would return.
public struct MIDIError: Error, Sendable, Hashable {
  /// One of the `kMIDI…` errors, or `paramErr`.
  public let status: OSStatus
}

/// Runs `body`, and gives its errors the form that Core MIDI's classes throw.
func asMIDIError<Value>(
  _ body: () throws(JACKError) -> Value
) throws(MIDIError) -> Value {
  do throws(JACKError) {
    return try body()
  } catch {
    throw MIDIError(status: error.status)
  }
}
