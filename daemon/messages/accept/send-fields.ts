import { createHash } from "node:crypto";
import type { ChannelRow } from "../../../db/channels/channels.ts";
import { isCharged } from "../../costs/rates/price.ts";
import { digitsAt } from "../../http/digits-at.ts";
import { type Problem, problem } from "../../http/problem.ts";
import { isTime } from "../../lib/time/is-time.ts";
import { storedDigits } from "../../phone-numbers/stored.ts";

const LONGEST_SCHEDULE_MS = 30 * 24 * 3600_000;
const METADATA_KEYS = 16;
const LONGEST_METADATA_KEY = 64;
const USER_ID =
  /^([A-Z]{2}\.(ENT\.)?[A-Za-z0-9]{1,128}|[0-9]{5,20}@lid|[0-9-]{5,40}@g\.us|(?=\S*[A-Za-z])[\w=-]{16,128})$/;
const METADATA_BYTES = 16 * 1024;
const ACCOUNT = "/messaging_account_id";

/** The digits of messages' recipient to look for. Throws 422 for what can't be one. */
export function soughtRecipient(given: string): string {
  return storedDigits(given, null)[0] ?? digitsAt("/to", given);
}

/** WhatsApp's own id of a person: a business-scoped user id, of a portfolio or of several, or a LID; or a group's. */
export function userId(given: string): string {
  const id = given.trim();
  if (USER_ID.test(id)) return id;
  throw invalidField(
    "/recipient",
    "expected a user id such as US.13491208655302741918, a LID such as 81234567890123@lid, or a group such as 120363041234567890@g.us, on official numbers such as Y2FwaV9ncm91cDoxNzA1NTU1MDEzOToxMjAzNjM0MDQ2OTQyMzM4MjAZD",
  );
}

/** The moment to send at; null is now. One that has passed is now, too, which the database's clock decides. */
export function schedule(given: string | undefined): string | null {
  if (given === undefined) return null;
  const at = moment(given, "/scheduled_at");
  if (at > Date.now() + LONGEST_SCHEDULE_MS) throw invalidField("/scheduled_at", "at most 30 days ahead");
  return new Date(at).toISOString();
}

/** Milliseconds since 1970 of a time with its zone: without one it would be the daemon's. */
export function moment(given: string, path: string): number {
  if (isTime(given)) return Date.parse(given);
  throw invalidField(
    path,
    "expected an ISO 8601 time with its zone, such as 2026-12-01T09:00:00Z or 2026-12-01T10:00:00+01:00",
  );
}

/** JSON text of the metadata within its limits: every event of the message carries it. */
export function metadata(given: Record<string, unknown> | undefined): string | null {
  if (given === undefined) return null;
  const keys = Object.keys(given);
  if (keys.length > METADATA_KEYS) throw invalidField("/metadata", `at most ${METADATA_KEYS} keys`);
  if (keys.some((key) => key.length > LONGEST_METADATA_KEY))
    throw invalidField("/metadata", `keys have at most ${LONGEST_METADATA_KEY} characters`);
  const text = JSON.stringify(given);
  if (Buffer.byteLength(text) > METADATA_BYTES)
    throw invalidField("/metadata", `at most ${METADATA_BYTES} bytes of JSON`);
  return text;
}

/**
 * The messaging account at Meta that a message is to be sent with; null leaves it to its channel. Throws 422 for one that
 * the channel doesn't know: a key that may send must not be able to bill any account it likes.
 */
export function messagingAccountOf(
  channel: Pick<ChannelRow, "platform" | "waba_id" | "settings">,
  given: string | undefined,
): string | null {
  if (given === undefined) return null;
  if (!isCharged(channel))
    throw invalidField(ACCOUNT, "only official numbers have messaging accounts: leave it out");
  const known = accountsOf(channel);
  if (known.includes(given)) return given;
  const others = known.length === 0 ? "none" : known.join(", ");
  throw invalidField(
    ACCOUNT,
    `the channel knows ${others}, and not ${given}: name it in the channel's setting other_messaging_account_ids first`,
  );
}

/** The accounts of a number that its channel names, its business account among them: Meta takes that id, too. */
function accountsOf({ waba_id, settings }: Pick<ChannelRow, "waba_id" | "settings">): string[] {
  const { messaging_account_id: own, other_messaging_account_ids: others = [] } = settings;
  return [...new Set([waba_id, own, ...others])].filter((id) => typeof id === "string");
}

/** Decides whether a repeated idempotency key comes with the same request. */
export function fingerprint(body: unknown): string {
  return createHash("sha256").update(JSON.stringify(body)).digest("base64url");
}

/** The refusal of one field. */
export function invalidField(path: string, message: string): Problem {
  return problem(422, "invalid_request", `${path}: ${message}`, { errors: [{ path, message }] });
}
