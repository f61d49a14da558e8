/// A command packet of Network MIDI 2.0 (M2-124-UM, 5.4).
///
/// ```
/// | code | payload words | two bytes of the command | payload, big-endian |
/// ```
package enum NetworkMIDI2Command: Equatable, Sendable {
  /// The names of an endpoint.
  package struct Introduction: Equatable, Sendable {
    /// The endpoint's name, up to 98 bytes.
    package var name: String
    /// The product instance id, up to 42 ASCII characters.
    package var productInstanceID: String

    /// Creates an introduction.
    package init(name: String = "", productInstanceID: String = "") {
      self.name = name
      self.productInstanceID = productInstanceID
    }
  }

  /// A host's challenge to a client to prove that it knows a secret.
  package struct Challenge: Equatable, Sendable {
    /// The reason for a challenge.
    package enum State: UInt8, Sendable {
      /// The first challenge.
      case first
      /// The digest was wrong.
      case wrongDigest
      /// The user is unknown.
      case unknownUser
    }

    /// 16 bytes that are used only once.
    package var nonce: [UInt8]
    /// The reason.
    package var state: State
    /// The host's introduction.
    package var introduction: Introduction

    /// Creates a challenge.
    package init(nonce: [UInt8], state: State, introduction: Introduction) {
      (self.nonce, self.state, self.introduction) = (nonce, state, introduction)
    }
  }

  /// Universal MIDI Packets with a sequence number.
  package struct Data: Equatable, Sendable {
    /// The sequence number.
    package var number: UInt16
    /// The words of whole packets, up to 64; an empty command carries only its number.
    package var words: [UInt32]

    /// Creates a command.
    package init(number: UInt16, words: [UInt32]) { (self.number, self.words) = (number, words) }
  }

  /// A client asks for a session, and supports the challenges in `abilities`.
  case invitation(Introduction, abilities: Abilities)
  /// The client's answer to a challenge for a secret: a digest of 32 bytes.
  case authenticatedInvitation([UInt8])
  /// The client's answer to a challenge for users.
  case userInvitation([UInt8], user: String)
  /// The session is established.
  case accepted(Introduction)
  /// The host's user has not decided yet.
  case pending(Introduction)
  /// The host requires proof of a shared secret.
  case authenticationRequired(Challenge)
  /// The host requires proof of a user's password.
  case userAuthenticationRequired(Challenge)
  /// Requests an answer.
  case ping(UInt32)
  /// The answer, with the number of the ping.
  case pingReply(UInt32)
  /// Requests data commands again; a count of 0 means all from the first one.
  case retransmitRequest(first: UInt16, count: UInt16)
  /// The commands are no longer available.
  case retransmitError(first: UInt16, reason: UInt8)
  /// Both sides restart at number 0.
  case sessionReset
  /// Confirms the reset.
  case sessionResetReply
  /// A command was not understood; carries its header.
  case notUnderstood(RefusalReason, header: UInt32, text: String)
  /// Ends or declines a session.
  case bye(ByeReason, text: String)
  /// Confirms the end.
  case byeReply
  /// Universal MIDI Packets.
  case data(Data)
}

extension NetworkMIDI2Command {
  /// The challenges that a client can answer.
  package struct Abilities: OptionSet, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    /// A shared secret.
    package static let secret = Abilities(rawValue: 1)
    /// A user's password.
    package static let user = Abilities(rawValue: 2)
  }

  /// The reason why a command was not understood (NAK).
  package struct RefusalReason: RawRepresentable, Equatable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    package static let notSupported = RefusalReason(rawValue: 0x01)
    package static let notExpected = RefusalReason(rawValue: 0x02)
    package static let malformed = RefusalReason(rawValue: 0x03)
  }

  /// The reason for the end of a session.
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

  /// Maximum length of a name in bytes.
  package static let maximumNameBytes = 98
  /// Maximum length of a product instance id in bytes.
  package static let maximumProductBytes = 42
  /// Maximum length of a text or user name in bytes.
  package static let maximumTextBytes = 128
  /// Maximum number of words in a data command.
  package static let maximumDataWords = 64
}
