#!/usr/bin/env python3
"""Writes the exports of made-up chats that the pictures show, in English or Korean.

    chats.py FOLDER en|ko

FOLDER/walks.zip is a WhatsApp group with photos, FOLDER/house a forum of Telegram with topics, and, in Korean, FOLDER/two
a KakaoTalk chat of two people. The photos are drawn here, by ImageMagick.
"""

import datetime
import json
import os
import subprocess
import sys
import zipfile

folder, language = sys.argv[1:3]
korean = language == "ko"

# --- A WhatsApp group, as an iPhone exports it ---------------------------------------------------

# (day and time, sender, text); "PHOTO name text" is a photo with a caption.
WALKS = {
    "en": ("Ridge walk", [
        ("09.05 18:02:11", "Mara Lind", "Who is in for the ridge on Saturday?"),
        ("09.05 18:03:40", "Jonas Berg", "Me! Which way up?"),
        ("09.05 18:05:02", "Tove Holm", "The lake path, please. My knees 😅"),
        ("09.05 18:07:30", "Mara Lind", "Lake path it is. The cabin opens at ten, so we can leave at eight."),
        ("09.05 18:08:12", "Amir Haddad", "I bring soup and the big thermos."),
        ("09.05 21:40:09", "Jonas Berg", "The forecast says sun until three: https://weather.example/ridge"),
        ("12.05 07:58:20", "Mara Lind", "At the bus stop. Where is everybody?"),
        ("12.05 07:59:03", "Amir Haddad", "Two minutes, the soup was heavy."),
        ("12.05 09:31:44", "Tove Holm", "PHOTO 1 The lake, without a breath of wind"),
        ("12.05 09:33:10", "Jonas Berg", "Worth the early bus."),
        ("12.05 11:05:26", "Mara Lind", "PHOTO 2"),
        ("12.05 11:06:02", "Mara Lind", "From the saddle. The cabin is the dark spot on the left."),
        ("12.05 12:20:37", "Amir Haddad", "Soup is ready at the cabin!"),
        ("12.05 12:21:15", "Tove Holm", "On my way ❤️"),
        ("12.05 15:48:00", "Jonas Berg", "PHOTO 3 And there comes the rain, at ten to four."),
        ("12.05 15:49:31", "Mara Lind", "The forecast was only 48 minutes wrong."),
        ("13.05 10:12:50", "Tove Holm", "Amir, can I have the recipe for the soup?"),
        ("13.05 10:30:18", "Amir Haddad", "Red lentils, carrots, cumin, lemon. Measure nothing."),
        ("19.06 20:00:41", "Mara Lind", "PHOTO 4 Found this one on my old phone"),
        ("19.06 20:03:09", "Jonas Berg", "PHOTO 5 I have one, too"),
        ("19.06 20:04:55", "Tove Holm", "PHOTO 6"),
        ("19.06 20:05:20", "Tove Holm", "Next time we stay at the cabin overnight."),
    ]),
    "ko": ("북한산 산행", [
        ("09.05 18:02:11", "이서연", "토요일에 북한산 갈 사람?"),
        ("09.05 18:03:40", "박지훈", "저요! 어느 길로 올라가요?"),
        ("09.05 18:05:02", "최유나", "호숫가 길로 가요. 무릎이 안 좋아서요 😅"),
        ("09.05 18:07:30", "이서연", "그럼 호숫가 길로 해요. 산장이 열 시에 여니까 여덟 시에 출발하면 돼요."),
        ("09.05 18:08:12", "정민수", "제가 국이랑 큰 보온병 가져갈게요."),
        ("09.05 21:40:09", "박지훈", "세 시까지는 맑대요: https://weather.example/ridge"),
        ("12.05 07:58:20", "이서연", "버스 정류장이에요. 다들 어디예요?"),
        ("12.05 07:59:03", "정민수", "2분만요, 국이 무거워서요."),
        ("12.05 09:31:44", "최유나", "PHOTO 1 바람 한 점 없는 호수"),
        ("12.05 09:33:10", "박지훈", "일찍 나온 보람이 있네요."),
        ("12.05 11:05:26", "이서연", "PHOTO 2"),
        ("12.05 11:06:02", "이서연", "고개에서 찍었어요. 왼쪽에 어두운 점이 산장이에요."),
        ("12.05 12:20:37", "정민수", "산장에 국 끓여 놨어요!"),
        ("12.05 12:21:15", "최유나", "가고 있어요 ❤️"),
        ("12.05 15:48:00", "박지훈", "PHOTO 3 네 시 10분 전에 비가 오네요."),
        ("12.05 15:49:31", "이서연", "예보가 겨우 48분 틀렸네요."),
        ("13.05 10:12:50", "최유나", "민수 님, 국 끓이는 법 좀 알려 주세요."),
        ("13.05 10:30:18", "정민수", "렌틸콩, 당근, 쿠민, 레몬이요. 양은 재지 마세요."),
        ("19.06 20:00:41", "이서연", "PHOTO 4 예전 전화기에서 찾았어요"),
        ("19.06 20:03:09", "박지훈", "PHOTO 5 저도 하나 있어요"),
        ("19.06 20:04:55", "최유나", "PHOTO 6"),
        ("19.06 20:05:20", "최유나", "다음에는 산장에서 하룻밤 자요."),
    ]),
}[language]

