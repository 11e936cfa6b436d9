import { reportedDigits } from "../../../phone-numbers/reported.ts";
import type { Inbound } from "../../inbound.ts";
import { type Json, text } from "./values.ts";

/**
 * The field `business_username_updates`: a number's user name was reserved, approved or deleted; then the name is left
 * out. Source: Meta, "Business-scoped user IDs", webhooks.
 */
export function readUsername(value: Json, accountId: string): Inbound[] {
  const phone = reportedDigits(value.display_phone_number);
  const status = text(value.status);
  const username = text(value.username);
  if (phone === null) return [];
  if (status === "deleted")
    return [{ target: { accountId, phone }, facts: [{ kind: "username", username: null, status }] }];
  if (username === null || (status !== "reserved" && status !== "approved")) return [];
  return [{ target: { accountId, phone }, facts: [{ kind: "username", username, status }] }];
}
