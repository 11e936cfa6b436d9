/** Why a message waits: the same sentence on its record, in lists and from the client that waits for it. */
import { expect, test } from "bun:test";
import { reasonOf } from "../../daemon/messages/waiting/reasons.ts";
import { PLATFORMS } from "../../daemon/providers/registry.ts";
import type { MessageRow } from "../../db/messages/messages.ts";
import type { Wait } from "../../db/messages/waits.ts";
import { runCli } from "../cli/run-cli.ts";
import { startTestDaemon } from "../support/daemon.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { eventually } from "../support/until.ts";

const waypost = sharedDaemon();
const run = (...words: string[]) =>
  runCli(words, { env: { WAYPOST_URL: waypost.url, WAYPOST_API_KEY: waypost.key } });

async function send(to: string, more: object = {}): Promise<string> {
  const message = { channel_id: waypost.channelId, to, type: "text", content: { body: "Hello" }, ...more };
  const { body } = await waypost.call("POST", "/v1/messages", message);
  return body.id;
}

const waitOf = async (id: string) => (await waypost.call("GET", `/v1/messages/${id}`)).body.waiting_for;
const waitsFor = (id: string, reason: string) =>
  eventually(reason, async () => {
    const wait = await waitOf(id);
    return wait?.reason === reason ? wait : null;
  });

test("a number that is not paired is named, with what to do, on the record, in lists and by send --wait", async () => {
  const channel = { platform: "whatsapp_unofficial", name: "Shop60" };
  const { body } = await waypost.call("POST", "/v1/channels", channel);
  const id = await send("14155550161", { channel_id: body.id });
  const wait = {
    reason: "not_paired",
    detail: "Shop60 is not paired. The message waits until it is.",
    until: null,
  };
  expect(await waitOf(id)).toEqual(wait);
  const { body: listed } = await waypost.call("GET", `/v1/messages?channel_id=${body.id}`);
  expect(listed.data[0].waiting_for).toEqual(wait);
  const said = `Shop60 is not paired. The message waits until it is: waypost channels pair ${body.id}`;
  const words = ["send", "--channel", body.id, "--to", "14155550162", "--text", "Hello"];
  const waited = await run(...words, "--wait", "sent", "--timeout", "1s");
  expect([waited.code, waited.stderr]).toEqual([6, expect.stringContaining(said)]);
  expect(waited.stderr).not.toContain("It may still arrive");
  expect((await run("messages", "get", id)).stdout).toContain(said);
});

test("a paused channel, a time to come and a person whose turn comes later are named", async () => {
  await waypost.call("PATCH", `/v1/channels/${waypost.channelId}`, { settings: { paused: true } });
  const paused = await send("14155550163");
  expect(await waitOf(paused)).toMatchObject({
    reason: "channel_paused",
    detail: expect.stringMatching(/ is paused\. The message waits until it is resumed\.$/),
  });
  const at = new Date(Date.now() + 3600_000).toISOString();
  const scheduled = await send("14155550164", { scheduled_at: at });
  expect(await waitOf(scheduled)).toEqual({
    reason: "scheduled",
    detail: `It is scheduled for ${at}.`,
    until: at,
  });
  await waypost.call("PATCH", `/v1/channels/${waypost.channelId}`, { settings: { paused: false } });
  await waypost.until(paused, "read");
  expect(await waitOf(paused)).toBeNull();
});

test("after a refusal, the reason is the refusal, and what comes after it waits for it", async () => {
  const first = await send("15550000261");
  const next = await send("15550000261");
  expect((await waitsFor(first, "retry")).detail).toMatch(
    /^The last attempt failed: .*\. The next one is at /,
  );
  expect((await waitsFor(next, "behind")).detail).toBe("1 earlier message to this person goes first.");
  for (const id of [first, next]) await waypost.until(id, "read");
});

test("where no daemon sends, that is said", async () => {
  const { call, channelId, stop } = await startTestDaemon({ config: { role: ["api"] } });
  try {
    const message = { channel_id: channelId, to: "14155550165", type: "text", content: { body: "Hello" } };
    const { body } = await call("POST", "/v1/messages", message);
    const { body: waiting } = await call("GET", `/v1/messages/${body.id}`);
    expect(waiting.waiting_for).toMatchObject({ reason: "no_worker", until: null });
  } finally {
    await stop();
  }
});

