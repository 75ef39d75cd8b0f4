/// The JSON exports of other messengers.
extension ImportSubject {
  static let messengers = [discord, messenger, slack, element, signal]

  /// An export of DiscordChatExporter.
  private static let discord = ImportSubject(
    name: "discord", format: .discord, layout: .file("Walkers - ridge [901].json"),
    head: """
      {
        "guild": {
          "id": "900",
          "name": "Walkers",
          "iconUrl": "https://cdn.example.org/icon.png"
        },
        "channel": {
          "id": "901",
          "type": "GuildTextChat",
          "categoryId": "902",
          "category": "Text channels",
          "name": "ridge",
          "topic": null
        },
        "dateRange": {
          "after": null,
          "before": null
        },
        "exportedAt": "2026-11-01T09:00:00.0000000+00:00",
        "messages": [

      """, separator: ",\n", tail: "\n  ],\n  \"messageCount\": 0\n}\n",
    peer: #"""
      def read(path):
          with open(path, encoding="utf-8") as file:
              messages = json.load(file)["messages"]
          for m in messages:
              time = datetime.datetime.fromisoformat(m["timestamp"])
              reply = m.get("reference", {}).get("messageId")
              yield (m["id"], int(time.timestamp()), m["author"]["id"], reply, m["content"])
      """#
  ) { number, words in
    let person = words.person()
    let time = BenchChat.time(number)
    let text = words.lines()
    let reply = BenchChat.reply(number, &words)
    let reference =
      reply.map {
        """
        ,
              "reference": {
                "messageId": "\(firstSnowflake + $0)",
                "channelId": "901",
                "guildId": "900"
              }
        """
      } ?? ""
    let reactions =
      words.number(below: 20) == 0
      ? """
      [
              {
                "emoji": {
                  "id": "",
                  "name": "👍",
                  "code": "thumbsup",
                  "isAnimated": false,
                  "imageUrl": "https://cdn.example.org/1f44d.svg"
                },
                "count": 2,
                "users": []
              }
            ]
      """ : "[]"
    return """
          {
            "id": "\(firstSnowflake + number)",
            "type": "\(reply == nil ? "Default" : "Reply")",
            "timestamp": "\(time.date)T\(time.clock).123+00:00",
            "timestampEdited": null,
            "callEndedTimestamp": null,
            "isPinned": false,
            "content": "\(text.inJSON)",
            "author": {
              "id": "\(500 + person)",
              "name": "walker\(person)",
              "discriminator": "0000",
              "nickname": "\(BenchChat.people[person])",
              "color": null,
              "isBot": false,
              "roles": [],
              "avatarUrl": "https://cdn.example.org/embed/avatars/\(person).png"
            },
            "attachments": [],
            "embeds": [],
            "stickers": [],
            "reactions": \(reactions),
            "mentions": [],
            "inlineEmojis": []\(reference)
          }
      """
  }

  private static let firstSnowflake = 335_200_000_000_000_000

  /// A chat of a download from Facebook: files with the newest message first, and UTF-8 as escapes of Latin-1.
  private static let messenger = ImportSubject(
    name: "messenger", format: .messenger,
    layout: .parts(
      messages: 10_000, path: { "your_facebook_activity/messages/inbox/ridgewalk_10153/message_\($0).json" }),
    head: """
      {
        "participants": [
          \(BenchChat.people.map { "{\n      \"name\": \"\(inLatin1($0))\"\n    }" }.joined(separator: ",\n    "))
        ],
        "messages": [

      """, separator: ",\n",
    tail: """

        ],
        "title": "Ridge walk",
        "is_still_participant": true,
        "thread_path": "inbox/ridgewalk_10153",
        "magic_words": []
      }
      """,
    peer: #"""
      import glob, os

      def repaired(text):
          return text.encode("latin-1").decode("utf-8")

      def read(folder):
          paths = glob.glob(os.path.join(folder, "**", "message_*.json"), recursive=True)
          paths.sort(key=lambda path: -int(path.rsplit("_", 1)[1][:-len(".json")]))
          for path in paths:
              with open(path, encoding="utf-8") as file:
                  messages = json.load(file)["messages"]
              for m in reversed(messages):
                  time, sender = m["timestamp_ms"], repaired(m["sender_name"])
                  yield (f"{time} {sender}", time // 1000, sender, None, repaired(m.get("content", "")))
      """#
  ) { number, words in
    let person = words.person()
    let text = words.lines()
    let reactions =
      words.number(below: 20) == 0
      ? """

            "reactions": [
              {
                "reaction": "\\u00f0\\u009f\\u0091\\u008d",
                "actor": "\(inLatin1(BenchChat.people[words.person()]))"
              }
            ],
      """ : ""
    return """
          {
            "sender_name": "\(inLatin1(BenchChat.people[person]))",
            "timestamp_ms": \(BenchChat.timeFromEnd(number).seconds * 1000 + 123),
            "content": "\(inLatin1(text.inJSON))",\(reactions)
            "is_geoblocked_for_viewer": false,
            "is_unsent_image_by_messenger_kid_parent": false
          }
      """
  }

  /// The text with each byte of its UTF-8 as the character with that number.
  private static func inLatin1(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 >= 0x80 }) else { return text }
    return text.utf8.reduce(into: "") { result, byte in
      if byte < 0x80 {
        result.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        result += "\\u00\(String(byte, radix: 16))"
      }
    }
  }

  /// A channel of a workspace: a file for each day.
  private static let slack = ImportSubject(
    name: "slack", format: .slack,
    companions: [
      "users.json": "["
        + BenchChat.people.enumerated().map { index, name in
          "{\"id\": \"U\(index)\", \"team_id\": \"T1\", \"name\": \"walker\(index)\", \"deleted\": false, "
            + "\"profile\": {\"real_name\": \"\(name)\", \"display_name\": \"\(name)\"}}"
        }.joined(separator: ",\n") + "]\n",
      "channels.json":
        "[{\"id\": \"C1\", \"name\": \"ridge\", \"created\": 1499000000, \"members\": [\"U0\", \"U1\"]}]\n",
    ],
    layout: .parts(
      messages: BenchChat.messagesInDay,
      path: { "ridge/\(BenchChat.time(($0 - 1) * BenchChat.messagesInDay + 1).date).json" }),
    head: "[\n", separator: ",\n", tail: "\n]\n",
    peer: #"""
      import glob, os

      def read(folder):
          for path in sorted(glob.glob(os.path.join(folder, "*", "*.json"))):
              with open(path, encoding="utf-8") as file:
                  messages = json.load(file)
              for m in messages:
                  thread = m.get("thread_ts")
                  reply = thread if thread != m["ts"] else None
                  yield (m["ts"], int(float(m["ts"])), m.get("user"), reply, m["text"])
      """#
  ) { number, words in
    let person = words.person()
    let text = words.lines().inJSON
    func stamp(_ number: Int) -> String { "\(BenchChat.time(number).seconds).000100" }
    let thread =
      BenchChat.reply(number, &words).map {
        "\n    \"thread_ts\": \"\(stamp($0))\",\n    \"parent_user_id\": \"U0\","
      } ?? ""
    let reactions =
      words.number(below: 20) == 0
      ? "\n    \"reactions\": [{\"name\": \"thumbsup\", \"users\": [\"U1\", \"U2\"], \"count\": 2}]," : ""
    return """
        {
          "user": "U\(person)",
          "type": "message",
          "ts": "\(stamp(number))",
          "client_msg_id": "5f0c7a1e-0000-4000-8000-\(100_000_000_000 + number)",
          "text": "\(text)",
          "team": "T1",
          "user_team": "T1",
          "source_team": "T1",\(thread)\(reactions)
          "blocks": [
            {
              "type": "rich_text",
              "block_id": "b\(number)",
              "elements": [
                {
                  "type": "rich_text_section",
                  "elements": [
                    {
                      "type": "text",
                      "text": "\(text)"
                    }
                  ]
                }
              ]
            }
          ]
        }
      """
  }

  /// A room of Matrix.
  private static let element = ImportSubject(
    name: "element", format: .element, layout: .file("export.json"),
    head: """
      {
          "room_name": "Ridge walk",
          "room_creator": "Mara Lind",
          "topic": "",
          "export_date": "1 November 2026",
          "exported_by": "Mara Lind",
          "messages": [

      """, separator: ",\n", tail: "\n    ]\n}",
    peer: #"""
      def read(path):
          with open(path, encoding="utf-8") as file:
              events = json.load(file)["messages"]
          for e in events:
              if e["type"] != "m.room.message":
                  continue
              content = e["content"]
              reply = content.get("m.relates_to", {}).get("m.in_reply_to", {}).get("event_id")
              yield (e["event_id"], e["origin_server_ts"] // 1000, e["sender"], reply, content["body"])
      """#
  ) { number, words in
    let person = words.person()
    let text = words.lines().inJSON
    func key(_ number: Int) -> String { "$\(1_000_000_000 + number)dpGnNoxLVKrPIYbKrWjiOQwFQVuOy7Q" }
    let relation =
      BenchChat.reply(number, &words).map {
        """
        ,
                        "m.relates_to": {
                            "m.in_reply_to": {
                                "event_id": "\(key($0))"
                            }
                        }
        """
      } ?? ""
    return """
              {
                  "type": "m.room.message",
                  "content": {
                      "msgtype": "m.text",
                      "body": "\(text)"\(relation)
                  },
                  "sender": "@walker\(person):example.org",
                  "origin_server_ts": \(BenchChat.time(number).seconds * 1000 + 123),
                  "unsigned": {
                      "age": 12345678
                  },
                  "event_id": "\(key(number))",
                  "room_id": "!ridge:example.org"
              }
      """
  }

  /// An export of sigtop.
  private static let signal = ImportSubject(
    name: "signal", format: .signal, layout: .file("Jonas Weber (+49170).json"),
    head: "[\n", separator: ",\n", tail: "\n]\n",
    peer: #"""
      def read(path):
          with open(path, encoding="utf-8") as file:
              messages = json.load(file)
          for m in messages:
              reply = m.get("quote", {}).get("id")
              yield (m["id"], m["sent_at"] // 1000, m.get("sourceServiceId"), reply, m.get("body", ""))
      """#
  ) { number, words in
    let isOwn = words.number(below: 2) == 0
    let text = words.lines().inJSON
    let time = BenchChat.time(number).seconds * 1000 + 123
    let source = isOwn ? "" : "\n    \"sourceServiceId\": \"0b7e-aci-jonas\",\n    \"source\": \"+49170\","
    let quote =
      BenchChat.reply(number, &words).map {
        """

            "quote": {
              "id": \(BenchChat.time($0).seconds * 1000 + 123),
              "authorAci": "0b7e-aci-jonas",
              "text": "the ridge"
            },
        """
      } ?? ""
    return """
        {
          "id": "7c9e6679-7425-40de-944b-\(100_000_000_000 + number)",
          "type": "\(isOwn ? "outgoing" : "incoming")",
          "conversationId": "5f0c7a1e-1111-4000-8000-000000000000",
          "sent_at": \(time),
          "received_at": \(number),
          "received_at_ms": \(time + 200),
          "timestamp": \(time),\(source)\(quote)
          "hasAttachments": 0,
          "readStatus": 0,
          "schemaVersion": 14,
          "attachments": [],
          "bodyRanges": [],
          "body": "\(text)"
        }
      """
  }
}
