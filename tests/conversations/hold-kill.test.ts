/** Daemons that are killed while people hold conversations and bots answer in them: no hold outlives its end, no answer of a bot is lost, or begun while a person holds. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { freePort } from "../../scripts/lib/free-port.ts";
import { caller, UNPACED } from "../support/daemon.ts";
import { type DaemonProcess, prepareSite, type Site } from "../support/daemon-process.ts";
import { LONG_MS } from "../support/long.ts";
import { eventually, until } from "../support/until.ts";

const PEOPLE = ["14155579001", "14155579002", "14155579003", "14155579004"];
const ROUNDS = 6;
const KILLS = 3;

type Call = ReturnType<typeof caller>;
type Answer = { id: string; conversation: string; at: number };
/** While somebody held it for certain: from the answer to the request until its end, or until they released it. */
type Hold = { conversation: string; from: number; to: number };
const port = freePort();
let site: Site;
let daemon: DaemonProcess;
const start = async () => {
  daemon = await site.start(port, { WAYPOST_OUTCOME_GRACE_SECONDS: "1" });
};
beforeAll(async () => {
  site = await prepareSite(port, UNPACED);
  await start();
});
afterAll(() => site.stop());

/** Asks until a daemon answers. */
const asked = (ask: () => Promise<Awaited<ReturnType<Call>> | null>) =>
  eventually("answer", () => ask().catch(() => null), LONG_MS);
const url = `http://127.0.0.1:${port}`;
const newBot = async (when_held: string): Promise<Call> => {
  const permissions = ["messages:read", "messages:send"];
  const made = await caller(url, site.key)("POST", "/v1/api-keys", {
    name: when_held,
    permissions,
    bot: { when_held },
  });
  return caller(url, made.body.key);
};
const newPerson = async (): Promise<Call> => {
  const { headers } = await caller(url, null)("POST", "/v1/auth/login", site.user);
  const token = /waypost_session=(\S+?);/.exec(headers.get("set-cookie") ?? "")?.[1];
  return (method, path, body) => caller(url, null)(method, path, body, { authorization: `Bearer ${token}` });
};
const hear = async (from: string): Promise<string> => {
  await fetch(`${site.sandbox.url}/sandbox/inbound`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ from, text: "Hi" }),
  });
  const found = () => caller(url, site.key)("GET", `/v1/conversations?q=${from}`);
  return await eventually("conversation", async () => (await found()).body.data[0]?.id);
};
const answerIn = (conversation_id: string) => ({ conversation_id, type: "text", content: { body: "Yes" } });
/** What was told of who holds a conversation, in order. */
const toldOf = async (conversation: string): Promise<string[]> => {
  const rows = await site.sql<{ what: string }[]>`
    select split_part(type, '.', 2) as what from events
    where type in ('conversation.held', 'conversation.released') and body::json ->> 'conversation_id' = ${conversation}
    order by id`;
  return rows.map(({ what }) => what);
};
const isHeld = async (conversation: string) => {
  const [row] = await site.sql`select held_by from conversations where id = ${conversation}`;
  return row?.held_by !== null;
};

/** A person who holds the conversation and releases it, or lets it end by the clock, again and again. */
async function holdAndRelease(person: Call, conversation: string, holds: Hold[]): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    const byClock = round % 2 === 0;
    const { from, ends } = await hold(person, conversation, byClock ? 1000 : 60_000);
    if (byClock) await until(async () => !(await isHeld(conversation)), LONG_MS);
    else await Bun.sleep(300);
    holds.push({ conversation, from, to: byClock ? ends : Date.now() });
    if (!byClock) await asked(() => person("POST", `/v1/conversations/${conversation}/release`));
    await Bun.sleep(100);
  }
}

/** Holds a conversation for so long from the request on that a daemon answers. */
async function hold(person: Call, conversation: string, milliseconds: number) {
  let ends = 0;
  const { status } = await asked(async () => {
    ends = Date.now() + milliseconds;
    const until = new Date(ends).toISOString();
    const answer = await person("POST", `/v1/conversations/${conversation}/hold`, { until });
    // on a busy machine it can be over before it is taken
    return answer.status === 422 && Date.now() > ends ? null : answer;
  });
  expect(status).toBe(200);
  return { from: Date.now(), ends };
}

