/// The exports of Telegram Desktop.
extension ImportSubject {
  static let telegram = ImportSubject(
    name: "telegram", format: .telegram, layout: .file("result.json"),
    head: """
      {
       "name": "Ridge walk",
       "type": "private_supergroup",
       "id": 4242,
       "messages": [

      """, separator: ",\n", tail: "\n ]\n}\n",
    peer: #"""
      def read(path):
          with open(path, encoding="utf-8") as file:
              messages = json.load(file)["messages"]
          for m in messages:
              text = m["text"]
              if not isinstance(text, str):
                  text = "".join(p if isinstance(p, str) else p["text"] for p in text)
              yield (str(m["id"]), int(m["date_unixtime"]), m.get("from_id"), m.get("reply_to_message_id"), text)
      """#
  ) { number, words in
    let person = words.person()
    let time = BenchChat.time(number)
    let text = words.text()
    var members = [
      "\"id\": \(number)", "\"type\": \"message\"", "\"date\": \"\(time.date)T\(time.clock)\"",
      "\"date_unixtime\": \"\(time.seconds)\"", "\"from\": \"\(words.name(BenchChat.people[person]))\"",
      "\"from_id\": \"user\(100 + person)\"",
    ]
    if let reply = BenchChat.reply(number, &words) { members.append("\"reply_to_message_id\": \(reply)") }
    switch words.number(below: 20) {
    case 0:
      members += [
        "\"photo\": \"photos/photo_\(number).jpg\"", "\"photo_file_size\": 123456", "\"width\": 1280",
        "\"height\": 960",
      ]
    case 1:
      members += [
        "\"file\": \"voice_messages/audio_\(number).ogg\"", "\"file_size\": 33333",
        "\"media_type\": \"voice_message\"", "\"mime_type\": \"audio/ogg\"", "\"duration_seconds\": 7",
      ]
    default: break
    }
    members += [
      "\"text\": \"\(text)\"",
      "\"text_entities\": [\n    {\n     \"type\": \"plain\",\n     \"text\": \"\(text)\"\n    }\n   ]",
    ]
    if words.number(below: 20) == 0 {
      members.append(
        "\"reactions\": [\n    {\n     \"type\": \"emoji\",\n     \"count\": 2,\n     \"emoji\": \"👍\"\n    }\n   ]"
      )
    }
    return "  {\n   " + members.joined(separator: ",\n   ") + "\n  }"
  }

  static let telegramHTML = ImportSubject(
    name: "telegram-html", format: .telegramHTML,
    layout: .parts(messages: 1000, path: { $0 == 1 ? "messages.html" : "messages\($0).html" }),
    head: """
      <!DOCTYPE html>
      <html>

       <head>

        <meta charset="utf-8"/>
      <title>Exported Data</title>
        <meta content="width=device-width, initial-scale=1.0" name="viewport"/>

        <link href="css/style.css" rel="stylesheet"/>

        <script src="js/script.js" type="text/javascript">

        </script>

       </head>

       <body onload="CheckLocation();">

        <div class="page_wrap">

         <div class="page_header">

          <div class="content">

           <div class="text bold">
      Ridge walk 
           </div>

          </div>

         </div>

         <div class="page_body chat_page">

          <div class="history">


      """,
    tail: """

          </div>

         </div>

        </div>

       </body>

      </html>

      """,
    peer: #"""
      import html.parser, os

      class Page(html.parser.HTMLParser):
          def __init__(self):
              super().__init__()
              self.rows, self.row, self.field, self.depth = [], None, None, 0

          def handle_starttag(self, tag, attributes):
              if tag == "br" and self.field:
                  self.row[self.field] += "\n"
              values = dict(attributes)
              if tag == "a" and self.row and "#go_to_message" in values.get("href", ""):
                  self.row["reply"] = values["href"].split("#go_to_message")[1]
              if tag != "div":
                  return
              classes = values.get("class", "").split()
              if self.field:
                  self.depth += 1
              elif "message" in classes and "default" in classes:
                  self.row = {"id": values["id"][len("message"):], "from_name": "", "text": "", "reply": None}
                  self.rows.append(self.row)
              elif self.row and "date" in classes:
                  self.row["date"] = values["title"]
              elif self.row and ("from_name" in classes or "text" in classes):
                  self.field, self.depth = "text" if "text" in classes else "from_name", 1

          def handle_endtag(self, tag):
              if tag == "div" and self.field:
                  self.depth -= 1
                  if self.depth == 0:
                      self.field = None

          def handle_data(self, data):
              if self.field:
                  self.row[self.field] += data

      def read(folder):
          names = [name for name in os.listdir(folder) if name.endswith(".html")]
          names.sort(key=lambda name: int(name[len("messages"):-len(".html")] or 1))
          sender = None
          for name in names:
              page = Page()
              with open(os.path.join(folder, name), encoding="utf-8") as file:
                  page.feed(file.read())
              for row in page.rows:
                  sender = row["from_name"].strip() or sender
                  time = datetime.datetime.strptime(row["date"], "%d.%m.%Y %H:%M:%S UTC%z")
                  yield (row["id"], int(time.timestamp()), sender, row["reply"], row["text"].strip())
      """#
  ) { number, words in
    let person = words.person()
    let name = BenchChat.people[person]
    let time = BenchChat.time(number)
    // The first message of a page has a sender and a picture of its own.
    let isJoined = words.number(below: 3) == 0 && number % 1000 != 1
    var html =
      "     <div class=\"message default clearfix\(isJoined ? " joined" : "")\" id=\"message\(number)\">\n\n"
    if !isJoined {
      html += """
              <div class="pull_left userpic_wrap">

               <div class="userpic userpic\(person + 1)" style="width: 42px; height: 42px">

                <div class="initials" style="line-height: 42px">
        \(name.prefix(1))
                </div>

               </div>

              </div>


        """
    }
    let date = "\(BenchTime.two(time.day)).\(BenchTime.two(time.month)).\(time.year)"
    html += """
            <div class="body">

             <div class="pull_right date details" title="\(date) \(time.clock) UTC+00:00">
      \(time.shortClock)
             </div>


      """
    if !isJoined { html += "       <div class=\"from_name\">\n\(name) \n       </div>\n\n" }
    if let reply = BenchChat.reply(number, &words), reply > (number - 1) / 1000 * 1000 {
      html += """
               <div class="reply_to details">
        In reply to <a href="#go_to_message\(reply)" onclick="return GoToMessage(\(reply))">this message</a>
               </div>


        """
    }
    if words.number(below: 20) == 0 {
      html += """
               <div class="media_wrap clearfix">

                <a class="photo_wrap clearfix pull_left" href="photos/photo_\(number).jpg">

                 <img class="photo" src="photos/photo_\(number)_thumb.jpg" style="width: 260px; height: 194px"/>

                </a>

               </div>


        """
    }
    let text = words.lines().replacing("\n", with: "<br>")
    return html + "       <div class=\"text\">\n\(text)\n       </div>\n\n      </div>\n\n     </div>\n"
  }
}
