import { graphIdsOf, listByGraphId } from "../../../db/channels/graph-ids.ts";
import type { Sql } from "../../../db/connection/client.ts";
import type { Caller } from "../../http/caller.ts";
import { type Problem, problem } from "../../http/problem.ts";

/** A channel of the caller's, as Meta names it. */
export type GraphNumber = { channelId: string; phone_number_id: string; waba_id: string };

/** The channel whose phone number has an id; null when none of the caller's has. */
export async function findNumber(sql: Sql, caller: Caller, id: string): Promise<GraphNumber | null> {
  const numbers = await numbersOf(sql, caller, id);
  return numbers.find(({ phone_number_id }) => phone_number_id === id) ?? null;
}

/** The caller's channels of the account with an id. */
export async function findAccount(sql: Sql, caller: Caller, id: string): Promise<GraphNumber[]> {
  const numbers = await numbersOf(sql, caller, id);
  return numbers.filter(({ waba_id }) => waba_id === id);
}

async function numbersOf(sql: Sql, caller: Caller, id: string): Promise<GraphNumber[]> {
  if (!/^\d{1,32}$/.test(id)) return [];
  const rows = await listByGraphId(sql, caller.organizationId, caller.channelIds, id);
  return rows.map((row) => ({ channelId: row.id, ...graphIdsOf(row) }));
}

/** What Meta says of an id that leads nowhere, of what the caller may not see, and of what can't be done with it. */
export function noSuchObject(method: string, id: string): Problem {
  return problem(
    404,
    "not_found",
    `Unsupported ${method.toLowerCase()} request. Object with ID '${id}' does not exist here, this key may not use it, or it has no such edge`,
  );
}

const CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const LENGTH = 26;
/** Where the numbers of each kind of object begin: apart by as many as 26 characters of base 32 can say. */
const KINDS = { med: 0n, tpl: 32n ** BigInt(LENGTH) };
const OWN = /^(med|tpl)_([0-9A-HJKMNP-TV-Z]{26})$/;
const DIGITS = /^\d{30,40}$/;

/** The id of a file or a template in digits, by which some clients know that it is an id and no path. */
export function graphObjectId(id: string): string {
  const [, kind, text = ""] = OWN.exec(id) ?? [];
  if (kind !== "med" && kind !== "tpl") return id;
  return String([...text].reduce((sum, one) => sum * 32n + BigInt(CROCKFORD.indexOf(one)), 0n) + KINDS[kind]);
}

/** Our id of a file or a template, of the digits that stand for it; anything else stays as it is. */
export function ownObjectId(id: string): string {
  if (!DIGITS.test(id)) return id;
  const kind = BigInt(id) < KINDS.tpl ? "med" : "tpl";
  let text = "";
  for (let left = BigInt(id) - KINDS[kind]; left > 0n; left /= 32n)
    text = CROCKFORD.charAt(Number(left % 32n)) + text;
  return `${kind}_${text.padStart(LENGTH, "0")}`;
}

const OWN_MESSAGE = /^wamid\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** A message's id as Meta's look: ours behind their prefix. */
export function graphMessageId(id: string): string {
  return `wamid.${id}`;
}

/** Our id of a message, or WhatsApp's, which the API takes, too. */
export function ownMessageId(id: unknown): unknown {
  return typeof id === "string" ? (OWN_MESSAGE.exec(id)?.[1] ?? id) : id;
}
