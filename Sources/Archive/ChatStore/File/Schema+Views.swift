extension Schema {
  /// Views for other programs, with names in place of numbers. Nothing here reads them.
  ///
  /// `messages` is in the order of the chats, which the index `message_order` has, so its first rows are read at once.
  static let views = """
    CREATE VIEW messages AS
    SELECT
      coalesce(c.custom_title, c.title) AS chat,
      strftime('%Y-%m-%dT%H:%M:%SZ', m.sent_at / 1000, 'unixepoch') AS time,
      coalesce(person.name, sender.name) AS sender,
      m.text AS text,
      CASE m.kind
        WHEN 0 THEN 'text' WHEN 1 THEN 'action' WHEN 2 THEN 'event' WHEN 3 THEN 'unsupported'
        WHEN 4 THEN 'deleted' WHEN 5 THEN 'gap' WHEN 6 THEN 'note' END AS kind,
      m.is_own AS is_own,
      m.id AS id
    FROM message m
    LEFT JOIN conversation c ON c.id = m.chat
    LEFT JOIN participant sender ON sender.id = m.sender
    LEFT JOIN participant person ON person.id = sender.person
    ORDER BY m.chat, m.order_key, m.id;

    CREATE VIEW attachments AS
    SELECT
      coalesce(c.custom_title, c.title) AS chat,
      strftime('%Y-%m-%dT%H:%M:%SZ', m.sent_at / 1000, 'unixepoch') AS time,
      CASE a.kind
        WHEN 0 THEN 'photo' WHEN 1 THEN 'video' WHEN 2 THEN 'audio' WHEN 3 THEN 'file'
        WHEN 4 THEN 'sticker' WHEN 5 THEN 'voice' WHEN 6 THEN 'round video' WHEN 7 THEN 'animation' END AS kind,
      a.name AS name,
      a.path AS path,
      a.bytes AS bytes,
      a.width AS width,
      a.height AS height,
      a.duration AS duration,
      a.message AS message,
      a.transcript AS transcript
    FROM attachment a
    LEFT JOIN message m ON m.id = a.message
    LEFT JOIN conversation c ON c.id = a.chat
    ORDER BY a.message, a.position;
    """
}
