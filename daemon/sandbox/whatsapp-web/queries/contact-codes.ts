import { phoneJid } from "../wire/jids.ts";
import { child, node } from "../wire/nodes.ts";
import type { Query, QueryResult } from "./query.ts";

/**
 * The code of the account's own contact QR, renewed when it is revoked; or the number of a code (whatsmeow: `user.go`).
 */
export function contactCodeResult({ world, online, iq }: Query): QueryResult {
  const query = child(iq, "qr")?.attrs ?? {};
  const { number } = online.companion.account;
  if (iq.attrs.type === "set") {
    const { contactCodes } = world;
    const code = query.action === "revoke" ? contactCodes.renew(number) : contactCodes.of(number);
    return [node("qr", { type: "contact", code })];
  }
  const found = world.contactCodes.numberOf(query.code ?? "");
  if (found === undefined) return { code: 404, text: "item-not-found" };
  const { pushName } = world.people.profile(found);
  return [node("qr", { type: "contact", jid: phoneJid(found), notify: pushName })];
}
