"""Has pywa's own webhook handlers read deliveries, lines of JSON on standard input; says what they were given."""
import json, os, sys
from pywa import WhatsApp

wa = WhatsApp(
    phone_id=os.environ["NUMBER"], token="none", server=None, verify_token="open",
    app_secret=os.environ["SECRET"], validate_updates=True,
)

def told(**values):
    print(json.dumps(values), flush=True)

@wa.on_message
def on_message(_, message):
    told(kind="message", id=message.id, sender=message.from_user.wa_id, text=message.text, name=message.from_user.name)

@wa.on_message_status
def on_status(_, status):
    told(kind="status", id=status.id, status=status.status.value, tracker=status.tracker)

for line in sys.stdin:
    delivery = json.loads(line)
    body = delivery["body"].encode()
    refused = wa.webhook_update_validator(body, delivery["signature"])
    told(kind="answer", status=(refused or wa.webhook_update_handler(body))[1])
