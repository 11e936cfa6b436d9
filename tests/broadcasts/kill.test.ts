/** Two daemons that are killed again and again while a broadcast runs, is paused and resumed. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { freePort } from "../../scripts/lib/free-port.ts";
import { caller } from "../support/daemon.ts";
import { type DaemonProcess, prepareSite, type Site } from "../support/daemon-process.ts";
import { LONG_MS } from "../support/long.ts";
import { until } from "../support/until.ts";
import { createDraft, defineTemplate, makeTagged, sentTo } from "./support.ts";

const PEOPLE = 450;
const PREFIX = "1415620";

let site: Site;
let first: DaemonProcess;
let second: DaemonProcess;
beforeAll(async () => {
  const port = freePort();
  site = await prepareSite(port, {
    service_window: "provider",
    rate: { per_second: 100, per_recipient_seconds: 0 },
  });
  [first, second] = await Promise.all([begin(port), begin(freePort())]);
});
afterAll(() => site.stop());

/** A killed daemon's sends in progress are checked again soon. */
const begin = (port: number) => site.start(port, { WAYPOST_OUTCOME_GRACE_SECONDS: "1" });
const call: ReturnType<typeof caller> = (...request) => caller(second.url, site.key)(...request);

test(
  "nobody gets it twice, nobody is left out, and nobody gets it after STOP",
  async () => {
    const waypost = { ...site, call } as unknown as Parameters<typeof createDraft>[0];
    await defineTemplate(waypost);
    await makeTagged(waypost, "all", PEOPLE, PREFIX);
    const id = await createDraft(waypost, { audience: { tags: { any: ["all"] } }, rate_per_second: 20 });
    const record = async () => (await call("GET", `/v1/broadcasts/${id}`)).body;
    const sent = async () => (await sentTo(waypost, PREFIX)).size;
    const killSecond = async () => {
      await second.kill();
      second = await begin(freePort());
    };
    await call("POST", `/v1/broadcasts/${id}/start`);
    // while its audience is written
    await killSecond();
    await until(async () => (await sent()) > 40, LONG_MS);
    await killSecond();
    await first.kill();
    const [stopped] = await site.sql<{ id: string; phone: string }[]>`
    select contact.id, contact.phone_number as phone from broadcast_people as person
    join contacts as contact on contact.id = person.contact_id
    where person.broadcast_id = ${id} and person.status = 'waiting' order by contact.id desc limit 1`;
    await call("POST", `/v1/contacts/${stopped?.id}/suppressions`, {
      channel: "whatsapp",
      reason: "complained",
    });
    await until(async () => (await sent()) > 100, LONG_MS);
    expect((await call("POST", `/v1/broadcasts/${id}/pause`)).body.status).toBe("paused");
    await killSecond();
    expect((await record()).status).toBe("paused");
    expect((await call("POST", `/v1/broadcasts/${id}/resume`)).body.status).toBe("running");
    await until(async () => (await sent()) > 180, LONG_MS);
    await killSecond();
    await until(async () => (await record()).status === "completed", LONG_MS);
    const { counts } = await record();
    const calls = await sentTo(waypost, PREFIX);
    expect([counts.audience, counts.skipped, counts.waiting, counts.accepted]).toEqual([PEOPLE, 1, 0, 0]);
    expect([...calls.keys()].includes(stopped?.phone.slice(1) ?? "")).toBe(false);
    expect(calls.size).toBe(PEOPLE - 1);
    // a call that was out when its daemon was killed may be made once more, as with every message; the person has one message all the same
    const [row] = await site.sql<{ most: number }[]>`
    select max(messages) as most from (
      select count(*) as messages from messages
      where broadcast_id = ${id} and status <> 'cancelled' group by contact_id
    ) as counted`;
    expect(row?.most).toBe(1);
  },
  LONG_MS,
);
