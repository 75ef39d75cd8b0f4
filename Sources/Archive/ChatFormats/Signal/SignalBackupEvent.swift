import Chats

/// An event in Signal's own export as a sentence. It is a part of the archive and therefore not translated.
struct SignalBackupEvent {
  private let update: JSONFields
  private let directory: SignalDirectory
  private let actor: String
  private let partner: String

  /// - Parameter partner: The other person in a chat of two.
  init(
    _ update: JSONFields, directory: SignalDirectory, author: SignalDirectory.Person?,
    partner: SignalDirectory.Person?
  ) {
    (self.update, self.directory) = (update, directory)
    actor = author?.sender.name ?? "Someone"
    self.partner = partner?.sender.name ?? actor
  }

  var sentence: String {
    if let call { return TelegramService.sentence(of: call, by: caller) }
    if let simple = update.object("simpleUpdate") {
      let type = simple.line("type") ?? ""
      return Self.simple[type].map { filled($0, simple) } ?? "\(actor): \(Self.words(type))"
    }
    if let change = update.object("groupChange") {
      let sentences = change.objects("updates").map(groupSentence)
      return sentences.isEmpty ? "The group was changed" : sentences.joined(separator: "\n")
    }
    for (key, value) in update.members {
      guard let fields = value.asObject else { continue }
      if key == "expirationTimerChange" { return Self.expiration(fields) }
      return Self.others[key].map { filled($0, fields) } ?? "\(actor): \(Self.words(key))"
    }
    return "\(actor) did something"
  }

  // MARK: Calls

  var call: Call? {
    if let call = update.object("individualCall") {
      let outcome: Call.Outcome =
        switch call.string("state") {
        case "NOT_ACCEPTED": call.string("direction") == "OUTGOING" ? .missed : .busy
        case "MISSED", "MISSED_NOTIFICATION_PROFILE": .missed
        default: .ended
        }
      return Call(outcome: outcome)
    }
    guard let call = update.object("groupCall") else { return nil }
    let outcome: Call.Outcome =
      switch call.string("state") {
      case "DECLINED": .busy
      case "MISSED", "MISSED_NOTIFICATION_PROFILE": .missed
      default: .ended
      }
    var duration: Int?
    if let start = call.int64OfText("startedCallTimestamp"), let end = call.int64OfText("endedCallTimestamp")
    {
      let (length, isInvalid) = end.subtractingReportingOverflow(start)
      let seconds = isInvalid ? 0 : Int(clamping: length / 1000)
      duration = (1...TelegramLimit.seconds).contains(seconds) ? seconds : nil
    }
    // The duration is that of the group's call, which the owner may have missed.
    return Call(outcome: outcome, duration: outcome == .ended ? duration : nil, isGroup: true)
  }

  private var caller: String {
    if let call = update.object("individualCall") {
      return call.string("direction") == "OUTGOING" ? directory.owner.name : partner
    }
    let id = update.object("groupCall").flatMap {
      $0.key("startedCallRecipientId") ?? $0.key("ringerRecipientId")
    }
    return directory.person(id)?.sender.name ?? actor
  }

  // MARK: Sentences

  private func groupSentence(_ change: JSONFields) -> String {
    for (key, value) in change.members {
      guard let fields = value.asObject else { continue }
      if key == "groupExpirationTimerUpdate" { return Self.expiration(fields) }
      if let lone = Self.withoutText[key], !lone.members.contains(where: { fields.keys.contains($0) }) {
        return filled(lone.sentence, fields)
      }
      return Self.groups[key].map { filled($0, fields) } ?? "The group was changed"
    }
    return "The group was changed"
  }

  /// The sentence with the values of the members in braces: the name of a person, a number or a text.
  private func filled(_ sentence: String, _ fields: JSONFields) -> String {
    var filled = ""
    var rest = sentence[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      filled += rest[..<open]
      filled += value(String(rest[rest.index(after: open)..<close]), fields)
      rest = rest[rest.index(after: close)...]
    }
    return filled + rest
  }

  private func value(_ name: String, _ fields: JSONFields) -> String {
    switch name {
    case "actor": return actor
    case "partner": return partner
    default: break
    }
    guard let text = fields.members.first(where: { $0.key == name })?.value.asText, !text.isEmpty else {
      return "Someone"
    }
    if name.hasSuffix("Aci") || name == "aci" || name.hasSuffix("ServiceId") {
      return directory.memberName(text)
    }
    return text.prefix(bytes: TelegramLimit.line)
  }

  private static func expiration(_ fields: JSONFields) -> String {
    guard let time = fields.int64OfText("expiresInMs"), time > 0 else { return "Messages stay for ever" }
    return "Messages vanish after \(time / 1000) seconds"
  }

  /// “groupNameUpdate” and “BAD_DECRYPT” as words.
  private static func words(_ name: String) -> String {
    let name = name.prefix(bytes: 64)
    if name.contains("_") || name == name.uppercased() { return name.replacing("_", with: " ").lowercased() }
    return name.reduce(into: "") { $0 += $1.isUppercase ? " \($1.lowercased())" : "\($1)" }
  }

