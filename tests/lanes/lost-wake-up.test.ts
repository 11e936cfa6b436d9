import { expect, test } from "bun:test";
import { overdueLanes } from "../support/looks.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";

const waypost = sharedDaemon();

/** A message in its lane with no job that would wake the lane, due this long ago. */
async function strand(to: string, age: string): Promise<string> {
  const body = { channel_id: waypost.channelId, to, type: "text", content: { body: "x" } };
  const later = new Date(Date.now() + 3600_000).toISOString();
  const accepted = await waypost.call("POST", "/v1/messages", { ...body, scheduled_at: later });
  await waypost.sql`update lane_items set due_at = now() - ${age}::interval where item_id = ${accepted.body.id}`;
  return accepted.body.id;
}

test("a lane whose wake-up was lost is found and drained", async () => {
  const id = await strand("14155550100", "1 minute");
  await waypost.until(id, "read");
});

test("only lanes that have waited for long, and that nobody owns, are overdue", async () => {
  await strand("14155550101", "1 second");
  expect(await overdueLanes(waypost.sql)).toEqual([]);
});
