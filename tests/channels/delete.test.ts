import { expect, test } from "bun:test";
import { acceptMessages } from "../../db/messages/accept/accept.ts";
import { textInput } from "../messages/text-input.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { until } from "../support/until.ts";

const waypost = sharedDaemon();

/** Of docs/sandbox.md: taken, but neither answered nor reported. */
const ANSWER_LOST_SILENT = "15550000699";

async function send(to: string, more: object = {}): Promise<string> {
  const body = { channel_id: waypost.channelId, to, type: "text", content: { body: "x" }, ...more };
  return (await waypost.call("POST", "/v1/messages", body)).body.id;
}

test("waiting messages of a deleted channel are cancelled; those that may have gone out are not", async () => {
  const waiting = await send("14155550100", { scheduled_at: new Date(Date.now() + 3600_000).toISOString() });
  const doubtful = await send(ANSWER_LOST_SILENT);
  await until(async () => (await waypost.sql`select from lane_items where state = 'unknown'`).length > 0);
  expect((await waypost.call("DELETE", `/v1/channels/${waypost.channelId}`)).status).toBe(204);
  await waypost.until(waiting, "cancelled");
  expect(await waypost.until(doubtful, "failed")).toMatchObject({ error: { code: "outcome_unknown" } });
});

test("a message accepted by a daemon that had not heard of the deletion is cancelled", async () => {
  const id = Bun.randomUUIDv7();
  await acceptMessages(waypost.sql, [
    textInput({ id, organization_id: waypost.organizationId, channel_id: waypost.channelId }),
  ]);
  await waypost.until(id, "cancelled");
});