const UNTIL = "2026-11-21T10:00:00.000Z";
const row = (more: Partial<MessageRow> = {}) =>
  ({ scheduled_at: null, attempts: 0, error: null, ...more }) as MessageRow;
const waitWith = (more: Partial<Wait> = {}, channel: Partial<Wait["channel"]> = {}): Wait => ({
  ...{ id: "m", state: "queued", due_at: new Date(UNTIL), is_due: false, is_held: true, held_reason: null },
  ...{ ahead_of_person: 0, ahead: 0, roles: ["api", "worker", "gateway"], ...more },
  channel: {
    ...{ name: "Shop", platform: "whatsapp_unofficial", status: "connected", status_reason: null },
    ...{ is_deleted: false, settings: {}, rests_until: null, is_paired: true, ...channel },
  },
});
const error = (code: string, detail: string) =>
  JSON.stringify({ code, title: code, detail, provider_code: null, retryable: true });

test.each<[reason: string, detail: string, Wait, MessageRow?]>([
  [
    "disconnected",
    "Shop is disconnected. The message waits until it is connected.",
    waitWith({}, { status: "disconnected" }),
  ],
  [
    "connecting",
    "Shop is connecting. The message waits until it is connected.",
    waitWith({}, { status: "connecting" }),
  ],
  ["channel_deleted", "Shop was deleted.", waitWith({}, { is_deleted: true })],
  [
    "no_worker",
    "No daemon with the role gateway is running, which Shop needs to send. The message waits until one is.",
    waitWith({ roles: ["api", "worker"] }),
  ],
  [
    "restricted",
    "Shop is restricted: banned. The message waits until that is mended.",
    waitWith({}, { status: "restricted", status_reason: "banned" }),
  ],
  [
    "resting",
    `Shop rests until ${UNTIL}, as WhatsApp takes nothing from it for now.`,
    waitWith({}, { rests_until: UNTIL }),
  ],
  [
    "messaging_limit",
    `The limit of its portfolio is reached: Shop may write to this person at ${UNTIL}.`,
    waitWith({ held_reason: "messaging_limit" }),
  ],
  [
    "marketing_limit",
    `WhatsApp delivers no more marketing to this person for now. It goes at ${UNTIL}.`,
    waitWith({ held_reason: "marketing_limit" }),
  ],
  ["held_back", `It is held back until ${UNTIL}: spam.`, waitWith({ held_reason: "spam" })],
  [
    "file_converting",
    "Its file is being converted.",
    waitWith(),
    row({ attempts: 1, error: error("media_converting", "its file is being converted") }),
  ],
  [
    "outcome_unknown",
    `WhatsApp has not said whether it took the message. It is tried again at ${UNTIL}.`,
    waitWith({ state: "unknown" }),
  ],
  [
    "retry",
    `The last attempt failed: It is down. The next one is at ${UNTIL}.`,
    waitWith(),
    row({ attempts: 1, error: error("provider_unavailable", "It is down.") }),
  ],
  ["pace", `The pace of Shop lets it go at ${UNTIL}.`, waitWith()],
  ["behind", "3 earlier messages to this person go first.", waitWith({ ahead_of_person: 3 })],
  ["behind", "1 message of Shop goes first.", waitWith({ is_due: true, ahead: 1 })],
  ["behind", "More than 100 messages of Shop go first.", waitWith({ is_due: true, ahead: 101 })],
])("%s is said as %p", (reason, detail, wait, message = row()) => {
  expect(reasonOf(message, wait, PLATFORMS[wait.channel.platform])).toMatchObject({ reason, detail });
});

test("quiet hours are said with their end; what is due and first waits for nothing", () => {
  const quiet_hours = { from: "00:00", to: "23:59", time_zone: "UTC" };
  const quiet = reasonOf(row(), waitWith({}, { settings: { quiet_hours } }), PLATFORMS.whatsapp_unofficial);
  // within the one minute of the day that is not quiet, it is the pace
  expect(["quiet_hours", "pace"]).toContain(quiet?.reason ?? "");
  expect(reasonOf(row(), waitWith({ is_due: true }), PLATFORMS.whatsapp_unofficial)).toBeNull();
});
