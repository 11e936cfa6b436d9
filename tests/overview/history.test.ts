/** What went through over time, counted from the log of events. */
import { expect, test } from "bun:test";
import type { readHistory } from "../../daemon/overview/history.ts";
import { createTrafficCounter, forgetTraffic } from "../../db/overview/traffic-counts.ts";
import { runCli } from "../cli/run-cli.ts";
import { caller, makeKey } from "../support/daemon.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { lookUntil } from "../support/until.ts";
import { receiveFrom, sendTo, UNDELIVERABLE } from "./support.ts";

type History = Awaited<ReturnType<typeof readHistory>>;
type Name = "accepted" | "sent" | "delivered" | "read" | "failed" | "received";

const daemon = sharedDaemon();
const PERSON = "14155550123";

async function history(query = "", call = daemon.call): Promise<History> {
  const { status, body } = await call("GET", `/v1/overview/history?${query}`);
  expect(status).toBe(200);
  return body;
}

/** All steps together. */
function total({ points }: History) {
  const of = (name: Name) => points.reduce((sum, point) => sum + point[name], 0);
  return {
    ...{ accepted: of("accepted"), sent: of("sent"), delivered: of("delivered"), read: of("read") },
    ...{ failed: of("failed"), received: of("received") },
    failures: points.flatMap(({ failures }) => failures),
  };
}

/** The history once everything was counted that was to come. */
const historyWith = (name: Name, count: number, query = "") =>
  lookUntil(
    () => history(query),
    (found) => total(found)[name] >= count,
  );

test("messages in and out and failures by reason are counted once, in the step that they were in", async () => {
  const read = await sendTo(daemon, PERSON);
  const failed = await sendTo(daemon, UNDELIVERABLE);
  await receiveFrom(daemon, PERSON);
  await daemon.until(read, "read");
  await daemon.until(failed, "failed");
  await historyWith("received", 1);
  await historyWith("failed", 1);
  const hour = await historyWith("read", 1);
  const { error, status_history } = (await daemon.call("GET", `/v1/messages/${failed}`)).body;
  const { code } = error;
  // its failure may be reported before we know that it was sent
  const sent = status_history.some(({ status }: { status: string }) => status === "sent") ? 2 : 1;
  const expected = { accepted: 2, sent, delivered: 1, read: 1, failed: 1, received: 1 };
  expect(total(hour)).toMatchObject({ ...expected, failures: [{ code, count: 1 }] });
  // counted again, nothing changes: every event is counted once
  expect(await createTrafficCounter(daemon.sql)(1000)).toBe(0);
  for (const [over, steps] of [
    ["hour", 60],
    ["day", 96],
    ["month", 120],
  ] as const) {
    const found = await history(`over=${over}`);
    expect(found.points).toHaveLength(steps);
    expect(total(found)).toMatchObject(expected);
    const [first, last] = [found.points[0], found.points.at(-1)].map((point) => Date.parse(point?.at ?? ""));
    expect(Number(last) - Number(first)).toBe((steps - 1) * found.step_seconds * 1000);
    expect(Number(last) % (found.step_seconds * 1000)).toBe(0);
  }
});

test("a message waits from when it was scheduled for, and not from when it was accepted", async () => {
  const before = total(await history()).sent;
  const { body } = await daemon.call("POST", "/v1/messages", {
    ...{ channel_id: daemon.channelId, to: PERSON, type: "text", content: { body: "Later" } },
    scheduled_at: new Date(Date.now() + 24 * 3600_000).toISOString(),
  });
  await daemon.sql`
    update messages set created_at = now() - interval '1 day', scheduled_at = now() - interval '1 hour'
    where organization_id = ${daemon.organizationId} and id = ${body.id}`;
  await daemon.sql`
    select emit_events(array[message_sent_event(
      ${daemon.organizationId}, ${daemon.channelId}, ${body.conversation_id}, ${body.id}::uuid, null, null
    )])`;
  const { points } = await historyWith("sent", before + 1);
  const longest = Math.max(...points.map(({ longest_lag_ms }) => longest_lag_ms ?? 0));
  expect(Math.floor(longest / 3600_000)).toBe(1);
  expect(points.every(({ lag_ms, sent }) => sent > 0 === (lag_ms !== null))).toBe(true);
});

