/// The reason for a refused request, for the host to show.
struct RequestFailure: Error {
  let reason: String

  init(_ reason: String) { self.reason = reason }
}
