import { type AudienceContact, readAudienceContacts } from "../../../db/broadcasts/audience.ts";
import type { BroadcastKey, PieceMessage } from "../../../db/broadcasts/work.ts";
import { rankOf } from "../../../db/lanes/priorities.ts";
import { newMessageId, timeOfMessageId } from "../../lib/ids.ts";
import { expectedPrice } from "../../messages/accept/expected-price.ts";
import { judge, type Verdict } from "../audience/judge.ts";
import { queryOf } from "../audience/read.ts";
import type { Plan } from "../plan/plan.ts";
import type { Route } from "../template/definition.ts";
import type { BroadcastWorkDependencies } from "./dependencies.ts";
import type { Room } from "./room.ts";

/** A message may wait for so long where WhatsApp's limits hold it back. */
const TTL_SECONDS = 7 * 24 * 3600;

type Wanted = {
  ids: readonly string[];
  author: string | null;
  plan: Plan;
  routes: readonly [Route, ...Route[]];
  room: Room;
};
type Piece = { messages: PieceMessage[]; skipped: { contact_id: string; reason: string }[] };

/** The messages for some people, as they and their permissions are now; people who can't get one any more are skipped. */
export async function makePiece(
  { sql, rateCards }: Pick<BroadcastWorkDependencies, "sql" | "rateCards">,
  { organizationId, id }: BroadcastKey,
  { ids, author, plan, routes, room }: Wanted,
): Promise<Piece> {
  const contacts = await readAudienceContacts(sql, queryOf(organizationId, routes[0], null, null), ids);
  const piece: Piece = { messages: [], skipped: [] };
  for (const contactId of ids) {
    const contact = contacts.find((one) => one.id === contactId);
    const route = room.take();
    const verdict = verdictOn(contactId, contact, route, plan);
    if (verdict.reason !== null) piece.skipped.push({ contact_id: contactId, reason: verdict.reason });
    else
      piece.messages.push({
        ...messageOf(verdict, route, plan, rateCards),
        ...{ n: piece.messages.length, contact_id: contactId, broadcast_id: id, author },
      });
  }
  return piece;
}

/** A contact that was deleted, or became part of another, has no address. */
function verdictOn(
  contactId: string,
  contact: AudienceContact | undefined,
  route: Route,
  plan: Plan,
): Verdict {
  return contact === undefined ? { contactId, reason: "no_address" } : judge(contact, route, plan);
}

function messageOf(
  { message, to }: Extract<Verdict, { reason: null }>,
  { channel, definition }: Route,
  plan: Plan,
  rateCards: BroadcastWorkDependencies["rateCards"],
): Omit<PieceMessage, "n" | "contact_id" | "broadcast_id" | "author"> {
  const id = newMessageId();
  const at = timeOfMessageId(id);
  const { category, optimization_spec: maxPrice } = definition;
  const charged = { category, maxPrice, isAddressed: true, ...to, at };
  return {
    ...{ id, organization_id: channel.organization_id, channel_id: channel.id, conversation_id: null },
    ...{ address: to.address, user_id: to.userId },
    ...{ type: "template", content: JSON.stringify(message.content), media_ids: message.mediaIds },
    ...{ metadata: null, scheduled_at: null, ttl_seconds: TTL_SECONDS, priority: rankOf(plan.priority) },
    ...{ needs_window: false, addressed: true, created_at: at.toISOString() },
    cost: expectedPrice(rateCards, channel, charged),
    ...{ idempotency_key: null, fingerprint: null, response: "" },
  };
}
