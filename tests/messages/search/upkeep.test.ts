/** What was there before the index gets into it, and what a retention removes goes out of it. */
import { expect, test } from "bun:test";
import { messageIdBound } from "../../../daemon/lib/ids.ts";
import { createFollower } from "../../../daemon/messages/search/follow.ts";
import { writeWords } from "../../../daemon/messages/search/gather.ts";
import { momentsOf } from "../../../daemon/messages/search/moments.ts";
import { wordsOf } from "../../../daemon/messages/search/words.ts";
import { searchBlocks } from "../../../db/messages/search/blocks.ts";
import { searchedMessages } from "../../../db/messages/search/texts.ts";
import { makeTalk, talkWord } from "../../../scripts/lab/stage/stored/talk.ts";
import { take } from "../../inbound/support.ts";
import { forgetBefore } from "../../support/forget-before.ts";
import { sharedDaemon } from "../../support/shared-daemon.ts";
import { heard, indexed } from "./support.ts";

const waypost = sharedDaemon();
const MESSAGES = 400;
const DAY_MS = 24 * 3600_000;

type Page = { data: { id: string; text: string }[]; meta: { next_cursor: string | null } };

/** All that a search finds, page by page. */
async function all(q: string): Promise<Page["data"]> {
  const found: Page["data"] = [];
  let cursor = "";
  do {
    const path = `/v1/messages/search?limit=10&q=${encodeURIComponent(q)}${cursor}`;
    const { data, meta }: Page = (await waypost.call("GET", path)).body;
    found.push(...data);
    cursor = meta.next_cursor === null ? "" : `&cursor=${meta.next_cursor}`;
  } while (cursor !== "");
  return found;
}

async function blocks(): Promise<{ id: number; messages: number; is_merged: boolean; rows: number }[]> {
  return await waypost.sql`
    select id, messages, is_merged, (select count(*) from message_search_words where block_id = id) as rows
    from message_search_blocks order by starts_at desc`;
}

const send = (body: string) =>
  waypost.call("POST", "/v1/messages", {
    ...{ channel_id: waypost.channelId, to: "14155568201", type: "text", content: { body } },
    scheduled_at: new Date(Date.now() + 3600_000).toISOString(),
  });

test("messages of before the index are added to it in blocks of a week, and found beside new ones", async () => {
  const { organizationId, channelId } = waypost;
  const channelIds = [channelId, channelId, channelId];
  await makeTalk(waypost.sql, { organizationId, channelIds, messages: MESSAGES, days: 28 }, () => {});
  expect(await all("order")).toEqual([]);
  // as the migration leaves an organisation that has messages
  await waypost.sql`
    insert into message_search_places (organization_id, position, event_id, earlier_than)
    values (${organizationId}, 0, '', extract(epoch from now())::bigint * 1000 + 60000)
    on conflict (organization_id) do update set earlier_than = excluded.earlier_than`;
  await send("A new order");
  await indexed(waypost);
  const found = await all("order");
  expect(found).toHaveLength(MESSAGES / 2 + 1);
  expect(found.map(({ id }) => id)).toEqual(
    found
      .map(({ id }) => id)
      .sort()
      .reverse(),
  );
  expect(found[0]?.text).toBe("A new order");
  const made = await blocks();
  expect(made.length).toBeGreaterThanOrEqual(4);
  // the new one is in the index twice where its event is read after the first block was added
  const indexedMessages = made.reduce((sum, { messages }) => sum + messages, 0);
  expect([MESSAGES + 1, MESSAGES + 2]).toContain(indexedMessages);
});

test("every message is found by each of its words", async () => {
  const common = talkWord(1);
  const said = await waypost.sql<{ id: string }[]>`
    select id from messages where content ~ ${`(^|\\W)${common}`} order by id desc`;
  expect(said.length).toBeGreaterThan(50);
  expect((await all(common)).map(({ id }) => id)).toEqual(said.map(({ id }) => id));
  expect(await all("order 77")).toEqual(await all("77 ORDER"));
});

test("the index knows which channel a message is of", async () => {
  const { sql, organizationId, channelId } = waypost;
  const before = "ffffffff-ffff-ffff-ffff-ffffffffffff";
  const made = await searchBlocks(sql, organizationId, { before: Date.now() + DAY_MS, since: 0, most: 100 });
  const of = async (channel: string) => {
    const search = { organizationId, channelIds: [channel], words: wordsOf("order") };
    return (await momentsOf(sql, search, made, before)).length;
  };
  expect([await of(channelId), await of("ch_other")]).toEqual([MESSAGES / 2 + 1, 0]);
});

test("a block that is full has each word once, takes changes of its messages, and another one follows it", async () => {
  const original = heard("Anemone");
  await take(waypost, { messages: [original] });
  await indexed(waypost);
  await send("Anemone again");
  await indexed(waypost);
  const before = await blocks();
  // as if it were full
  await waypost.sql`update message_search_blocks set messages = 1000000 where id = ${before[0]?.id ?? 0}`;
  await send("Anemone once more");
  await indexed(waypost);
  await createFollower(waypost.sql, async () => null)();
  const [newest, full] = await blocks();
  expect([newest?.messages, newest?.is_merged, full?.is_merged]).toEqual([1, false, true]);
  expect(full?.rows).toBeLessThan(before[0]?.rows ?? 0);
  const edit = { original_message_id: original.id, message: { type: "text", text: { body: "An anemone" } } };
  await take(waypost, { messages: [heard({ type: "edit", edit })] });
  await indexed(waypost);
  expect(await blocks()).toHaveLength(before.length + 1);
  expect((await all("anemone")).map(({ text }) => text)).toEqual([
    ...["Anemone once more", "Anemone again", "An anemone"],
  ]);
});

test("messages of one moment, with which a block begins, are on several pages, each once", async () => {
  const { sql, organizationId } = waypost;
  await sql`update message_search_blocks set messages = 1000000`;
  const start = messageIdBound(Date.now() + 60_000).slice(0, 14);
  const ids = Array.from({ length: 25 }, (_, nth) => `${start}7000-8000-0000000000${10 + nth}`);
  await sql`
    insert into messages (organization_id, id, channel_id, conversation_id, direction, type, status, content,
      status_history, created_at, updated_at)
    select organization_id, one.id, channel_id, conversation_id, direction, type, status, '{"body":"Quince"}',
      status_history, created_at, updated_at
    from (select * from messages limit 1) as known cross join unnest(${ids}::uuid[]) as one (id)`;
  await writeWords(sql, async () => null, organizationId, await searchedMessages(sql, organizationId, ids));
  expect((await all("quince")).map(({ id }) => id)).toEqual(ids.toReversed());
});

test("a retention takes the words of its messages with it", async () => {
  const { organizationId } = waypost;
  const before = await blocks();
  await forgetBefore(waypost.sql, organizationId, new Date(Date.now() - 14 * DAY_MS));
  expect((await all("order")).length).toBeLessThan(MESSAGES / 2);
  expect((await blocks()).length).toBeLessThan(before.length);
  await forgetBefore(waypost.sql, organizationId, new Date(Date.now() + DAY_MS));
  expect(await blocks()).toEqual([]);
  expect(await waypost.sql`select from message_search_words`).toHaveLength(0);
  expect(await all("order")).toEqual([]);
});
