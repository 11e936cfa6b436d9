import type { AudienceContact } from "../../../db/broadcasts/audience.ts";
import type { BroadcastRow } from "../../../db/broadcasts/broadcasts.ts";
import {
  type AudiencePerson,
  type BroadcastKey,
  hasPeople,
  stopBroadcast,
  takenSoFar,
  writeAudience,
} from "../../../db/broadcasts/work.ts";
import { wantNumberChecks } from "../../../db/whatsapp-web/checks.ts";
import { stepBack } from "../../lib/give-way.ts";
import { judge, zoneFor } from "../audience/judge.ts";
import { withinLimit } from "../audience/limit.ts";
import { unsureOf } from "../audience/number.ts";
import { type AudienceQuery, type Piece, piecesOf, stateOfAudience } from "../audience/read.ts";
import { NOBODY } from "../audience/require.ts";
import { readPlan } from "../plan/plan.ts";
import { pricesFor } from "../prices.ts";
import { checkedRoutes } from "../template/definition.ts";
import type { BroadcastWorkDependencies } from "./dependencies.ts";
import type { Next } from "./next.ts";

/** How long until it is looked again whether the file of the audience is imported. */
const IMPORTING_MS = 500;

/**
 * Writes the next piece of the audience: everybody who is in it as the broadcast begins, with what keeps them from
 * getting it. The piece and the place it reaches are one transaction, so after a crash it continues right there. While
 * others wait for the daemon, most of the time is left to them.
 */
export async function writeNextPiece(
  dependencies: BroadcastWorkDependencies,
  key: BroadcastKey,
  row: BroadcastRow,
): Promise<Next> {
  const startedAt = performance.now();
  const { sql, daemonId, rateCards } = dependencies;
  const plan = readPlan(row);
  const state = await stateOfAudience(sql, key.organizationId, plan);
  if (state === "running") return IMPORTING_MS;
  if (state === "missing") {
    await stopBroadcast(sql, key, { rule: "audience", detail: "the file of its audience was not imported" });
    return null;
  }
  const routes = await checkedRoutes(dependencies, row);
  const [route] = routes;
  const prices = await pricesFor(sql, rateCards, routes, new Date());
  const piece = await firstPiece(dependencies, key, row, { route, sentBy: prices?.sentBy ?? null });
  const isEnd = piece.next === null && piece.contacts.length === 0;
  if (isEnd && !(await hasPeople(sql, key))) {
    await stopBroadcast(sql, key, { rule: "audience", detail: NOBODY });
    return null;
  }
  const taken = await takenSoFar(sql, key);
  const personOf = (contact: AudienceContact): AudiencePerson => {
    const { contactId, reason } = withinLimit(judge(contact, route, plan, prices), plan, taken);
    return { contact_id: contactId, reason, zone: reason === null ? zoneFor(contact, plan) : "" };
  };
  const people = piece.contacts.map(personOf);
  const goesOn = await writeAudience(sql, key, daemonId, { ...taken, people, next: piece.next });
  await askAhead(sql, key, row, unsureOf(piece.contacts, people, route));
  await stepBack(performance.now() - startedAt);
  return goesOn ? 0 : null;
}

/** Has the channel ask about numbers while their people wait for the pace, or for the window to open. */
async function askAhead(
  sql: BroadcastWorkDependencies["sql"],
  { organizationId }: BroadcastKey,
  { channel_ids: [channelId = ""] }: BroadcastRow,
  phones: readonly string[],
): Promise<void> {
  if (phones.length > 0) await wantNumberChecks(sql, organizationId, channelId, phones);
}

async function firstPiece(
  { sql }: BroadcastWorkDependencies,
  { organizationId }: BroadcastKey,
  row: BroadcastRow,
  judged: Pick<AudienceQuery, "route" | "sentBy">,
): Promise<Piece> {
  const plan = readPlan(row);
  // those of a file may be made after the start, while it is imported
  const before = plan.audience.import_id === undefined ? row.started_at : null;
  const query = { organizationId, plan, before, ...judged };
  for await (const piece of piecesOf(sql, { ...query, place: row.audience_place })) return piece;
  return { contacts: [], next: null };
}