  private static let simple = [
    "JOINED_SIGNAL": "{actor} joined Signal", "IDENTITY_UPDATE": "The safety number of {actor} has changed",
    "IDENTITY_VERIFIED": "The safety number of {actor} was marked as verified",
    "IDENTITY_DEFAULT": "The safety number of {actor} was marked as not verified",
    "CHANGE_NUMBER": "{actor} changed their number",
    "RELEASE_CHANNEL_DONATION_REQUEST": "Signal asked for a donation",
    "END_SESSION": "The secure session was reset", "CHAT_SESSION_REFRESH": "The secure session was reset",
    "BAD_DECRYPT": "A message of {actor} could not be delivered",
    "PAYMENTS_ACTIVATED": "{actor} activated payments",
    "PAYMENT_ACTIVATION_REQUEST": "{actor} asked to activate payments",
    "UNSUPPORTED_PROTOCOL_MESSAGE": "{actor} sent a message that needs a newer version of Signal",
    "REPORTED_SPAM": "The chat was reported as spam", "BLOCKED": "{partner} was blocked",
    "UNBLOCKED": "{partner} was unblocked", "MESSAGE_REQUEST_ACCEPTED": "The message request was accepted",
  ]

  private static let others = [
    "profileChange": "{previousName} is now {newName}", "threadMerge": "The chat was merged with another one",
    "sessionSwitchover": "The chat continues with another number",
    "learnedProfileChange": "The name of {partner} became known",
    "pollTerminate": "{actor} ended the poll “{question}”",
    "pinMessage": "{actor} pinned a message",
  ]

  /// Sentences for changes without any of these members.
  private static let withoutText: [String: (members: [String], sentence: String)] = [
    "groupNameUpdate": (["newGroupName"], "{updaterAci} removed the group’s name"),
    "groupDescriptionUpdate": (["newDescription"], "{updaterAci} removed the group’s description"),
    "groupAvatarUpdate": (["wasRemoved"], "{updaterAci} changed the group’s picture"),
    "groupAdminStatusUpdate": (["wasAdminStatusGranted"], "{memberAci} is no longer an admin"),
    "groupAnnouncementOnlyChangeUpdate": (
      ["isAnnouncementOnly"], "{updaterAci} allowed all members to write"
    ),
    "groupJoinRequestApprovalUpdate": (["wasApproved"], "{updaterAci} denied {requestorAci} to join"),
    "groupMemberRemovedUpdate": (["removerAci"], "{removedAci} was removed"),
    "groupMemberAddedUpdate": (["updaterAci"], "{newMemberAci} was added"),
  ]

  private static let groups = [
    "groupCreationUpdate": "{updaterAci} created the group",
    "groupNameUpdate": "{updaterAci} named the group “{newGroupName}”",
    "groupAvatarUpdate": "{updaterAci} removed the group’s picture",
    "groupDescriptionUpdate": "{updaterAci} changed the group’s description to “{newDescription}”",
    "groupMembershipAccessLevelChangeUpdate": "{updaterAci} changed who can add members",
    "groupAttributesAccessLevelChangeUpdate": "{updaterAci} changed who can edit the group",
    "groupAnnouncementOnlyChangeUpdate": "{updaterAci} allowed only admins to write",
    "groupAdminStatusUpdate": "{memberAci} became an admin", "groupMemberLeftUpdate": "{aci} left the group",
    "groupMemberRemovedUpdate": "{removerAci} removed {removedAci}",
    "selfInvitedToGroupUpdate": "{inviterAci} sent an invitation to the group",
    "selfInvitedOtherUserToGroupUpdate": "{inviteeServiceId} was invited",
    "groupUnknownInviteeUpdate": "{inviterAci} invited {inviteeCount} people",
    "groupInvitationAcceptedUpdate": "{newMemberAci} accepted an invitation",
    "groupInvitationDeclinedUpdate": "{inviteeAci} declined an invitation",
    "groupMemberJoinedUpdate": "{newMemberAci} joined the group",
    "groupMemberAddedUpdate": "{updaterAci} added {newMemberAci}",
    "groupSelfInvitationRevokedUpdate": "{revokerAci} revoked an invitation",
    "groupInvitationRevokedUpdate": "{updaterAci} revoked an invitation",
    "groupJoinRequestUpdate": "{requestorAci} asked to join",
    "groupJoinRequestApprovalUpdate": "{updaterAci} allowed {requestorAci} to join",
    "groupJoinRequestCanceledUpdate": "{requestorAci} no longer asks to join",
    "groupSequenceOfRequestsAndCancelsUpdate": "{requestorAci} asked to join, and withdrew that",
    "groupInviteLinkResetUpdate": "{updaterAci} reset the group’s link",
    "groupInviteLinkEnabledUpdate": "{updaterAci} turned on the group’s link",
    "groupInviteLinkAdminApprovalUpdate": "{updaterAci} changed who can join by the group’s link",
    "groupInviteLinkDisabledUpdate": "{updaterAci} turned off the group’s link",
    "groupMemberJoinedByLinkUpdate": "{newMemberAci} joined by the group’s link",
    "groupV2MigrationUpdate": "The group was converted",
  ]
}
