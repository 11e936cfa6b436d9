import { randomBytes } from "node:crypto";

const processPart = randomBytes(5).toString("hex").toUpperCase();
let messages = 0;
/** Begins later in each process, so that what an earlier one made is never taken for something else. */
let objects = Date.now() * 1_000;

/**
 * A message id of the shape WhatsApp gives: `wamid.` and base64 of the user's number, the direction and
 * eighteen hexadecimal digits. Unique among the sandboxes of a machine, not only within one.
 */
export function newWamid(user: string, direction: "outbound" | "inbound"): string {
  messages += 1;
  const serial = processPart + (messages % 0x100000000).toString(16).toUpperCase().padStart(8, "0");
  const way = direction === "outbound" ? "\x11" : "\x12";
  const length = String.fromCharCode(user.length % 256);
  return `wamid.${btoa(`\x1c\x18${length}${user}\x15\x02\x00${way}\x18\x12${serial}\x00`)}`;
}

/** A numeric object id, as media and templates have, unlike those of earlier processes. */
export function newObjectId(): string {
  objects += 1;
  return String(2_600_000_000_000_000 + objects);
}

/** The id Meta prints into errors for its support. */
export function traceId(): string {
  return `A${randomBytes(16).toString("base64url")}`;
}
