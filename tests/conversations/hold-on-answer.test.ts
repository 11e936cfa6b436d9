/** Who answers holds the conversation, on channels that say so; and what Meta's agent holds. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { metaAgent } from "./meta-agent.ts";
import { hear, newBot, newUser } from "./support.ts";

const waypost = sharedDaemon();
const set = (hold_on_answer: unknown) =>
  waypost.call("PATCH", `/v1/channels/${waypost.channelId}`, { settings: { hold_on_answer } });
beforeAll(async () => {
  expect((await set({ minutes: 30 })).status).toBe(200);
});
afterAll(async () => {
  await set(null);
});

let serial = 14155575000;
const heard = () => hear(waypost, String(++serial));
type Who = { call: typeof waypost.call };
const say = ({ call }: Who, conversation_id: string, more = {}) =>
  call("POST", "/v1/messages", { conversation_id, type: "text", content: { body: "Yes" }, ...more });
const holderOf = async (id: string) => (await waypost.call("GET", `/v1/conversations/${id}`)).body.held_by;

test("of bots that answer at once, the first holds it, and the others are refused", async () => {
  const ids = await Promise.all([1, 2, 3, 4].map(heard));
  const bots = await Promise.all([1, 2, 3, 4].map(() => newBot(waypost, true)));
  const asked = ids.flatMap((id) => bots.map((bot) => ({ id, bot })));
  const answers = await Promise.all(
    asked.map(async ({ id, bot }) => ({ id, by: bot.id, ...(await say(bot, id)) })),
  );
  for (const id of ids) {
    const ofOne = answers.filter((answer) => answer.id === id);
    const winners = ofOne.filter(({ status }) => status === 201);
    expect(winners).toHaveLength(1);
    expect(ofOne.filter(({ body }) => body.code === "conversation_held")).toHaveLength(3);
    expect(await holderOf(id)).toMatchObject({ type: "key", id: winners[0]?.by });
  }
});

test("a person takes it from a bot by answering, for as long as the channel says, and a key does not", async () => {
  const id = await heard();
  const [bot, person] = [await newBot(waypost, true), await newUser(waypost)];
  await say(bot, id);
  await say(waypost, id);
  expect(await holderOf(id)).toMatchObject({ id: bot.id });
  await say(person, id);
  const { id: by, since, until } = await holderOf(id);
  expect([by, Date.parse(until) - Date.parse(since)]).toEqual([person.id, 30 * 60_000]);
  expect((await say(bot, id)).status).toBe(409);
});

test("an answer prolongs a hold, and shortens none", async () => {
  const id = await heard();
  const person = await newUser(waypost);
  const until = new Date(Date.now() + 7_200_000).toISOString();
  await person.call("POST", `/v1/conversations/${id}/hold`, { until });
  const before = await holderOf(id);
  await say(person, id);
  expect(await holderOf(id)).toEqual(before);
});

test("only minutes are taken", async () => {
  for (const wrong of [{}, { minutes: 0 }, { minutes: 1.5 }, { minutes: 43_201 }, { hours: 1 }, true])
    expect((await set(wrong)).status).toBe(422);
});

const { tellAgent } = metaAgent(waypost);

test("what Meta's agent holds is no bot's, and a handover to it ends another's hold", async () => {
  const id = await tellAgent("14155576001");
  const bot = await newBot(waypost, true);
  expect(await holderOf(id)).toMatchObject({ type: "meta_agent", id: null, until: null });
  expect((await say(bot, id)).body).toMatchObject({
    code: "conversation_held",
    held_by: { type: "meta_agent" },
  });
  const hold = ({ call }: Who, verb: string) => call("POST", `/v1/conversations/${id}/${verb}`, {});
  expect((await hold(bot, "hold")).status).toBe(409);
  expect((await hold(waypost, "release")).status).toBe(409);
});
