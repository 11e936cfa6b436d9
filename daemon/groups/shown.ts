import type { Sql } from "../../db/connection/client.ts";
import { contactsByAddress } from "../../db/contacts/by-address.ts";
import type { ChannelGroup, ParticipantOutcome } from "../providers/groups.ts";

/** Why WhatsApp refuses a change of one person, by its code. */
const REASONS: Record<number, string> = {
  401: "blocked",
  403: "not_allowed",
  404: "not_found",
  408: "left_recently",
  409: "already_there",
  419: "group_full",
  // Meta's of official groups
  131212: "not_found",
};
/** WhatsApp's code for what was done. */
export const DONE = 200;

/** A group with the contacts of its people. */
export async function showGroup(sql: Sql, organizationId: string, group: ChannelGroup) {
  const { participants } = group;
  const contacts = await contactsByAddress(sql, organizationId, participants);
  return {
    ...showInList(group),
    participants: participants.map(({ role, ...named }, index) => ({
      ...named,
      contact_id: contacts[index] ?? null,
      role,
    })),
  };
}

/** A group as a list shows it. */
export function showInList({ participants, joinApproval, ...group }: ChannelGroup) {
  return { ...group, join_approval: joinApproval };
}

/** The result of each person, as the request named them. */
export function showOutcomes(given: readonly string[], outcomes: readonly ParticipantOutcome[]) {
  return outcomes.map(({ code }, index) => ({
    participant: given[index] ?? "",
    status: code === DONE ? ("done" as const) : ("refused" as const),
    reason: code === DONE ? null : (REASONS[code] ?? "refused"),
    code,
  }));
}

/** A link by which people join. */
export function showInvite(code: string) {
  return { code, url: `https://chat.whatsapp.com/${code}` };
}
