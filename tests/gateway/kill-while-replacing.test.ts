/** A daemon is killed while another number takes a channel's place: nothing goes out from the wrong one. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import {
  startWhatsAppWebSandbox,
  type WhatsAppWebSandbox,
} from "../../daemon/sandbox/whatsapp-web/sandbox.ts";
import { freePort } from "../../scripts/lib/free-port.ts";
import { AT_ONCE } from "../providers/whatsapp-web/chat.ts";
import { caller, type TestDaemon } from "../support/daemon.ts";
import { prepareSite, type Site } from "../support/daemon-process.ts";
import { eventually, until } from "../support/until.ts";
import { NUMBER } from "./site.ts";
import { untilStatus } from "./support.ts";

const OTHER = "15557010077";
const ADA = "491700000001";

let site: Site;
let web: WhatsAppWebSandbox;
beforeAll(async () => {
  site = await prepareSite(freePort(), {});
  web = await startWhatsAppWebSandbox();
});
afterAll(async () => {
  await site.stop();
  await web.stop();
});

const start = (port: number) =>
  site.start(port, { WAYPOST_WA_WEB_URL: web.url, WAYPOST_WA_ROOT_KEY: web.rootKey });

async function pairWith(call: TestDaemon["call"], id: string, number: string, body: object): Promise<void> {
  await call("POST", `/v1/channels/${id}/connect`, body);
  const { body: shown } = await call("GET", `/v1/channels/${id}/qr?wait=20`);
  await web.control.scan(number, shown.qr);
}

/** Who wrote to Ada. */
const senders = () =>
  web.control
    .people()
    .control.messages(ADA)
    .filter(({ fromMe }) => !fromMe)
    .map(({ chat }) => chat);

test.each(["cancel", "keep"] as const)(
  "what waits is as asked for (%s) once another daemon takes over",
  async (waiting) => {
    const first = await start(freePort());
    const call = caller(first.url, site.key);
    const { body: channel } = await call("POST", "/v1/channels", {
      platform: "whatsapp_unofficial",
      name: `Replaced, ${waiting}`,
      settings: AT_ONCE,
    });
    const path = `/v1/channels/${channel.id}`;
    await pairWith(call, channel.id, NUMBER, {});
    await untilStatus(call)(channel.id, "connected");
    await call("POST", `${path}/disconnect`, { logout: true });
    await untilStatus(call)(channel.id, "logged_out");
    const sent = await call("POST", "/v1/messages", {
      channel_id: channel.id,
      to: ADA,
      type: "text",
      content: { body: `From the first, ${waiting}` },
    });
    const before = senders().length;

    // the change of the number waits: nobody else writes there
    const release = Promise.withResolvers<void>();
    const held = site.sql.begin(async (sql) => {
      await sql`lock table channel_numbers in exclusive mode`;
      await release.promise;
    });
    await pairWith(call, channel.id, OTHER, { replace_number: true, waiting });
    await until(async () => {
      const [row] = await site.sql`
      select count(*)::integer as count from pg_locks
      where relation = 'channel_numbers'::regclass and not granted`;
      return row?.count > 0;
    });
    await first.kill();
    release.resolve();
    await held;

    const second = await start(freePort());
    const again = caller(second.url, site.key);
    const connected = await untilStatus(again)(channel.id, "connected");
    expect(connected).toMatchObject({ phone_number: `+${OTHER}`, offered_number: null });
    const message = await eventually("the message's end", async () => {
      const { body } = await again("GET", `/v1/messages/${sent.body.id}`);
      return ["cancelled", "delivered", "read"].includes(body.status) ? body : null;
    });
    if (waiting === "cancel") expect(message).toMatchObject({ status: "cancelled", attempts: 0 });
    else expect(message).toMatchObject({ channel_number: `+${OTHER}` });
    expect(senders().slice(before)).toEqual(waiting === "cancel" ? [] : [OTHER]);
    const { body: audit } = await again(
      "GET",
      `/v1/audit?action=channel.number_changed&target_id=${channel.id}`,
    );
    expect(audit.data).toHaveLength(1);
    await second.kill();
  },
);
