/** How programs send through each front, each message with a key to repeat it by, and how endpoints of its form name events. */
import { SANDBOX_DEFAULTS } from "../../daemon/sandbox/graph/defaults.ts";
import type { Received } from "../webhooks/receiver.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape
export type Json = any;
export type Answer = { status: number; body: Json };

/** A message, and the key of idempotency that it always comes with. */
export type Sent = { to: string; text: string; key: string; isFile: boolean };

export type Front = {
  prefix: string;
  format: string;
  /** The headers of every request. */
  headers(key: string): Record<string, string>;
  request(sent: Sent): { path: string; body: object; headers?: Record<string, string> };
  /** Our id of the message that was answered with. */
  idOf(answer: Json): string;
  /** What tells a delivery from those of other events, and the same of an event. */
  told(delivery: Received): string;
  nameOf(event: Json): string;
};

const FILE = Buffer.from("%PDF-1.4 menu").toString("base64");
const link = "https://example.com/menu.pdf";

export const FRONTS: readonly Front[] = [
  {
    ...{ prefix: "/graph/v23.0", format: "meta" },
    headers: (key) => ({ authorization: `Bearer ${key}` }),
    request: ({ to, text, key, isFile }) => ({
      path: `/${SANDBOX_DEFAULTS.phoneNumber.id}/messages`,
      body: {
        ...{ messaging_product: "whatsapp", to, biz_opaque_callback_data: key },
        ...(isFile
          ? { type: "document", document: { link, caption: text } }
          : { type: "text", text: { body: text } }),
      },
    }),
    idOf: ({ messages: [{ id }] }) => id.slice("wamid.".length),
    told({ body }) {
      const { messages, statuses } = JSON.parse(body).entry[0].changes[0].value;
      const { id, status = "new" } = messages?.[0] ?? statuses[0];
      return `${id.slice("wamid.".length)} ${status}`;
    },
    nameOf: ({ body: { message_id, status = "new" } }) => `${message_id} ${status}`,
  },
  {
    ...{ prefix: "/compat/evolution", format: "evolution" },
    headers: (apikey) => ({ apikey }),
    request: ({ to: number, text, key, isFile }) => ({
      path: `/message/${isFile ? "sendMedia" : "sendText"}/Sandbox`,
      body: isFile ? { number, mediatype: "document", media: FILE, caption: text } : { number, text },
      headers: { "idempotency-key": key },
    }),
    idOf: ({ key: { id } }) => id,
    told: ({ headers }) => headers["webhook-id"] ?? "",
    nameOf: ({ id }) => id,
  },
  {
    ...{ prefix: "/compat/waha", format: "waha" },
    headers: (key) => ({ "x-api-key": key }),
    request: ({ to, text, key, isFile }) => ({
      path: `/api/${isFile ? "sendFile" : "sendText"}`,
      body: {
        ...{ session: "Sandbox", chatId: `${to}@c.us` },
        ...(isFile ? { file: { data: FILE }, caption: text } : { text }),
      },
      headers: { "idempotency-key": key },
    }),
    idOf: ({ id }) => id.split("_").at(-1),
    told: ({ headers }) => headers["x-webhook-request-id"] ?? "",
    nameOf: ({ id }) => id,
  },
];
