/** How long people wait: what is kept of it, and what is not. */
import { beforeEach, expect, test } from "bun:test";
import { mergeContacts } from "../../db/contacts/contacts.ts";
import { answer, hear, newBot, newUser } from "../conversations/support.ts";
import { take } from "../inbound/support.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";

const waypost = sharedDaemon();

beforeEach(async () => {
  await waypost.sql`delete from response_times`;
});

let serial = 0;
const somebody = () => `141555692${String(++serial).padStart(2, "0")}`;
const patch = (id: string, body: object, call = waypost.call) =>
  call("PATCH", `/v1/conversations/${id}`, body);
const phoneOf = async (id: string) =>
  (await waypost.call("GET", `/v1/conversations/${id}`)).body.contact.phone_number.slice(1) as string;

type Kept = { kind: string; author: string; team_id: string | null; minutes: number };

/** What is kept of a conversation, in whole minutes. */
async function keptOf(id: string): Promise<Kept[]> {
  return await waypost.sql<Kept[]>`
    select kind, author, team_id, round(extract(epoch from ended_at - began_at) / 60)::int as minutes
    from response_times where conversation_id = ${id} order by kind, began_at`;
}

/** Somebody wrote so many minutes ago. */
const wrote = (minutes: number, from = somebody()) => hear(waypost, from, minutes * 60);

/** The business wrote on its phone, so many minutes ago. */
async function echo(id: string, minutes: number): Promise<void> {
  const timestamp = String(Math.floor(Date.now() / 1000) - minutes * 60);
  const message = { from: "15550990100", to: await phoneOf(id), id: `wamid.times.${++serial}`, timestamp };
  const said = { ...message, type: "text", text: { body: "At nine" } };
  await take(waypost, { message_echoes: [said] }, "smb_message_echoes");
}

test("the first answer counts from the first message that nobody had answered, by who gave it", async () => {
  const user = await newUser(waypost);
  const bot = await newBot(waypost);
  const id = await wrote(30);
  await wrote(20, await phoneOf(id));
  await answer(user, id);
  await answer(user, id);
  await wrote(10, await phoneOf(id));
  await answer(bot, id);
  expect(await keptOf(id)).toEqual([
    { kind: "answer", author: user.id, team_id: null, minutes: 30 },
    { kind: "answer", author: bot.id, team_id: null, minutes: 10 },
  ]);
});

test("what is written on the business's phone answers as well", async () => {
  const id = await wrote(30);
  await echo(id, 10);
  expect(await keptOf(id)).toMatchObject([{ kind: "answer", author: "phone", minutes: 20 }]);
});

test("an answer that is cancelled was none, and the next one counts from the same time", async () => {
  const id = await wrote(30);
  const scheduled_at = new Date(Date.now() + 60 * 60_000).toISOString();
  const message = await answer(waypost, id, { scheduled_at });
  expect(await keptOf(id)).toMatchObject([{ minutes: 90 }]);
  await waypost.call("POST", `/v1/messages/${message}/cancel`);
  expect(await keptOf(id)).toEqual([]);
  await answer(waypost, id);
  expect(await keptOf(id)).toMatchObject([{ minutes: 30 }]);
});

test("a broadcast answers nobody", async () => {
  const id = await wrote(30);
  await waypost.sql`update messages set broadcast_id = 'bc_times' where id = ${await answer(waypost, id)}`;
  await waypost.sql`delete from response_times`;
  for (const status of ["closed", "open"]) await patch(id, { status });
  await patch(id, { status: "closed" });
  expect((await keptOf(id)).filter(({ kind }) => kind === "answer")).toEqual([]);
});

test("what a phone's history brings counts for nothing, and what follows does", async () => {
  const id = await wrote(60 * 24 * 3);
  await answer(waypost, id);
  await patch(id, { status: "closed" });
  expect(await keptOf(id)).toEqual([]);
  await wrote(5, await phoneOf(id));
  await patch(id, { status: "closed" });
  expect(await keptOf(id)).toMatchObject([{ kind: "resolution", minutes: 5 }]);
  await wrote(5, await phoneOf(id));
  await echo(id, 60 * 24 * 3);
  expect((await keptOf(id)).map(({ kind }) => kind)).toEqual(["resolution"]);
});