/** Answers until nobody holds any more; resolves with what was accepted. */
async function answer(bot: Call, conversation: string, isOver: () => boolean): Promise<Answer[]> {
  const accepted: Answer[] = [];
  while (!isOver()) {
    const key = { "idempotency-key": crypto.randomUUID() };
    const sent = await asked(() => bot("POST", "/v1/messages", answerIn(conversation), key));
    if (sent.status === 201) accepted.push({ id: sent.body.id, conversation, at: Date.now() });
    else expect(sent.body.code).toBe("conversation_held");
    await Bun.sleep(50);
  }
  return accepted;
}

const isWhile = (holds: Hold[], conversation: string, at: number) =>
  holds.some((hold) => hold.conversation === conversation && hold.from < at && at < hold.to);

/** The messages that were sent first while somebody held their conversation. */
async function begunWhile(holds: Hold[], ids: string[]): Promise<string[]> {
  const first = await site.sql<{ id: string; conversation: string; at: Date }[]>`
    select message.id, message.conversation_id as conversation, attempt.started_at as at
    from messages as message join message_attempts as attempt on attempt.message_id = message.id and attempt.attempt = 1
    where message.id in ${site.sql(ids)}`;
  expect(first).toHaveLength(ids.length);
  return first
    .filter(({ conversation, at }) => isWhile(holds, conversation, at.getTime()))
    .map(({ id }) => id);
}

/** The messages that nobody got, and those that somebody got twice without their record saying that this may be. */
async function copies(ids: string[]): Promise<{ missing: string[]; twice: string[] }> {
  const response = await fetch(`${site.sandbox.url}/sandbox/messages?limit=100000`);
  const { data } = (await response.json()) as { data: { biz_opaque_callback_data: string }[] };
  const sent = Map.groupBy(data, (call) => call.biz_opaque_callback_data);
  const doubted = await site.sql<{ message_id: string }[]>`
    select message_id from message_attempts where possible_duplicate`;
  const mayBeTwice = new Set(doubted.map(({ message_id }) => message_id));
  return {
    missing: ids.filter((id) => !sent.has(id)),
    twice: ids.filter((id) => (sent.get(id)?.length ?? 0) > 1 && !mayBeTwice.has(id)),
  };
}

test(
  "holds, releases and bots that answer outlive kills",
  async () => {
    const conversations = await Promise.all(PEOPLE.map(hear));
    const [person, waits, refused] = [await newPerson(), await newBot("wait"), await newBot("refuse")];
    const holds: Hold[] = [];
    let isOver = false;
    const holding = Promise.all(conversations.map((id) => holdAndRelease(person, id, holds)));
    const answering = Promise.all(
      conversations.flatMap((id) => [waits, refused].map((bot) => answer(bot, id, () => isOver))),
    );
    for (let kill = 1; kill <= KILLS; kill++) {
      await until(() => holds.length >= (kill * ROUNDS * PEOPLE.length) / (KILLS + 1), LONG_MS);
      await daemon.kill();
      await start();
    }
    await holding;
    isOver = true;
    const accepted = (await answering).flat();
    const ids = accepted.map(({ id }) => id);
    const ended = async () =>
      await site.sql`
        select from messages where id in ${site.sql(ids)} and status in ('sent', 'delivered', 'read')`;
    await until(async () => (await ended()).length === ids.length, LONG_MS);
    expect(await copies(ids)).toEqual({ missing: [], twice: [] });
    expect(await begunWhile(holds, ids)).toEqual([]);
    expect(accepted.some(({ conversation, at }) => isWhile(holds, conversation, at))).toBe(true);
    for (const id of conversations) {
      expect(await isHeld(id)).toBe(false);
      const told = await toldOf(id);
      expect(told.at(-1)).toBe("released");
      expect(told.some((what, nth) => what === "released" && told[nth - 1] !== "held")).toBe(false);
    }
  },
  LONG_MS,
);

test("a hold that ends while no daemon runs is over at the next start, and what waited goes once", async () => {
  const conversation = await hear("14155579009");
  const [person, waits] = [await newPerson(), await newBot("wait")];
  const { ends } = await hold(person, conversation, 5000);
  const { body: waiting } = await waits("POST", "/v1/messages", answerIn(conversation));
  await daemon.kill();
  expect(await toldOf(conversation)).toEqual(["held"]);
  await until(() => Date.now() > ends);
  await start();
  await until(async () => (await toldOf(conversation)).length === 2);
  expect(await toldOf(conversation)).toEqual(["held", "released"]);
  expect(await isHeld(conversation)).toBe(false);
  await until(async () =>
    ["delivered", "read"].includes((await waits("GET", `/v1/messages/${waiting.id}`)).body.status),
  );
  expect(await copies([waiting.id])).toEqual({ missing: [], twice: [] });
});