# The sky above and at the horizon, the hills from far to near, and the sun or moon.
PHOTOS = {
    "1": ("#6fa8dc", "#fbe7c6", ["#8fb0a9", "#6b8f71", "#3f6b57"], "#fff6d8"),
    "2": ("#4d86c6", "#dcecf7", ["#b9c6d2", "#7d93a6", "#4c6272"], "#fffdf0"),
    "3": ("#6d7a88", "#c4ccd3", ["#8d99a3", "#66747f", "#46535d"], "#dfe5ea"),
    "4": ("#e58f65", "#fbdcb0", ["#b8705d", "#8a5160", "#5a3a55"], "#fff1c9"),
    "5": ("#243b63", "#6f7fae", ["#41527f", "#2c3a60", "#1a2441"], "#f3f1dd"),
    "6": ("#8ecae6", "#e9f7ef", ["#a3c9a8", "#74a57f", "#4c8062"], "#fffbe6"),
}


def draw(number, path):
    """A landscape: hills one before the other below a sky."""
    top, horizon, hills, sun = PHOTOS[number]
    width, height, seed = 960, 720, int(number)
    words = ["convert", "-size", f"{width}x{height}", f"gradient:{top}-{horizon}", "-fill", sun, "-draw",
             f"circle {180 + 110 * seed},{130 + 12 * seed} {180 + 110 * seed},{178 + 12 * seed}"]
    for row, color in enumerate(hills):
        points = [f"0,{height}"]
        for step in range(13):
            peak = (step * 37 + seed * 53 + row * 71) % 100
            points.append(f"{step * width // 12},{300 + row * 120 - peak * (3 - row) // 2}")
        points.append(f"{width},{height}")
        words += ["-fill", color, "-draw", "polygon " + " ".join(points)]
    subprocess.run(words + ["-strip", "-quality", "88", path], check=True)


def write_walks():
    title, messages = WALKS
    mark = "\u200e"
    lines = [f"[09.05.26, 18:00:00] {title}: {mark}" + (
        "메시지와 통화는 종단간 암호화됩니다." if korean else
        "Messages and calls are end-to-end encrypted. No one outside of this chat can read or listen to them.")]
    with zipfile.ZipFile(f"{folder}/walks.zip", "w") as archive:
        for time, sender, text in messages:
            day, clock = time.split()
            line = f"[{day}.26, {clock}] {sender}: "
            if text.startswith("PHOTO "):
                _, number, *words = text.split(" ", 2)
                name = f"0000000{number}-PHOTO-2026-{day[3:]}-{day[:2]}-{clock.replace(':', '-')}.jpg"
                draw(number, f"{folder}/photo.jpg")
                archive.write(f"{folder}/photo.jpg", name)
                os.remove(f"{folder}/photo.jpg")
                attached = f"{mark}<{'첨부' if korean else 'attached'}: {name}>"
                lines.append(line + " ".join(words + [attached]))
            else:
                lines.append(line + text)
        archive.writestr("_chat.txt", "\r\n".join(lines) + "\r\n")


# --- A forum of Telegram -------------------------------------------------------------------------

