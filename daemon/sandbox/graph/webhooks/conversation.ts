import type { Accepted } from "../messages/message-log.ts";
import type { Status } from "../messages/recipients.ts";

const DAY_MS = 24 * 3600_000;

/**
 * The conversation that a status names in versions before v24.0: one of a number, a person and a category. Its end comes
 * with `sent` (`Conversation` in Meta's OpenAPI file).
 */
export function conversationOf({ phone, to, category, at }: Accepted, status: Status): object {
  const type = category ?? "service";
  const id = new Bun.CryptoHasher("md5").update(`${phone.id} ${to} ${type}`).digest("hex");
  const end = String(Math.floor((at + DAY_MS) / 1000));
  return { id, ...(status === "sent" ? { expiration_timestamp: end } : {}), origin: { type } };
}
