import { problem } from "../../../http/problem.ts";
import { isObject, objects } from "../../../lib/objects.ts";
import type { MessageTypeName } from "../../../message-types/message-type.ts";
import { ownMessageId } from "../objects.ts";
import { fileOf, withOwnFiles } from "./files.ts";
import { interactive } from "./interactive.ts";
import { named, type Part, type Translated } from "./translated.ts";

/** What a message of Meta's holds under the name of its type, as a message of ours; the API checks it. */
type Translate = (part: Part, body: Part) => Translated;

const file =
  (type: MessageTypeName): Translate =>
  (part) => ({ type, content: fileOf(part) });

const TYPES: Readonly<Record<string, Translate>> = {
  text: (part) => ({ type: "text", content: part }),
  image: file("image"),
  video: file("video"),
  audio: file("audio"),
  document: file("document"),
  sticker: file("sticker"),
  location: (part) => ({ type: "location", content: placeOf(part) }),
  contacts: (_, { contacts }) => ({ type: "contact", content: cardOf(contacts) }),
  reaction: ({ message_id, emoji = "", ...more }) => ({
    type: "reaction",
    content: { ...more, message_id: ownMessageId(message_id), reaction: emoji },
  }),
  template: (part) => ({ type: "template", content: { template: withOwnFiles(part) } }),
  interactive,
};

/** The type and content of a message. Without a type it is a text, as at Meta. Throws for a type that there is not here. */
export function contentOf(body: Part): Translated {
  const { type = "text" } = body;
  const translate = typeof type === "string" && Object.hasOwn(TYPES, type) ? TYPES[type] : undefined;
  if (translate === undefined)
    throw problem(422, "unsupported_on_platform", `there is no message type ${named(type)} here`);
  const part = body[String(type)];
  if (!isObject(part) && !Array.isArray(part))
    throw problem(422, "invalid_content", `${type}: required, as it is the type of the message`);
  return translate(isObject(part) ? part : {}, body);
}

/** A place may be without words at Meta; with us it has some. */
function placeOf({ latitude, longitude, ...words }: Part): Part {
  const [lat, long] = [numeric(latitude), numeric(longitude)];
  const where = `${lat}, ${long}`;
  return {
    latitude: lat,
    longitude: long,
    ...words,
    name: words.name || where,
    address: words.address || where,
  };
}

/** Some programs write coordinates as texts. */
function numeric(value: unknown): unknown {
  return typeof value === "string" && value.trim() !== "" && Number.isFinite(Number(value))
    ? Number(value)
    : value;
}

/** The name, the first number and the company of a card. */
function cardOf(contacts: unknown): Part {
  const cards = objects(contacts);
  if (cards.length !== 1)
    throw problem(
      422,
      "unsupported_on_platform",
      "a message holds one contact: send each as a message of its own",
    );
  const [{ name, phones, org } = {}] = cards;
  const [phone] = objects(phones);
  return {
    full_name: isObject(name) ? (name.formatted_name ?? name.first_name) : undefined,
    phone: phone?.phone ?? phone?.wa_id,
    organization: isObject(org) ? org.company : undefined,
  };
}