HOUSE = {
    "en": ("Our house", {"keys": "Keys", "garden": "Garden", "recipes": "Recipes"},
           ["Mara Lind", "Jonas Berg", "Tove Holm"], [
        ("garden", 1, "The tomatoes are in. Please water them on Wednesday."),
        ("keys", 0, "The spare key of the cellar is with the neighbours now."),
        ("recipes", 2, "Bread, second try: 500 g flour, 360 g water, 10 g salt, a night in the fridge."),
        ("keys", 1, "And the bicycle lock?"),
        ("keys", 0, "The code is on the fridge."),
        ("recipes", 0, "Better than the first one! 👏"),
        ("garden", 2, "Watered. The slugs have found the lettuce."),
        ("garden", 1, "Then we eat the rest of it today."),
        ("keys", 2, "I have left the key of the cabin in the blue bowl."),
        ("recipes", 1, "Lettuce soup. It exists."),
        ("garden", 0, "The apple tree needs somebody with a ladder."),
        ("keys", 0, "Thanks! I take it with me on Saturday."),
    ]),
    "ko": ("우리 집", {"keys": "열쇠", "garden": "텃밭", "recipes": "요리법"},
           ["이서연", "박지훈", "최유나"], [
        ("garden", 1, "토마토 심었어요. 수요일에 물 좀 주세요."),
        ("keys", 0, "창고 여벌 열쇠는 이제 옆집에 있어요."),
        ("recipes", 2, "빵 두 번째 시도: 밀가루 500g, 물 360g, 소금 10g, 냉장고에서 하룻밤."),
        ("keys", 1, "자전거 자물쇠는요?"),
        ("keys", 0, "번호는 냉장고에 붙여 뒀어요."),
        ("recipes", 0, "첫 번째보다 훨씬 좋아요! 👏"),
        ("garden", 2, "물 줬어요. 달팽이가 상추를 찾아냈네요."),
        ("garden", 1, "그럼 남은 건 오늘 먹어요."),
        ("keys", 2, "산장 열쇠는 파란 그릇에 뒀어요."),
        ("recipes", 1, "상추 국도 있더라고요."),
        ("garden", 0, "사과나무는 사다리 있는 사람이 필요해요."),
        ("keys", 0, "고마워요! 토요일에 가져갈게요."),
    ]),
}[language]


def write_house():
    title, topics, people, messages = HOUSE
    start = datetime.datetime(2026, 6, 1, 8, 30, tzinfo=datetime.timezone.utc)
    records = []

    def add(minutes, person, **fields):
        time = start + datetime.timedelta(minutes=minutes)
        role = "actor" if fields["type"] == "service" else "from"
        records.append({
            "id": len(records) + 1, "date": time.strftime("%Y-%m-%dT%H:%M:%S"),
            "date_unixtime": str(int(time.timestamp())), role: people[person], f"{role}_id": f"user{100 + person}",
            **fields})
        return records[-1]["id"]

    opened = {key: add(number, 0, type="service", action="topic_created", title=name, text="", text_entities=[])
              for number, (key, name) in enumerate(topics.items())}
    for number, (topic, person, text) in enumerate(messages):
        # Four a day.
        add(60 + number // 4 * 24 * 60 + number % 4 * 134, person, type="message", reply_to_message_id=opened[topic], text=text,
            text_entities=[{"type": "plain", "text": text}])
    os.makedirs(f"{folder}/house")
    with open(f"{folder}/house/result.json", "w", encoding="utf-8") as file:
        json.dump({"name": title, "type": "private_supergroup", "id": 4711, "messages": records}, file,
                  ensure_ascii=False, indent=1)


# --- A KakaoTalk chat -------------------------------------------------------------------------------

def write_two():
    texts = [("정민수", "산장 예약했어요?"), ("회원님", "네, 7월 11일로요. 침대 네 개예요."),
             ("정민수", "좋아요. 뭐 가져갈까요?"), ("회원님", "보온병이요. 다들 국 기대하고 있어요."),
             ("정민수", "그럼 당근 좀 사 올게요 🥕"), ("회원님", "토요일 여덟 시, 정류장에서 봐요.")]
    day = "2026년 7월 2일"
    lines = ["정민수 님과 카카오톡 대화", "저장한 날짜 : 2026년 7월 3일 오전 9:00", "", "", f"{day} 오후 7:00"]
    lines += [f"{day} 오후 7:{minute:02}, {name} : {text}" for minute, (name, text) in enumerate(texts)]
    os.makedirs(f"{folder}/two")
    with open(f"{folder}/two/KakaoTalkChats.txt", "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")


os.makedirs(folder, exist_ok=True)
write_walks()
write_house()
if korean:
    write_two()
