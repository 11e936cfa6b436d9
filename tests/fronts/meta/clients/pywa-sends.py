"""Uses pywa as its users do: each call of one number, and what came of it, as a line of JSON."""
import json, os, sys
import httpx
from pywa import WhatsApp
from pywa.types import Button, Contact, ImageCarouselCard, ProductsSection, Section, SectionList, SectionRow, URLButton
from pywa.types.templates import BodyText, Template, TemplateCategory, TemplateLanguage

graph, key, number, account = (os.environ[name] for name in ("GRAPH", "KEY", "NUMBER", "ACCOUNT"))
session = httpx.Client(timeout=30)
wa = WhatsApp(phone_id=number, waba_id=account, token=key, session=session)
session.base_url = graph
ada, picture = "491700000001", os.environ["PICTURE"]

first = wa.send_message(ada, "Hello")
pdf = wa.upload_media(b"%PDF-1.4 pywa", mime_type="application/pdf", filename="menu.pdf")
url = wa.get_media_url(pdf.id)
card = ImageCarouselCard(body="Mug", image=picture, buttons=URLButton("Open", "https://example.com"))

CALLS = {
    "text": lambda: wa.send_message(ada, "Hi", reply_to_message_id=first.id, tracker="order 7"),
    "image": lambda: wa.send_image(ada, picture, caption="Menu"),
    "video": lambda: wa.send_video(ada, "https://example.com/a.mp4"),
    "audio": lambda: wa.send_audio(ada, "https://example.com/a.mp3"),
    "voice": lambda: wa.send_voice(ada, "https://example.com/a.ogg"),
    "document": lambda: wa.send_document(ada, pdf.id, filename="menu.pdf"),
    "document, uploaded on the way": lambda: wa.send_document(ada, b"%PDF-1.4 x", filename="x.pdf", mime_type="application/pdf"),
    "sticker": lambda: wa.send_sticker(ada, "https://example.com/a.webp"),
    "location": lambda: wa.send_location(ada, 53.5, 9.9),
    "location request": lambda: wa.request_location(ada, "Where?"),
    "contact": lambda: wa.send_contact(ada, Contact(name=Contact.Name(formatted_name="Ben", first_name="Ben"), phones=[Contact.Phone(phone="+491700000002", type="WORK")])),
    "buttons": lambda: wa.send_message(ada, "Come?", footer="Pier 4", buttons=[Button("Yes", "y"), Button("No", "n")]),
    "link button": lambda: wa.send_message(ada, "See", buttons=URLButton("Open", "https://example.com")),
    "list": lambda: wa.send_message(ada, "When?", buttons=SectionList("Times", [Section("Today", [SectionRow("One", "1", "13:00")])])),
    "catalog": lambda: wa.send_catalog(ada, "Our shop", thumbnail_product_sku="tent"),
    "product": lambda: wa.send_product(ada, "77", "tent", body="New"),
    "products": lambda: wa.send_products(ada, "77", [ProductsSection("A", ["tent", "lamp"])], title="Trip", body="For it"),
    "carousel": lambda: wa.send_carousel(ada, body="New", cards=[card, card]),
    "reaction": lambda: wa.send_reaction(ada, "👍", first.id),
    "reaction taken back": lambda: wa.remove_reaction(ada, first.id),
}

def told(name, call):
    try:
        sent = call()
        print(json.dumps({"name": name, "id": getattr(sent, "id", str(sent))}))
    except Exception as error:
        print(json.dumps({"name": name, "error": f"{type(error).__name__}: {error}"}))

for name, call in CALLS.items():
    told(name, call)

def expects(name, is_so):
    print(json.dumps({"name": name, "is": bool(is_so)}))

expects("a file comes down", wa.get_media_bytes(url.url) == b"%PDF-1.4 pywa")
other = wa.upload_media(b"%PDF-1.4 unused", mime_type="application/pdf", filename="unused.pdf")
expects("a file is deleted", wa.delete_media(other.id).success)
expects("the number", wa.get_business_phone_number().id == number)
expects("the numbers", [one.id for one in wa.get_business_phone_numbers()] == [number])
if "TEMPLATES" in os.environ:
    made = wa.create_template(Template(name="pywa_hello", category=TemplateCategory.UTILITY, language=TemplateLanguage.ENGLISH_US, components=[BodyText("Hello")]))
    expects("a template is made", made.id)
    expects("templates are listed", "pywa_hello" in [one.name for one in wa.get_templates()])
    expects("a template is deleted", wa.delete_template("pywa_hello").success)
    told("template", lambda: wa.send_template(ada, name="hello_world", language=TemplateLanguage.ENGLISH_US, params=[]))
