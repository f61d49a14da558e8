/// A command packet of Network MIDI 2.0 (M2-124-UM, 5.4).
///
/// ```
/// | code | payload words | two bytes of the command | payload, big-endian |
/// ```
package enum NetworkMIDI2Command: Equatable, Sendable {
  /// The names of an endpoint.
  package struct Introduction: Equatable, Sendable {
    /// The endpoint's name, of 98 bytes at most.
    package var name: String
    /// What tells the product from others of its kind, of 42 ASCII characters at most.
    package var productInstanceID: String

    /// Creates an introduction.
    package init(name: String = "", productInstanceID: String = "") {
      self.name = name
      self.productInstanceID = productInstanceID
    }
  }

  /// What a host asks of a client that is to prove that it knows a secret.
  package struct Challenge: Equatable, Sendable {
    /// Why the challenge is sent.
    package enum State: UInt8, Sendable {
      /// For the first time.
      case first
      /// The digest was a wrong one.
      case wrongDigest
      /// There is no such user.
      case unknownUser
    }

    /// 16 bytes that are used once.
    package var nonce: [UInt8]
    /// Why it is sent.
    package var state: State
    /// The host.
    package var introduction: Introduction

    /// Creates a challenge.
    package init(nonce: [UInt8], state: State, introduction: Introduction) {
      (self.nonce, self.state, self.introduction) = (nonce, state, introduction)
    }
  }

  /// Universal MIDI Packets under one sequence number.
  package struct Data: Equatable, Sendable {
    /// The sequence number.
    package var number: UInt16
    /// The words of whole packets, 64 at most; none tells the number only.
    package var words: [UInt32]

    /// Creates a command.
    package init(number: UInt16, words: [UInt32]) { (self.number, self.words) = (number, words) }
  }

  /// A client wants a session, and can answer the challenges of `abilities`.
  case invitation(Introduction, abilities: Abilities)
  /// The client's answer to a challenge: a digest of 32 bytes.
  case authenticatedInvitation([UInt8])
  /// The client's answer to a challenge for users.
  case userInvitation([UInt8], user: String)
  /// The session is established.
  case accepted(Introduction)
  /// The host's user has yet to decide.
  case pending(Introduction)
  /// The host wants to know that the client has its secret.
  case authenticationRequired(Challenge)
  /// The host wants to know that the client knows a user's password.
  case userAuthenticationRequired(Challenge)
  /// The sender wants an answer.
  case ping(UInt32)
  /// The answer, with the number of the ping.
  case pingReply(UInt32)
  /// So many data commands are to be sent again, 0 for all from there.
  case retransmitRequest(first: UInt16, count: UInt16)
  /// They cannot be.
  case retransmitError(first: UInt16, reason: UInt8)
  /// Both sides begin at number 0 again.
  case sessionReset
  /// The peer has begun again.
  case sessionResetReply
  /// A command was not understood; its header.
  case notUnderstood(RefusalReason, header: UInt32, text: String)
  /// The session is over, or does not come about.
  case bye(ByeReason, text: String)
  /// The peer has heard it.
  case byeReply
  /// Music.
  case data(Data)
}

extension NetworkMIDI2Command {
  /// Which challenges a client can answer.
  package struct Abilities: OptionSet, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    /// A shared secret.
    package static let secret = Abilities(rawValue: 1)
    /// A user's password.
    package static let user = Abilities(rawValue: 2)
  }

  /// Why a command was not understood (NAK).
  package struct RefusalReason: RawRepresentable, Equatable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    package static let notSupported = RefusalReason(rawValue: 0x01)
    package static let notExpected = RefusalReason(rawValue: 0x02)
    package static let malformed = RefusalReason(rawValue: 0x03)
  }

  /// Why a session is over.
  package struct ByeReason: RawRepresentable, Equatable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    package static let userTerminated = ByeReason(rawValue: 0x01)
    package static let timeout = ByeReason(rawValue: 0x04)
    package static let notEstablished = ByeReason(rawValue: 0x05)
    package static let noPendingSession = ByeReason(rawValue: 0x06)
    package static let tooManySessions = ByeReason(rawValue: 0x40)
    package static let noPriorInvitation = ByeReason(rawValue: 0x41)
    package static let userDidNotAccept = ByeReason(rawValue: 0x42)
    package static let authenticationFailed = ByeReason(rawValue: 0x43)
    package static let unknownUser = ByeReason(rawValue: 0x44)
    package static let noMatchingAuthentication = ByeReason(rawValue: 0x45)
    package static let invitationCanceled = ByeReason(rawValue: 0x80)
  }

  /// The longest name, in bytes.
  package static let maximumNameBytes = 98
  /// The longest product instance id, in bytes.
  package static let maximumProductBytes = 42
  /// The longest text or user name that is read or written, in bytes.
  package static let maximumTextBytes = 128
  /// The most words of one data command.
  package static let maximumDataWords = 64
}
