import type { BinaryNode, WASocket } from "baileys";
import { setNewest } from "../../../lib/bounded.ts";
import type { InboundFact } from "../../inbound.ts";
import type { WhatsAppWebSession } from "../connection/session.ts";
import type { Library } from "../library/library.ts";
import type { WhatsAppWebRecords } from "../send/records.ts";
import { type FindPhone, personOf } from "./person.ts";

/** What calls of one socket are answered and told through. */
export type Calls = {
  session: WhatsAppWebSession;
  library: Library;
  socket: Pick<WASocket, "rejectCall">;
  records: Pick<WhatsAppWebRecords, "receive">;
  findPhone: FindPhone;
  /** Whether an address is one of the number's own devices. */
  isOwn(jid: string): boolean;
  /** The ids of calls that somebody took, or that were told of: they are not missed any more. */
  settled: Map<string, true>;
  /** The groups that calls are in, by the ids of the calls: only what they begin with names them. */
  inGroups: Map<string, string>;
};

const MOST_REMEMBERED = 1000;

/** Rejects a call if the channel is set to, and tells of calls that nobody took. */
export async function takeCall(calls: Calls, stanza: BinaryNode): Promise<void> {
  const [part] = Array.isArray(stanza.content) ? stanza.content : [];
  const id = part?.attrs["call-id"];
  if (part === undefined || id === undefined) return;
  const group = part.attrs["group-jid"];
  if (group !== undefined) setNewest(calls.inGroups, id, group, MOST_REMEMBERED);
  if (!concernsUs(calls, part, id)) return;
  const outcome = await outcomeOf(calls, part, id);
  if (outcome === null || calls.settled.has(id)) return;
  const fact = await factOf(calls, { stanza, part, id, outcome });
  if (fact !== null) await calls.records.receive(calls.session, [fact]);
  settle(calls, id);
}

type Outcome = "missed" | "rejected";

/** Not those that the number's own phone makes. Calls in groups concern numbers that take part in groups. */
function concernsUs({ session, isOwn, inGroups }: Calls, { attrs }: BinaryNode, id: string): boolean {
  if (isOwn(attrs["call-creator"] ?? "")) return false;
  const isOfGroup = attrs.type === "group" || inGroups.has(id);
  return !isOfGroup || session.settings().groups === true;
}

/** What became of a call; null while it rings, and when somebody took it. */
async function outcomeOf(calls: Calls, { tag, attrs }: BinaryNode, id: string): Promise<Outcome | null> {
  const { session, socket } = calls;
  switch (tag) {
    case "offer":
      if (session.settings().calls !== "reject" || attrs["call-creator"] === undefined) return null;
      await socket.rejectCall(id, attrs["call-creator"]);
      return "rejected";
    case "reject":
      return "rejected";
    case "accept":
      settle(calls, id);
      return null;
    case "terminate":
      if (attrs.reason === "accepted_elsewhere") settle(calls, id);
      return attrs.reason === "rejected_elsewhere" ? "rejected" : "missed";
    default:
      return null;
  }
}

async function factOf(
  { library, findPhone, inGroups }: Calls,
  { stanza, part, id, outcome }: { stanza: BinaryNode; part: BinaryNode; id: string; outcome: Outcome },
): Promise<InboundFact | null> {
  const creator = part.attrs["call-creator"] ?? stanza.attrs.from ?? "";
  const remoteJidAlt = part.attrs.caller_pn;
  const key = { remoteJid: creator, ...(remoteJidAlt === undefined ? {} : { remoteJidAlt }) };
  const caller = await personOf(library, key, findPhone);
  if (caller === null) return null;
  const { person, userId } = caller;
  const unanswered = { userId, groupId: inGroups.get(id) ?? null };
  const at = new Date(Number(stanza.attrs.t ?? Date.now() / 1000) * 1000);
  return {
    kind: "call",
    callId: id,
    direction: "inbound",
    person,
    status: outcome,
    seconds: null,
    at,
    unanswered,
  };
}

function settle({ settled }: Calls, id: string): void {
  setNewest(settled, id, true, MOST_REMEMBERED);
}
