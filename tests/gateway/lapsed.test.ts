/** Numbers whose daemon is gone do not show as connected, also those that nobody takes up yet. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { claimWhatsAppWebSessions } from "../../db/whatsapp-web/sessions.ts";
import { type GatewaySite, startGatewaySite } from "./site.ts";

let site: GatewaySite;
beforeAll(async () => {
  site = await startGatewaySite();
});
afterAll(() => site.stop());

test("the first check after their leases have ended doubts all of them, whichever daemon takes them", async () => {
  const ids = [await site.newChannel(), await site.newChannel(), await site.newChannel()];
  for (const id of ids) await site.connect(id);
  await site.sql`update web_sessions set owner = 'dmn_gone', lease_until = now() - interval '1 second'`;
  await site.sql`update channels set status = 'connected', status_reason = null`;
  expect(await claimWhatsAppWebSessions(site.sql, "dmn_next", 15_000, 1)).toHaveLength(1);
  const shown = await site.sql`select distinct status, status_reason from channels where id = any (${ids})`;
  expect([...shown]).toEqual([{ status: "connecting", status_reason: "waiting for a gateway" }]);
});
