/** Which conversations wait for an answer, since when, and whose they are. */
import { expect, test } from "bun:test";
import { take } from "../inbound/support.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { eventually, until } from "../support/until.ts";
import { answer, hear, idsOf, newUser } from "./support.ts";

const waypost = sharedDaemon();

const secondsAgo = (seconds: number) =>
  new Date((Math.floor(Date.now() / 1000) - seconds) * 1000).toISOString();
const shown = async (id: string) => (await waypost.call("GET", `/v1/conversations/${id}`)).body;
const since = async (id: string): Promise<string | null> => (await shown(id)).waiting_since;

test("a conversation is unanswered while the last message is the contact's", async () => {
  const [open, done] = [await hear(waypost, "14155564201"), await hear(waypost, "14155564202")];
  await answer(waypost, done);
  expect(await idsOf(waypost, "unanswered=true&q=141555642")).toEqual([open]);
  expect(await idsOf(waypost, "unanswered=false&q=141555642")).toEqual([done]);
  expect([(await shown(open)).unanswered, (await shown(done)).unanswered]).toEqual([true, false]);
  await hear(waypost, "14155564202");
  expect((await shown(done)).unanswered).toBe(true);
});

test("somebody waits since the first of their messages that nobody answered", async () => {
  const id = await hear(waypost, "14155564401", 120);
  await hear(waypost, "14155564401", 60);
  expect(await since(id)).toBeOneOf([secondsAgo(120), secondsAgo(121)]);
  await answer(waypost, id);
  expect(await since(id)).toBeNull();
  await hear(waypost, "14155564401", 30);
  await hear(waypost, "14155564401", 10);
  expect(await since(id)).toBeOneOf([secondsAgo(30), secondsAgo(31)]);
});

test("an answer is one from when it is accepted, and none once it is cancelled", async () => {
  const id = await hear(waypost, "14155564402");
  const waits = await since(id);
  const tomorrow = new Date(Date.now() + 24 * 3600_000).toISOString();
  const message = await answer(waypost, id, { scheduled_at: tomorrow });
  expect(await since(id)).toBeNull();
  await waypost.call("POST", `/v1/messages/${message}/cancel`);
  expect(await since(id)).toBe(waits);
});

test("an answer that could not be delivered is none", async () => {
  const id = await hear(waypost, "15550000142");
  const waits = await since(id);
  const message = await answer(waypost, id);
  await until(async () => (await waypost.call("GET", `/v1/messages/${message}`)).body.status === "failed");
  expect(await since(id)).toBe(waits);
  expect(await idsOf(waypost, "unanswered=true&q=15550000142")).toEqual([id]);
});

test("a reaction waits for nothing, and a receipt answers nothing", async () => {
  const id = await hear(waypost, "14155564403");
  const [message] = (await waypost.call("GET", `/v1/messages?conversation_id=${id}`)).body.data;
  const receipt = { type: "mark_as_read", content: { message_id: message.id } };
  await answer(waypost, id, receipt);
  expect(await since(id)).not.toBeNull();
  const answered = await answer(waypost, id);
  const sent = await eventually("the answer's id on the platform", async () => {
    const { body } = await waypost.call("GET", `/v1/messages/${answered}`);
    return body.provider_message_id;
  });
  await hear(waypost, "14155564403", 0, { type: "reaction", reaction: { message_id: sent, emoji: "👍" } });
  expect(await since(id)).toBeNull();
});

test("what goes to many answers nobody, also when it is counted again", async () => {
  const id = await hear(waypost, "14155564409", 60);
  await waypost.sql`update messages set broadcast_id = 'bc_test' where id = ${await answer(waypost, id)}`;
  for (const status of ["closed", "open"]) await waypost.call("PATCH", `/v1/conversations/${id}`, { status });
  expect(await since(id)).not.toBeNull();
});

test("what the business writes on its phone answers", async () => {
  const id = await hear(waypost, "14155564404");
  const now = String(Math.floor(Date.now() / 1000));
  const echo = { from: "15550990100", to: "14155564404", id: "wamid.waiting.echo", timestamp: now };
  await take(
    waypost,
    { message_echoes: [{ ...echo, type: "text", text: { body: "At nine" } }] },
    "smb_message_echoes",
  );
  expect(await since(id)).toBeNull();
});

