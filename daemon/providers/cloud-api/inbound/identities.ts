import type { Identity } from "../../inbound.ts";
import { digits, text } from "./values.ts";

/** Who a person is: by number, by Meta's business-scoped user id, or by both, the number first. */
export function identities(phone: unknown, userId: unknown): Identity[] {
  const number = digits(phone);
  const user = text(userId);
  return [
    ...(number === null ? [] : [{ type: "phone" as const, value: number }]),
    ...(user === null || user === "" ? [] : [{ type: kindOf(user), value: user }]),
  ];
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
