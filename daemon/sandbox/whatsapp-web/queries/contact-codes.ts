import { phoneJid } from "../wire/jids.ts";
import { child, node } from "../wire/nodes.ts";
import type { Query, QueryResult } from "./query.ts";

/** The code of the account's own contact QR, made anew when it is revoked; or whom a code leads to (whatsmeow: `user.go`). */
export function contactCodeResult({ world, online, iq }: Query): QueryResult {
  const asked = child(iq, "qr")?.attrs ?? {};
  const { number } = online.companion.account;
  if (iq.attrs.type === "set") {
    const { contactCodes } = world;
    const code = asked.action === "revoke" ? contactCodes.renew(number) : contactCodes.of(number);
    return [node("qr", { type: "contact", code })];
  }
  const found = world.contactCodes.numberOf(asked.code ?? "");
  if (found === undefined) return { code: 404, text: "item-not-found" };
  const { pushName } = world.people.profile(found);
  return [node("qr", { type: "contact", jid: phoneJid(found), notify: pushName })];
}