test("closing settles what was said; opening again by hand takes that back, writing does not", async () => {
  const id = await hear(waypost, "14155564405", 90);
  const waits = await since(id);
  const turn = (status: string) => waypost.call("PATCH", `/v1/conversations/${id}`, { status });
  expect((await turn("closed")).body).toMatchObject({ unanswered: false, waiting_since: null });
  expect((await turn("open")).body).toMatchObject({ unanswered: true, waiting_since: waits });
  await turn("closed");
  await hear(waypost, "14155564405", 5);
  expect(await since(id)).toBeOneOf([secondsAgo(5), secondsAgo(6)]);
  await turn("snoozed");
  expect(await since(id)).toBeOneOf([secondsAgo(5), secondsAgo(6), secondsAgo(7)]);
});

test("what was closed again is settled until then, also when an answer is taken back", async () => {
  const id = await hear(waypost, "14155564410", 90);
  const turn = (body: object) => waypost.call("PATCH", `/v1/conversations/${id}`, body);
  await turn({ status: "closed" });
  await hear(waypost, "14155564410", 60);
  await turn({ status: "closed" });
  const waits = await since(await hear(waypost, "14155564410", 30));
  const scheduled_at = new Date(Date.now() + 24 * 3600_000).toISOString();
  await waypost.call("POST", `/v1/messages/${await answer(waypost, id, { scheduled_at })}/cancel`);
  expect(await since(id)).toBe(waits);
});

test("whose a closed conversation is changes nothing about when it was settled", async () => {
  const id = await hear(waypost, "14155564411", 90);
  const turn = (body: object) => waypost.call("PATCH", `/v1/conversations/${id}`, body);
  await turn({ status: "closed" });
  const settled = async () =>
    (await waypost.sql`select settled_at from conversations where id = ${id}`)[0]?.settled_at;
  const before = await settled();
  await turn({ assignee_id: (await newUser(waypost)).id });
  expect(await settled()).toEqual(before);
});

test("of two conversations that become one, the first message that nobody answered counts", async () => {
  const [kept, gone] = [await hear(waypost, "14155564406", 40), await hear(waypost, "14155564407", 80)];
  const waits = await since(gone);
  const into = (await shown(kept)).contact_id;
  await waypost.call("POST", `/v1/contacts/${(await shown(gone)).contact_id}/merge`, { contact_id: into });
  expect(await since(kept)).toBe(await since(gone));
  // by arrival
  expect(await since(kept)).not.toBe(waits);
});

test("nobody waits in a conversation whose contact was deleted", async () => {
  const id = await hear(waypost, "14155564408");
  await waypost.call("DELETE", `/v1/contacts/${(await shown(id)).contact_id}`);
  expect(await shown(id)).toMatchObject({ unanswered: false, waiting_since: null });
  for (const status of ["closed", "open"]) await waypost.call("PATCH", `/v1/conversations/${id}`, { status });
  expect(await since(id)).toBeNull();
});

test("who writes while they are answered waits no longer than since then", async () => {
  const people = Array.from({ length: 12 }, (_, nth) => `141555645${String(nth).padStart(2, "0")}`);
  const ids = await Promise.all(people.map((phone) => hear(waypost, phone, 300)));
  await Promise.all(ids.flatMap((id, nth) => [hear(waypost, people[nth] ?? ""), answer(waypost, id)]));
  for (const id of ids) {
    const [newest] = (await waypost.call("GET", `/v1/messages?conversation_id=${id}`)).body.data;
    expect(await since(id)).toBe(newest.direction === "inbound" ? newest.created_at : null);
  }
});

test("conversations are filtered by mine and by nobody's", async () => {
  const [mine, theirs, free] = [
    await hear(waypost, "14155564301"),
    await hear(waypost, "14155564302"),
    await hear(waypost, "14155564303"),
  ];
  const [me, other] = [await newUser(waypost), await newUser(waypost)];
  await waypost.call("PATCH", `/v1/conversations/${mine}`, { assignee_id: me.id });
  await waypost.call("PATCH", `/v1/conversations/${theirs}`, { assignee_id: other.id });
  expect(await idsOf(me, "assignee_id=me")).toEqual([mine]);
  expect(await idsOf(me, "assignee_id=none&q=141555643")).toEqual([free]);
  expect(await idsOf(waypost, "assignee_id=none&unanswered=true&limit=1&q=141555643")).toEqual([free]);
});

test("a key has no conversations of its own", async () => {
  const refused = await waypost.call("GET", "/v1/conversations?assignee_id=me");
  expect(refused).toMatchObject({ status: 422, body: { errors: [{ path: "/assignee_id" }] } });
});
