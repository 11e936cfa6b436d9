import { objects } from "../../../lib/objects.ts";
import {
  type ChannelGroup,
  JOIN_APPROVALS,
  type JoinRequest,
  type ParticipantOutcome,
} from "../../groups.ts";
import { identities } from "../inbound/identities.ts";
import { type Json, text } from "../inbound/values.ts";

/** What is asked of a group: `GroupInfo` in Meta's OpenAPI file. */
export const FIELDS =
  "subject,description,participants,join_approval_mode,suspended,creation_timestamp,total_participant_count";

const DONE = 200;
const REFUSED = 400;

/** A group as Meta describes it. The business has made it, and alone changes it; everybody writes. */
export function readGroup(id: string, given: Json): ChannelGroup {
  const participants = objects(given.participants).flatMap((one) => {
    const known = identities(one.wa_id, one.user_id);
    const participant = known.at(-1)?.value;
    const phone = known.find(({ type }) => type === "phone")?.value ?? null;
    return participant === undefined ? [] : [{ participant, phone, role: "member" as const }];
  });
  const size = Number(given.total_participant_count);
  return {
    ...common(id, given.subject, given.creation_timestamp),
    description: text(given.description) || null,
    size: Number.isInteger(size) ? size : participants.length,
    suspended: typeof given.suspended === "boolean" ? given.suspended : null,
    joinApproval: JOIN_APPROVALS.find((one) => one === given.join_approval_mode) ?? null,
    participants,
  };
}

/** A group as the list has it; null for what has no id. */
export function readListed(given: Json): ChannelGroup | null {
  const id = text(given.id);
  if (id === null) return null;
  const unsaid = { description: null, size: null, suspended: null, joinApproval: null, participants: [] };
  return { ...common(id, given.subject, given.created_at), ...unsaid };
}

function common(id: string, subject: unknown, created: unknown) {
  return {
    ...{ id, subject: text(subject) ?? "", created_at: momentIn(created) },
    ...{ owner: null, announce: false, locked: true, role: "owner" as const },
  };
}

/** Somebody who asks to join; null for what names nobody. */
export function readJoinRequest(given: Json): JoinRequest | null {
  const id = text(given.join_request_id);
  const known = identities(given.wa_id, given.user_id);
  const participant = known.at(-1)?.value;
  if (id === null || participant === undefined) return null;
  const phone = known.find(({ type }) => type === "phone")?.value ?? null;
  return { id, participant, phone, asked_at: momentIn(given.creation_timestamp) };
}

/** What became of each request to join, in the order in which they were named. */
export function readOutcomes(asked: readonly string[], body: Json): ParticipantOutcome[] {
  const failed = new Map(
    objects(body.failed_join_requests).map((one) => [
      text(one.join_request_id),
      Number(objects(one.errors)[0]?.code) || REFUSED,
    ]),
  );
  return asked.map((one) => ({ asked: one, code: failed.get(one) ?? DONE }));
}

/** Seconds since 1970 as a number or text, or a time that is written out. */
function momentIn(given: unknown): string | null {
  const seconds = Number(given);
  const at = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(String(given));
  return given === undefined || given === null || Number.isNaN(at) || at > 1e14
    ? null
    : new Date(at).toISOString();
}
