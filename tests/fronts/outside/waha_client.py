"""What waha-py does with a session; each result is a line of JSON."""

import base64
import json
import os

from waha import WahaClient

TO = f"{os.environ['TO']}@c.us"
SESSION = os.environ["SESSION"]
PDF = {"mimetype": "application/pdf", "filename": "a.pdf", "data": base64.b64encode(b"%PDF-1.4 small").decode()}


def say(name, value):
    print(json.dumps({name: value}, default=str))


client = WahaClient(base_url=os.environ["URL"], api_key=os.environ["KEY"])
sent = client.chatting.send_text({"session": SESSION, "chatId": TO, "text": "From waha-py"})
say("ping", client.ping.ping())
say("version", client.version.get())
say("sessions", client.sessions.list())
say("session", client.sessions.get(SESSION))
say("me", client.sessions.get_me(SESSION))
say("text", sent)
say("file", client.chatting.send_file({"session": SESSION, "chatId": TO, "file": PDF, "caption": "A file"}))
say("location", client.chatting.send_location({"session": SESSION, "chatId": TO, "latitude": 1.5, "longitude": 2.5, "title": "Pier"}))
say("typing", client.chatting.start_typing({"session": SESSION, "chatId": TO}))
say("exists", client.contacts.check_exists(params={"session": SESSION, "phone": os.environ["TO"]}))
say("chats", client.chats.get_chats(SESSION))
say("messages", client.chats.get_chat_messages(SESSION, TO, params={"limit": 5}))
say("groups", client.groups.get_groups(SESSION))
try:
    say("labels", client.labels.get_all(SESSION))
except Exception as refused:
    say("refused", refused.response.json())
