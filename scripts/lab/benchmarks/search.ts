/** Searching messages by their words: how soon the index has what was there before it, its size, and how fast it is. */
import { addOfficial } from "../stage/sandbox.ts";
import { makeTalk, talkWord, VOCABULARY } from "../stage/stored/talk.ts";
import { copyTalk } from "../stage/stored/talk-copies.ts";
import type { Options } from "./options.ts";
import { type Figure, figure, quantile } from "./report.ts";
import type { Stage } from "./stage.ts";

const FULL = { messages: 1_000_000, times: 100, warmUp: 5 };
/** So many are drawn and indexed as after an upgrade; what is more is made of copies. */
const MOST_DRAWN = 250_000;
const QUICK = { messages: 300, times: 2, warmUp: 0 };
const DAYS = 28;
const LIMIT_MS = 200;

/** `stored` is how many messages there are. */
export async function measureSearch(stage: Stage, { quick, stored }: Options): Promise<Figure[]> {
  const plan = quick ? QUICK : FULL;
  const messages = stored > 0 ? stored : plan.messages;
  const copies = Math.ceil(messages / MOST_DRAWN) - 1;
  const drawn = Math.ceil(messages / (copies + 1));
  const channels = await store(stage, drawn, DAYS / (copies + 1));
  const minutes = (await indexAll(stage)) / 60_000;
  if (copies > 0)
    await copyTalk(stage.sql, copies, (made) =>
      process.stderr.write(`${made} of ${copies} copies are stored\n`),
    );
  const bytes = await indexBytes(stage);
  const figures = [
    figure("messages", drawn * (copies + 1), "", { digits: 0 }),
    figure("indexed, of what was there", drawn / minutes / 60, "a second", { digits: 0 }),
    figure("size of the index", bytes / 2 ** 20, "MiB", { digits: 0 }),
    figure("for a message", bytes / drawn / (copies + 1), "bytes", { digits: 0 }),
  ];
  for (const [name, query] of searches(channels.at(-1) ?? ""))
    figures.push(...(await measure(stage, name, query, plan)));
  return figures;
}

async function store({ daemon, sandbox, sql }: Stage, messages: number, days: number): Promise<string[]> {
  const more = await Promise.all([1, 2].map((nth) => addOfficial(sandbox, daemon.api, nth)));
  const [owner] = await sql<{ organizationId: string }[]>`
    select organization_id as "organizationId" from organizations`;
  if (owner === undefined) throw new Error("there is no organisation");
  const channelIds = [daemon.channelId, ...more];
  await makeTalk(sql, { ...owner, channelIds, messages, days }, (made) =>
    process.stderr.write(`${made} of ${messages} messages are stored\n`),
  );
  return channelIds;
}

/** Milliseconds until all messages are in the index, as after an upgrade. */
async function indexAll({ sql }: Stage): Promise<number> {
  const startedAt = performance.now();
  await sql`
    update message_search_places set earlier_than = floor(extract(epoch from now()) * 1000)::bigint + 60000`;
  while ((await sql`select from message_search_places where earlier_than is not null`).length > 0)
    await Bun.sleep(200);
  const took = performance.now() - startedAt;
  await sql`vacuum analyze message_search_words`;
  return took;
}

async function indexBytes({ sql }: Stage): Promise<number> {
  const [row] = await sql<{ bytes: number }[]>`
    select sum(pg_total_relation_size(name::regclass))::bigint as bytes
    from unnest(array['message_search_blocks', 'message_search_words']) as name`;
  return row?.bytes ?? 0;
}

/** What is searched for the nth time, by its name: another word each time. */
function searches(smallChannel: string): [string, (nth: number) => string][] {
  const common = (nth: number) => talkWord(1 + (nth % 20));
  const rare = (nth: number) => talkWord(VOCABULARY - 1 - nth);
  return [
    ["a common word", common],
    ["a rare word", rare],
    ["a word that nobody said", (nth) => `zzz${nth}`],
    ["two letters", (nth) => common(nth).slice(0, 2)],
    ["a common and a rare word", (nth) => `${common(nth)} ${rare(nth)}`],
    ["two words of the middle", (nth) => `${talkWord(1000 + nth)} ${talkWord(2000 + nth)}`],
    ["a common word in a small channel", (nth) => `${common(nth)}&channel_id=${smallChannel}`],
    ["a common word in a long conversation", (nth) => `${common(nth)}&conversation_id=cv_talk_0`],
  ];
}

async function measure(
  { daemon }: Stage,
  name: string,
  query: (nth: number) => string,
  { times, warmUp }: typeof FULL,
): Promise<Figure[]> {
  const took: number[] = [];
  for (let nth = 0; nth < times + warmUp; nth++) {
    const startedAt = performance.now();
    await daemon.api("GET", `/v1/messages/search?limit=20&q=${query(nth)}`);
    if (nth >= warmUp) took.push(performance.now() - startedAt);
  }
  return [
    figure(`${name}, p50`, quantile(took, 0.5), "ms"),
    figure(`${name}, p95`, quantile(took, 0.95), "ms", { atMost: LIMIT_MS }),
  ];
}
