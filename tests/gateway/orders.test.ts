/** A user's orders while a session changes by itself: neither undoes the other. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import type { Sql } from "../../db/connection/client.ts";
import { changeWhatsAppWebSession } from "../../db/whatsapp-web/held-sessions.ts";
import type { WhatsAppWebSessionRow } from "../../db/whatsapp-web/sessions.ts";
import { until } from "../support/until.ts";
import { type GatewaySite, NUMBER, QUICK, startGatewaySite } from "./site.ts";

let site: GatewaySite;

beforeEach(async () => {
  site = await startGatewaySite();
});

afterEach(() => site.stop());

/** A database that does something else before each transaction, and after each statement. */
function intercepted(
  sql: Sql,
  { before, after }: { before?: () => Promise<void>; after?: () => Promise<void> },
): Sql {
  return new Proxy(sql, {
    async apply(target, self, given) {
      const rows = await Reflect.apply(target, self, given);
      await after?.();
      return rows;
    },
    get(target, name) {
      const value = Reflect.get(target, name);
      if (name !== "begin") return value;
      return async (...given: unknown[]) => {
        await before?.();
        return await Reflect.apply(value, target, given);
      };
    },
  });
}

test("a number that ended stays ended, when a row that was read before comes late", async () => {
  const late = Promise.withResolvers<void>();
  let isArmed = false;
  let isHeldBack = false;
  const gateway = site.gateway({
    // the row that a renewal reads is passed on only while the end is being written
    leases: intercepted(site.sql, {
      async after() {
        if (!isArmed) return;
        isHeldBack = true;
        await late.promise;
      },
    }),
    sql: intercepted(site.sql, {
      async before() {
        if (!isHeldBack) return;
        late.resolve();
        await Bun.sleep(100);
      },
    }),
  });
  const id = await site.newChannel();
  await site.pair(id);
  isArmed = true;
  gateway.look();
  await site.until(id, () => isHeldBack);
  isArmed = false;
  site.web.control.fault({ fault: "440", number: NUMBER, at: "now" });
  await site.until(id, () => gateway.count().held === 0);
  await until(async () => (await site.row(id)).owner === null);
  const { channel } = await site.until(id, () => true);
  expect(channel.status).toBe("replaced");
  expect((await site.row(id)).wanted).toBe("off");
});

test("a number that waits to be tried again connects at once when somebody asks for it", async () => {
  const gateway = site.gateway({ timings: { ...QUICK, backoffMs: () => 3600_000 } });
  const id = await site.newChannel();
  await site.pair(id);
  site.web.control.fault({ fault: "500", number: NUMBER, at: "now" });
  await site.until(id, ({ channel }) => channel.status_reason?.includes("(500)") ?? false);
  await site.until(id, () => gateway.find(id)?.socket() === null);
  await site.connect(id);
  await site.untilStatus(id, "connected");
  expect((await site.row(id)).failures).toBe(0);
});

test("an order that comes while a session ends is carried out after it", async () => {
  const gateway = site.gateway();
  const id = await site.newChannel();
  await site.pair(id);
  const row: WhatsAppWebSessionRow = await site.row(id);
  await gateway.stop();
  await site.sql`
    update web_sessions set owner = ${row.owner}, lease_until = now() + interval '1 hour', wanted = 'delete'
    where channel_id = ${id}`;
  const held = {
    ...{ organizationId: row.organization_id, channelId: id },
    ...{ daemonId: row.owner ?? "", fence: row.fence },
  };
  await changeWhatsAppWebSession(site.sql, held, { ended: "on" }, { status: "replaced" });
  expect((await site.row(id)).wanted).toBe("delete");
  await changeWhatsAppWebSession(site.sql, held, { ended: "delete" }, {});
  expect((await site.row(id)).wanted).toBe("off");
});
