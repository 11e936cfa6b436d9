import { objects } from "../../../lib/objects.ts";
import { reportedDigits } from "../../../phone-numbers/reported.ts";
import { isUserId } from "../../../phone-numbers/user-id.ts";
import type { Identity } from "../../identity.ts";
import { type Json, text } from "./values.ts";

/**
 * Who a person is: by number, by Meta's business-scoped user id, or by both, the number first. Meta writes a user id in
 * the place of a number, too, of people who show none: it is taken as one, unless another is named beside it.
 */
export function identities(phone: unknown, userId: unknown): Identity[] {
  const number = reportedDigits(phone);
  const named = userIdIn(userId);
  const inPlace = number === null ? userIdIn(phone) : null;
  const other = named === null || inPlace === null || kindOf(named) !== kindOf(inPlace) ? inPlace : null;
  return [
    ...(number === null ? [] : [{ type: "phone" as const, value: number }]),
    ...[named, other].flatMap((one) => (one === null ? [] : [{ type: kindOf(one), value: one }])),
  ];
}

/** A user id; null for any other text. */
export function userIdIn(value: unknown): string | null {
  const id = text(value)?.trim() ?? "";
  return isUserId(id) ? id : null;
}

/** A person by what a message, call or echo keeps of them: two identities, their number, and their user id. */
export type Sides = {
  person: Identity;
  alias: Identity | null;
  fromPhone: string | null;
  userId: string | null;
};

/** The same of a person's number and user id; null when neither is one. */
export function sidesOf(phone: unknown, userId: unknown): Sides | null {
  const [person, alias = null] = identities(phone, userId);
  if (person === undefined) return null;
  const fromPhone = person.type === "phone" ? person.value : null;
  return { person, alias, fromPhone, userId: fromPhone === null ? person.value : (alias?.value ?? null) };
}

/** The same of a group. */
export function groupSides(id: string): Sides {
  return { person: { type: "group", value: id }, alias: null, fromPhone: null, userId: id };
}

/** The webhook's entry about a person; the only one, too, as Meta may write their number in two ways. */
export function contactOf(phone: unknown, userId: unknown, value: Json): Json | undefined {
  const contacts = objects(value.contacts);
  const named = contacts.find(
    (one) =>
      (one.wa_id !== undefined && one.wa_id === phone) ||
      (one.user_id !== undefined && [userId, phone].includes(one.user_id)),
  );
  return named ?? (contacts.length === 1 ? contacts[0] : undefined);
}

/** Linked portfolios share ids of their own, which say so. */
function kindOf(userId: string): "bsuid" | "parent_bsuid" {
  return /^[A-Z]{2}\.ENT\./.test(userId) ? "parent_bsuid" : "bsuid";
}

/** Meta's are shorter. */
const LONGEST_GROUP_ID = 128;

/**
 * The id of the group that something is of (Meta, "Groups API": `group_id`); null for what is of none. Base64 as Meta
 * writes it: other characters are left out, so that nothing of a group passes for a private message.
 */
export function groupId(value: unknown): string | null {
  if (value === undefined || value === null || value === "") return null;
  const id = typeof value === "number" ? String(value) : (text(value) ?? "");
  return id.replace(/[^\w+/=-]/g, "").slice(0, LONGEST_GROUP_ID) || "unreadable";
}
