/**
 * The version before this one and this one on one database, under traffic: both accept and send, and either continues
 * alone.
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { freePort } from "../../scripts/lib/free-port.ts";
import { caller } from "../support/daemon.ts";
import { type DaemonProcess, prepareSite, type Site } from "../support/daemon-process.ts";
import { until } from "../support/until.ts";
import { versionBefore } from "../support/version-before.ts";

/** How long each phase has traffic; ./scripts/two-versions sets more. */
const TRAFFIC_MS = Number(process.env.TRAFFIC_SECONDS ?? 1) * 1000;
const PAUSE_MS = 20;

const before = await versionBefore();

describe.skipIf(before === null)("two versions", () => {
  let site: Site;
  let accepted: string[] = [];
  let sent = 0;
  const ports = { old: freePort(), own: freePort() };

  beforeAll(async () => {
    site = await prepareSite(ports.own, { rate: { per_second: 100_000, per_recipient_seconds: 0 } });
  });
  afterAll(() => site.stop());

  const startOwn = () => site.start(ports.own);
  const startOld = () => site.start(ports.old, { WAYPOST_TEST_SOURCE: join(before ?? "", "daemon/main.ts") });

  async function traffic(...daemons: DaemonProcess[]): Promise<void> {
    const end = Date.now() + TRAFFIC_MS;
    do {
      for (const daemon of daemons) {
        const message = { channel_id: site.channelId, to: `1415${5_550_000 + sent++}`, type: "text" };
        const answer = await caller(daemon.url, site.key)("POST", "/v1/messages", {
          ...message,
          content: { body: "x" },
        });
        expect(answer.status).toBe(201);
        accepted.push(answer.body.id);
      }
      await Bun.sleep(PAUSE_MS);
    } while (Date.now() < end);
  }

  /**
   * Every message that was accepted is sent, once. Meta's posts to the stopped one are lost.
   */
  async function settle(): Promise<void> {
    const ids = accepted;
    accepted = [];
    const isSent = async () =>
      (
        await site.sql`select from messages where id = any (${ids}::uuid[]) and status in ('sent', 'delivered', 'read')`
      ).length === ids.length;
    await until(isSent);
    const attempts = await site.sql`select from message_attempts where message_id = any (${ids}::uuid[])`;
    expect(attempts).toHaveLength(ids.length);
  }

  /** Both send, then one stops and the other continues alone. */
  async function sendBeside(leaving: DaemonProcess, staying: DaemonProcess): Promise<void> {
    await traffic(leaving, staying);
    await leaving.kill("SIGTERM");
    await settle();
    await traffic(staying);
    await settle();
  }

  test("side by side and each alone, nothing is refused, lost or sent twice", async () => {
    const own = await startOwn();
    const old = await startOld();
    await sendBeside(own, old);
    await sendBeside(old, await startOwn());
  });
});
