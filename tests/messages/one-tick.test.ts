/** A message that stays at one tick for a day is named, on its record and by the client. */
import { expect, test } from "bun:test";
import { oneTickReason } from "../../daemon/messages/waiting/one-tick.ts";
import { runCli } from "../cli/run-cli.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";

const waypost = sharedDaemon();
const NOW = new Date("2026-11-30T12:00:00.000Z");
const SENT = {
  ...{ direction: "outbound" as const, type: "text", status: "sent", user_id: null, imported_from: null },
  status_history: [
    { status: "queued", at: "2026-11-01T11:00:00.000Z" },
    { status: "sent", at: "2026-11-29T11:00:00.000Z" },
  ],
};

test("it says since when, and what may be the reason", () => {
  expect(oneTickReason(SENT, NOW)).toEqual({
    reason: "one_tick",
    detail: expect.stringMatching(/^It is at one tick since 2026-11-29T11:00:00\.000Z: .*blocked the number/),
    until: null,
  });
});

test.each([
  ["that was sent less than a day ago", { status_history: [{ status: "sent", at: NOW.toISOString() }] }],
  ["that was delivered", { status: "delivered" }],
  ["that was received", { direction: "inbound" as const }],
  ["in a group", { user_id: "120363041234567890@g.us" }],
  ["that has no ticks", { type: "mark_as_read" }],
  ["that was imported", { imported_from: "phone" }],
])("a message %s is not named", (_, more) => {
  expect(oneTickReason({ ...SENT, ...more }, NOW)).toBeNull();
});

test("the record and the client say it of a message that nobody's phone took", async () => {
  const message = { channel_id: waypost.channelId, to: "15550000401", type: "template", content: TEMPLATE };
  const { id } = (await waypost.call("POST", "/v1/messages", message)).body;
  await waypost.until(id, "sent");
  const yesterday = JSON.stringify([{ status: "sent", at: new Date(Date.now() - 25 * 3600_000) }]);
  await waypost.sql`update messages set status_history = ${yesterday}::text::jsonb where id = ${id}`;
  const { body } = await waypost.call("GET", `/v1/messages/${id}`);
  expect(body.waiting_for?.reason).toBe("one_tick");
  const shown = await runCli(["messages", "get", id], {
    env: { WAYPOST_URL: waypost.url, WAYPOST_API_KEY: waypost.key },
  });
  expect(shown.stdout).toContain("It is at one tick since");
});

const TEMPLATE = { template: { name: "hello_world", language: { code: "en_US" } } };