test("a key for some channels sees their messages alone, and so does who asks for one channel", async () => {
  await historyWith("accepted", 2);
  const key = await makeKey(daemon, ["messages:read"], [daemon.channelId]);
  expect(total(await history("", caller(daemon.url, key)))).toEqual(total(await history()));
  expect(total(await history(`channel_id=${daemon.channelId}`))).toEqual(total(await history()));
  const other = await daemon.call("POST", "/v1/channels", { platform: "whatsapp_unofficial", name: "Other" });
  const others = caller(daemon.url, await makeKey(daemon, ["messages:read"], [other.body.id]));
  expect(total(await history("", others))).toMatchObject({ accepted: 0, failures: [] });
  expect((await others("GET", `/v1/overview/history?channel_id=${daemon.channelId}`)).status).toBe(404);
  const blind = caller(daemon.url, await makeKey(daemon, ["channels:read"]));
  expect((await blind("GET", "/v1/overview/history")).status).toBe(403);
});

test("examples that are sent to try an endpoint are not counted", async () => {
  const before = total(await history());
  await daemon.call("POST", "/v1/settings/developer/webhooks/trigger", { event_type: "message.sent" });
  await createTrafficCounter(daemon.sql)(1000);
  expect(total(await history())).toEqual(before);
});

test("two daemons that count at once count each event once", async () => {
  const before = total(await history()).accepted;
  const ids = await Promise.all(Array.from({ length: 20 }, () => sendTo(daemon, PERSON)));
  await Promise.all(Array.from({ length: 8 }, () => createTrafficCounter(daemon.sql)(7)));
  await daemon.until(ids.at(-1) ?? "", "read");
  await historyWith("accepted", before + 20);
  expect(total(await history()).accepted).toBe(before + 20);
});

test("a text with a NUL written out stops nothing", async () => {
  const before = total(await history()).accepted;
  const message = { channel_id: daemon.channelId, to: PERSON, type: "text", content: { body: "Hello" } };
  await daemon.call("POST", "/v1/messages", { ...message, metadata: { note: "\u0001" } });
  await sendTo(daemon, PERSON);
  expect(total(await historyWith("accepted", before + 1)).accepted).toBeGreaterThan(before);
});

test("counts are kept as long as their history reaches", async () => {
  const age = (hours: number, step: number) => daemon.sql`
    insert into traffic_counts (organization_id, step, at, channel_id, kind, count)
    values (${daemon.organizationId}, ${step}, now() - make_interval(hours => ${hours}), '', 'read', 1)`;
  for (const [step, kept, gone] of [
    [60, 2, 4],
    [900, 25, 49],
    [21_600, 24 * 31, 24 * 63],
  ] as const) {
    await age(kept, step);
    await age(gone, step);
  }
  await forgetTraffic(daemon.sql);
  const rows = await daemon.sql<{ step: number; count: number }[]>`
    select step, count(*)::int as count from traffic_counts
    where at < now() - make_interval(secs => case step when 60 then 3600 else step end) and kind = 'read'
      and at <> date_bin(make_interval(secs => step), at, 'epoch')
    group by step order by step`;
  expect([...rows]).toEqual([60, 900, 21_600].map((step) => ({ step, count: 1 })));
});

test("the command shows the steps in which something happened", async () => {
  await historyWith("sent", 2);
  const env = { WAYPOST_URL: daemon.url, WAYPOST_API_KEY: daemon.key };
  const { code, stdout } = await runCli(["traffic", "--over", "month"], { env });
  expect(code).toBe(0);
  expect(stdout.trim().split("\n").length).toBeLessThanOrEqual(2);
  expect(stdout).toMatch(/^\S+Z\t\d+\t\d+\t/);
  const json = JSON.parse((await runCli(["traffic", "--over", "day", "--json"], { env })).stdout);
  expect(json.points).toHaveLength(96);
  // a single message in a step of its own
  const at = new Date(Math.floor(Date.now() / 900_000) * 900_000 - 5 * 3600_000);
  await daemon.sql`
    insert into traffic_counts (organization_id, step, at, channel_id, kind, count)
    values (${daemon.organizationId}, 900, ${at}, '', 'accepted', 1)`;
  const day = (await runCli(["traffic", "--over", "day"], { env })).stdout;
  expect(day).toContain(`${at.toISOString()}\t1\t0\t`);
  const quiet = await daemon.call("POST", "/v1/channels", { platform: "whatsapp_unofficial", name: "Quiet" });
  const nothing = await runCli(["traffic", "--channel", quiet.body.id], { env });
  expect(nothing).toEqual({ code: 0, stdout: "", stderr: "Nothing went through.\n" });
  const refused = await runCli(["traffic", "--over", "year"], { env });
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining("hour, day, month")]);
});
