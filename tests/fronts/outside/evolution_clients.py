"""What Apprise, evolutionapi and pyevolutionapi do with an instance; each result is a line of JSON."""

import json
import os
from io import BytesIO

URL, KEY, TO, INSTANCE = (os.environ[name] for name in ("URL", "KEY", "TO", "INSTANCE"))


def say(name, value):
    print(json.dumps({name: value}, default=str))


def apprise_client():
    import apprise

    client = apprise.Apprise()
    # its addresses have no path: what stands before the path of Evolution is a proxy's
    client.add(f"evolution://{KEY}@{os.environ['HOST']}/{INSTANCE}/{TO}")
    say("apprise", bool(client.notify(body="From Apprise")))


def evolutionapi_client():
    from evolutionapi.client import EvolutionClient
    from evolutionapi.models.message import MediaMessage, TextMessage

    client = EvolutionClient(base_url=URL, api_token=KEY)
    say("evolutionapi_instances", client.instances.fetch_instances())
    say("evolutionapi_state", client.instance_operations.get_connection_state(INSTANCE, KEY))
    say("evolutionapi_text", client.messages.send_text(INSTANCE, TextMessage(number=TO, text="From evolutionapi"), KEY))
    media = MediaMessage(number=TO, mediatype="document", mimetype="application/pdf", caption="A file", media="", fileName="a.pdf")
    say("evolutionapi_media", client.messages.send_media(INSTANCE, media, KEY, BytesIO(b"%PDF-1.4 small")))
    say("evolutionapi_messages", client.chat.get_messages(INSTANCE, f"{TO}@s.whatsapp.net", KEY, offset=5))


def pyevolutionapi_client():
    from pyevolutionapi import EvolutionClient

    # it drops the path of an address, as Apprise does
    client = EvolutionClient(base_url=f"http://{os.environ['HOST']}", api_key=KEY)
    say("pyevolutionapi_health", client.health_check())
    say("pyevolutionapi_instances", [one.id for one in client.instance.fetch_instances()])
    say("pyevolutionapi_state", client.instance.connection_state(INSTANCE))
    try:
        say("pyevolutionapi_text", client.messages.send_text(INSTANCE, number=TO, text="From pyevolutionapi"))
    except ValueError as unread:
        # its model of an answer is not Evolution's own: the message is sent all the same
        say("pyevolutionapi_text", type(unread).__name__)
    say("pyevolutionapi_numbers", client.chat.whatsapp_numbers(INSTANCE, [TO]))


CLIENTS = {"apprise": apprise_client, "evolutionapi": evolutionapi_client, "pyevolutionapi": pyevolutionapi_client}
CLIENTS[os.environ["CLIENT"]]()
