/** What waits is kept, and sent from the new number, which begins as a stranger. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { ADA } from "../chat.ts";
import { type NumberSite, OTHER, startNumberSite } from "./site.ts";

let site: NumberSite;
beforeAll(async () => {
  site = await startNumberSite();
});
afterAll(() => site.stop());

const path = () => `/v1/channels/${site.channelId}`;
test("what waits goes out from the new number, but no second copy of what may have gone, and WhatsApp's restriction stays behind", async () => {
  const { sql } = site.daemon;
  await site.receive("text", { body: "Hello" });
  await site.logOut();
  const [kept, doubtful] = [
    await site.send("text", { body: "Waits" }),
    await site.send("text", { body: "Perhaps sent" }),
  ];
  await sql`update lane_items set state = 'unknown', attempt = 1, started_at = now() where item_id = ${doubtful}`;
  await sql`
    update web_sessions set restricted_until = now() + interval '1 day', restricted_reason = 'too many new chats'
    where channel_id = ${site.channelId}`;
  await site.pairWith(OTHER, { replace_number: true, waiting: "keep" });
  await site.until("connected");
  expect(await site.daemon.until(kept, "read")).toMatchObject({ channel_number: `+${OTHER}` });
  expect(site.sendersTo(ADA)).toEqual([OTHER]);
  expect(await site.message(doubtful)).toMatchObject({
    status: "failed",
    error: { code: "outcome_unknown" },
  });
});

test("what is reported for the second of the change, in whole seconds, is of the new number", async () => {
  const numberAt = async (moment: string) => {
    const history = JSON.stringify([{ status: "delivered", at: moment }]);
    const [row] = await site.daemon.sql<{ number: string | null }[]>`
      select number_at(organization_id, id, written_at(
        'outbound', gen_random_uuid(), 'delivered', ${history}::text::jsonb, now()
      )) as number from channels where id = ${site.channelId}`;
    return row?.number;
  };
  const [change] = await site.daemon.sql<{ second: string; before: string }[]>`
    select to_json(date_trunc('second', until))::text as second,
      to_json(date_trunc('second', until) - interval '1 ms')::text as before
    from channel_numbers where channel_id = ${site.channelId}`;
  expect(await numberAt(JSON.parse(change?.second ?? ""))).toBeNull();
  expect(await numberAt(JSON.parse(change?.before ?? ""))).toBe("+15557010001");
});

test("people who wrote to the number before are new to this one, and its warm-up begins", async () => {
  const { sql } = site.daemon;
  await sql`update channels set created_at = now() - interval '100 days' where id = ${site.channelId}`;
  await site.daemon.call("PATCH", path(), {
    settings: { warmup: { new_contacts_per_day: 5, most_per_day: 1000 } },
  });
  const { body } = await site.daemon.call("GET", `${path()}/limits`);
  expect(body.new_contacts).toEqual({ per_day: 5, used: 1 });
});

test("`waiting` without `replace_number` is a mistake", async () => {
  const answer = await site.daemon.call("POST", `${path()}/connect`, { waiting: "keep" });
  expect(answer).toMatchObject({ status: 422, body: { detail: "/waiting: only with replace_number" } });
});
