import type { proto } from "baileys";
import { type Content, contextOf, type Maker, numberOf, textOf, textsOf } from "./kind.ts";

const pointOf = (content: Content) => ({
  degreesLatitude: numberOf(content, "latitude", 37.44221),
  degreesLongitude: numberOf(content, "longitude", -122.16165),
});

/** `latitude`, `longitude`, `name`, `address`, `reply_to`. */
export const location: Maker = (content, scene) => ({
  type: "media",
  mediaType: "location",
  message: {
    locationMessage: {
      ...pointOf(content),
      name: textOf(content, "name", "Philz Coffee"),
      address: textOf(content, "address", "101 Forest Ave, Palo Alto"),
      ...contextOf(content, scene),
    },
  },
});

/** `latitude`, `longitude`, `caption`. */
export const liveLocation: Maker = (content, scene) => ({
  type: "media",
  mediaType: "livelocation",
  message: {
    liveLocationMessage: {
      ...pointOf(content),
      accuracyInMeters: 10,
      sequenceNumber: Date.now(),
      caption: textOf(content, "caption", ""),
      ...contextOf(content, scene),
    },
  },
});

/** `name`, `phone` (digits). */
export const contact: Maker = (content, scene) => ({
  type: "media",
  mediaType: "vcard",
  message: {
    contactMessage: {
      ...card(textOf(content, "name", "Ada Lovelace"), textOf(content, "phone", "16505551234")),
      ...contextOf(content, scene),
    },
  },
});

/** `names`; each gets a number. */
export const contacts: Maker = (content) => {
  const names = textsOf(content, "names", ["Ada Lovelace", "Grace Hopper"]);
  const cards = names.map((name, index) => card(name, String(16505551234 + index)));
  const message = { contactsArrayMessage: { displayName: `${names.length} contacts`, contacts: cards } };
  return { type: "media", mediaType: "contact_array", message };
};

function card(name: string, digits: string): proto.Message.IContactMessage {
  const phone = `TEL;type=CELL;type=VOICE;waid=${digits}:+${digits}`;
  const vcard = ["BEGIN:VCARD", "VERSION:3.0", `N:;${name};;;`, `FN:${name}`, phone, "END:VCARD"].join("\n");
  return { displayName: name, vcard };
}
