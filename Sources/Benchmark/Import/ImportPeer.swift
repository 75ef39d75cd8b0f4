/// A script as a developer would write it in an afternoon: with Python's own modules, and one table.
enum ImportPeer {
  /// The script with the reader of a format.
  ///
  /// Its arguments are the export, the database, and “plain” or “indexed”.
  static func script(_ subject: ImportSubject) -> String {
    """
    import datetime, json, resource, sqlite3, sys, time

    \(subject.peer)

    def main(path, target, kind):
        wall, cpu = time.monotonic(), time.process_time()
        db = sqlite3.connect(target)
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = NORMAL")
        db.execute("CREATE TABLE message (id INTEGER PRIMARY KEY, source TEXT UNIQUE, sent_at, sender, reply, text)")
        db.execute("CREATE INDEX message_order ON message (sent_at)")
        if kind == "indexed":
            db.execute("CREATE VIRTUAL TABLE search USING fts5(text, content='', tokenize='unicode61')")
        count = 0
        batch = []
        def flush():
            with db:
                db.executemany("INSERT INTO message VALUES (?, ?, ?, ?, ?, ?)", batch)
                if kind == "indexed":
                    db.executemany("INSERT INTO search (rowid, text) VALUES (?, ?)", ((r[0], r[5]) for r in batch))
            batch.clear()
        for row in read(path):
            count += 1
            batch.append((count, *row))
            if len(batch) == 10000:
                flush()
        flush()
        db.close()
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 / 1e6
        print("\(ImportRunner.mark)", count, time.monotonic() - wall, time.process_time() - cpu, peak)

    main(*sys.argv[1:])
    """
  }
}