test("the confirmation of a stop word answers, and is kept apart", async () => {
  const id = await hear(waypost, somebody(), 60, { text: { body: "STOP" } });
  expect(await keptOf(id)).toMatchObject([{ kind: "automatic", author: "opt_out", minutes: 1 }]);
});

test("an answer of Waypost itself is kept apart, and the wait goes on", async () => {
  const hours = { zone: "UTC", days: [{ day: dayAfterTomorrow(), from: "12:00", to: "13:00" }] };
  await waypost.call("PUT", "/v1/settings/inbox", { hours, away: { text: "Back soon." } });
  const id = await wrote(15);
  await waypost.call("PUT", "/v1/settings/inbox", {});
  await answer(waypost, id);
  expect((await keptOf(id)).map(({ kind, minutes }) => [kind, minutes])).toEqual([
    ["answer", 15],
    ["automatic", 15],
  ]);
});

function dayAfterTomorrow(): string {
  return ["sun", "mon", "tue", "wed", "thu", "fri", "sat"][(new Date().getUTCDay() + 2) % 7] ?? "sun";
}

test("a conversation is open from the first message after it was closed until somebody closes it", async () => {
  const user = await newUser(waypost);
  const id = await wrote(60);
  await wrote(50, await phoneOf(id));
  await patch(id, { status: "closed" }, user.call);
  await wrote(0, await phoneOf(id));
  await patch(id, { status: "snoozed" });
  await patch(id, { status: "closed" });
  const resolutions = (await keptOf(id)).map(({ kind, minutes }) => [kind, minutes]);
  expect(resolutions).toEqual([
    ["resolution", 60],
    ["resolution", 0],
  ]);
  expect((await keptOf(id))[0]?.author).toBe(user.id);
});

test("one that is opened again by hand was not done, and keeps its beginning", async () => {
  const id = await wrote(60);
  await patch(id, { status: "closed" });
  await patch(id, { status: "open" });
  expect(await keptOf(id)).toEqual([]);
  await patch(id, { status: "closed" });
  expect(await keptOf(id)).toMatchObject([{ kind: "resolution", minutes: 60 }]);
  await wrote(10, await phoneOf(id));
  for (const status of ["closed", "open", "closed"]) await patch(id, { status });
  expect((await keptOf(id)).map(({ minutes }) => minutes)).toEqual([60, 10]);
});

test("what nobody wrote in is not done by closing it, nor what the rules close", async () => {
  const body = { channel_id: waypost.channelId, to: somebody(), type: "text", content: { body: "Hi" } };
  const { id } = (await waypost.call("POST", "/v1/messages", body)).body;
  const unheard = (await waypost.call("GET", `/v1/messages/${id}`)).body.conversation_id;
  expect((await patch(unheard, { status: "closed" })).status).toBe(200);
  const quiet = await wrote(60);
  // as the rules do
  await waypost.sql`select update_conversation(${waypost.organizationId}, ${quiet}, '{"status":"closed"}')`;
  expect((await waypost.call("GET", `/v1/conversations/${quiet}`)).body.status).toBe("closed");
  expect([await keptOf(unheard), await keptOf(quiet)]).toEqual([[], []]);
  await wrote(10, await phoneOf(quiet));
  await patch(quiet, { status: "closed" });
  expect(await keptOf(quiet)).toMatchObject([{ minutes: 10 }]);
});

test("what was kept of two who become one is of the one that stays", async () => {
  const [kept, gone] = [await wrote(30), await wrote(20)];
  for (const id of [kept, gone]) await answer(waypost, id);
  const of = async (id: string) =>
    (await waypost.call("GET", `/v1/conversations/${id}`)).body.contact_id as string;
  await mergeContacts(waypost.sql, waypost.organizationId, await of(kept), await of(gone));
  expect((await keptOf(kept)).map(({ minutes }) => minutes)).toEqual([30, 20]);
  expect(await keptOf(gone)).toEqual([]);
});

test("it counts for the team whose it was", async () => {
  const { id: team_id } = (await waypost.call("POST", "/v1/teams", { name: "Returns" })).body;
  const id = await wrote(30);
  await patch(id, { team_id });
  await answer(waypost, id);
  await patch(id, { team_id: null });
  expect(await keptOf(id)).toMatchObject([{ team_id, minutes: 30 }]);
});
