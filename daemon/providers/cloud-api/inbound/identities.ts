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
