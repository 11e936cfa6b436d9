import type { BinaryNode, WASocket } from "baileys";
import { setNewest } from "../../../../lib/bounded.ts";
import type { CallOutcome } from "../../../../message-types/received/call.ts";
import { callMessage } from "../../../call-message.ts";
import type { InboundFact } from "../../../inbound.ts";
import { momentOf } from "../../../moment.ts";
import { orNull } from "../../connection/questions/within.ts";
import type { WhatsAppWebSession } from "../../connection/session.ts";
import type { Library } from "../../library/library.ts";
import type { WhatsAppWebRecords } from "../../send/records.ts";
import { type FindPhone, personOf } from "../person.ts";

/** The parts by which calls of one socket are rejected and reported. */
export type Calls = {
  session: WhatsAppWebSession;
  library: Library;
  socket: Pick<WASocket, "rejectCall">;
  records: Pick<WhatsAppWebRecords, "receive">;
  findPhone: FindPhone;
  /** Whether an address is one of the number's own devices. */
  isOwn(jid: string): boolean;
  /** The ids of calls that somebody took, or that were reported: they are not missed any more. */
  settled: Map<string, true>;
  /** What only the beginning of a call says, by the ids of the calls. */
  begun: Map<string, Beginning>;
};

/** The group that is called, if it is one, and whether it is a video call. */
export type Beginning = { group: string | null; isVideo: boolean };

const MOST_REMEMBERED = 1000;
/** WhatsApp may take this long to say that a call is rejected. */
const REJECT_MS = 10_000;

/** Reports calls that have ended, or that somebody took on the phone. */
export async function takeCall(calls: Calls, stanza: BinaryNode): Promise<void> {
  const call = callIn(stanza);
  if (call === null) return;
  const { tag, attrs, content } = call.part;
  if (tag === "offer") {
    const isVideo = Array.isArray(content) && content.some((one) => one.tag === "video");
    setNewest(calls.begun, call.id, { group: attrs["group-jid"] ?? null, isVideo }, MOST_REMEMBERED);
  }
  if (!concernsUs(calls, call)) return;
  const outcome = outcomeOf(call);
  if (outcome !== null) await report(calls, call, outcome);
}

/**
 * Rejects a call that begins if the channel is set to, and reports it `inOrder` once WhatsApp has taken that. The
 * rejection itself does not wait for what came in before; a call that rings all the same is handled as any other.
 */
export async function rejectCall(
  calls: Calls,
  stanza: BinaryNode,
  inOrder: (work: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const call = callIn(stanza);
  if (call?.part.tag !== "offer" || calls.session.settings().calls !== "reject") return;
  const caller = call.part.attrs["call-creator"];
  if (caller === undefined || !concernsUs(calls, call)) return;
  const rejecting = calls.socket.rejectCall(call.id, caller).then(() => true);
  if (await orNull(REJECT_MS, rejecting)) await inOrder(() => report(calls, call, "rejected"));
}

type Call = { stanza: BinaryNode; part: BinaryNode; id: string };

function callIn(stanza: BinaryNode): Call | null {
  const [part] = Array.isArray(stanza.content) ? stanza.content : [];
  const id = part?.attrs["call-id"];
  return part === undefined || id === undefined ? null : { stanza, part, id };
}

/** The outcome of a call is reported once. */
async function report(calls: Calls, call: Call, outcome: Outcome): Promise<void> {
  if (calls.settled.has(call.id)) return;
  const facts = await factsOf(calls, call, outcome);
  if (facts.length > 0) await calls.records.receive(calls.session, facts);
  settle(calls, call.id);
}

type Outcome = Extract<CallOutcome, "taken" | "missed" | "rejected">;

/** Not those that the number's own phone makes. Calls in groups concern numbers that take part in groups. */
function concernsUs({ session, isOwn, begun }: Calls, { part: { attrs }, id }: Call): boolean {
  if (isOwn(attrs["call-creator"] ?? "")) return false;
  const isOfGroup = attrs.type === "group" || (begun.get(id)?.group ?? null) !== null;
  return !isOfGroup || session.settings().groups === true;
}

/** The outcome of a call; null while it rings. */
function outcomeOf({ part: { tag, attrs } }: Call): Outcome | null {
  switch (tag) {
    case "reject":
      return "rejected";
    case "accept":
      return "taken";
    case "terminate":
      if (attrs.reason === "accepted_elsewhere") return "taken";
      return attrs.reason === "rejected_elsewhere" ? "rejected" : "missed";
    default:
      return null;
  }
}

/** The call among the messages of its conversation, and the event that nobody took it. */
async function factsOf(
  { library, findPhone, begun }: Calls,
  { stanza, part, id }: Call,
  outcome: Outcome,
): Promise<InboundFact[]> {
  const creator = part.attrs["call-creator"] ?? stanza.attrs.from ?? "";
  const remoteJidAlt = part.attrs.caller_pn;
  const key = { remoteJid: creator, ...(remoteJidAlt === undefined ? {} : { remoteJidAlt }) };
  const caller = await personOf(library, key, findPhone);
  if (caller === null) return [];
  const { person, alias, phone, userId } = caller;
  const { group, isVideo } = begun.get(id) ?? { group: null, isVideo: false };
  const at = momentOf(stanza.attrs.t);
  const participant = { person, alias, address: library.jidNormalizedUser(creator), name: null };
  const where =
    group === null
      ? { person, alias, userId }
      : { person: { type: "group" as const, value: group }, alias: null, userId: group, participant };
  const message = callMessage(
    { direction: "inbound", fromPhone: phone, at, ...where },
    { call_id: id, outcome, video: isVideo, seconds: null },
  );
  if (outcome === "taken") return [message];
  const unanswered = { userId, groupId: group };
  return [
    message,
    {
      kind: "call",
      callId: id,
      direction: "inbound",
      person,
      status: outcome,
      seconds: null,
      at,
      unanswered,
    },
  ];
}

function settle({ settled }: Calls, id: string): void {
  setNewest(settled, id, true, MOST_REMEMBERED);
}
