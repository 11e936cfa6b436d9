import { items, range, type Table, words } from "../table.ts";

const reply_to = { id: "wamid.first" };

export const location: Table = {
  content: { name: "Pier", address: "Pier 4", latitude: 53.54, longitude: 9.98, reply_to },
  required: ["/name", "/address", "/latitude", "/longitude"],
  limits: [
    ...[words("/name", 100), words("/address", 300)],
    ...[range("/latitude", -90, 90), range("/longitude", -180, 180)],
  ],
  refused: [
    {
      because: "its latitude is a string",
      content: { name: "Pier", address: "Pier 4", latitude: "53.54", longitude: 9.98 },
      at: "/latitude",
      says: "expected a number",
    },
  ],
};

const full_name = "Ada Lovelace";
const phone = "14155550123";

export const contact: Table = {
  content: { full_name, phone, organization: "Engines", reply_to },
  required: ["/full_name", "/phone"],
  limits: [words("/full_name", 256), words("/organization", 256)],
  aliases: [
    [
      { full_name, phone: "+1 (415) 555-0123" },
      { full_name, phone },
    ],
    [
      { full_name, phone: "+1.415.555.0123" },
      { full_name, phone },
    ],
  ],
  taken: { "one name": { full_name: "Ada", phone }, "seven digits": { full_name, phone: "6834002" } },
  refused: ["123456", "1234567890123456", "0123456789", "call me", ""].map((bad) => ({
    because: `${JSON.stringify(bad)} is not a phone number`,
    content: { full_name, phone: bad },
    at: "/phone",
    says: "expected a phone number in international format, 7 to 15 digits",
  })),
};

const parts = [
  ...["name", "phone_number", "house_number", "floor_number", "tower_number", "building_name"],
  ...["address", "landmark_area", "city", "state"],
];
const value = { ...Object.fromEntries(parts.map((part) => [part, "a"])), in_pin_code: "560001" };
const content = {
  ...{ header: { type: "text", text: "Above" }, body: "Where?", footer: "Below", country: "IN" },
  ...{ values: value, saved_addresses: [{ id: "home", value }] },
  validation_errors: { in_pin_code: "We don't deliver there" },
};

export const address: Table = {
  content,
  required: ["/body", "/country", "/saved_addresses/0/id", "/saved_addresses/0/value"],
  limits: [
    ...[words("/header/text", 60), words("/body", 1024), words("/footer", 60)],
    ...parts.map((part) => words(`/values/${part}`, 256)),
    items("/saved_addresses", 1, 10, (index) => ({ id: `id ${index}`, value: { city: "a" } })),
    words("/saved_addresses/0/id", 256),
  ],
  aliases: [[{ ...content, header: "Above" }, content]],
  refused: [
    {
      because: "Meta asks in India alone",
      content: { body: "Where?", country: "DE" },
      at: "/country",
      says: "expected IN",
      on: "whatsapp_official",
    },
    {
      because: "its country is a name",
      content: { body: "Where?", country: "India" },
      at: "/country",
      says: "expected an ISO 3166-1 alpha-2 code",
    },
    {
      because: "its pin code has five digits",
      content: { body: "Where?", country: "IN", values: { in_pin_code: "56000" } },
      at: "/values/in_pin_code",
      says: "expected six digits",
    },
    {
      because: "two saved addresses have one id",
      content: { ...content, saved_addresses: ["a", "a"].map((id) => ({ id, value: {} })) },
      at: "/saved_addresses/1/id",
      says: "must be unique",
    },
  ],
};
