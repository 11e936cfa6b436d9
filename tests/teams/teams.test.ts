/** Teams: their names and members, and whose conversations are that are theirs. */
import { beforeEach, expect, test } from "bun:test";
import { mergeContacts } from "../../db/contacts/contacts.ts";
import { hear, idsOf, newUser } from "../conversations/support.ts";
import { caller, makeKey } from "../support/daemon.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";

const waypost = sharedDaemon();

beforeEach(async () => {
  await waypost.sql`update conversations set status = 'closed', waiting_since = null`;
});

let serial = 0;
const somebody = () => `141555691${String(++serial).padStart(2, "0")}`;
const patch = (id: string, body: object) => waypost.call("PATCH", `/v1/conversations/${id}`, body);
const find = async (id: string) => (await waypost.call("GET", `/v1/conversations/${id}`)).body;

async function team(...member_ids: string[]): Promise<string> {
  const made = await waypost.call("POST", "/v1/teams", { name: `Team ${++serial}`, member_ids });
  expect(made.status).toBe(201);
  return made.body.id;
}

/** Somebody waits, in a conversation of a team. */
async function waitsFor(team_id: string | null, secondsAgo = 10): Promise<string> {
  const id = await hear(waypost, somebody(), secondsAgo);
  expect((await patch(id, { team_id })).body.team_id).toBe(team_id);
  return id;
}

async function toldOf(id: string) {
  const [told] = await waypost.sql<{ body: string }[]>`
    select body from events where type = 'conversation.updated' and body like ${`%${id}%`} order by id desc limit 1`;
  return JSON.parse(told?.body ?? "{}");
}

test("a name is one team's, in any case, and its members are users of the organisation", async () => {
  const post = (body: object) => waypost.call("POST", "/v1/teams", body);
  const { body: returns } = await post({ name: " Returns " });
  expect(returns).toMatchObject({ name: "Returns", member_ids: [] });
  expect(await post({ name: "RETURNS" })).toMatchObject({ status: 409, body: { code: "name_taken" } });
  const repairs = await team();
  expect((await waypost.call("PATCH", `/v1/teams/${repairs}`, { name: "returns" })).status).toBe(409);
  const unknown = { member_ids: [crypto.randomUUID()] };
  const refused = await waypost.call("PATCH", `/v1/teams/${repairs}`, unknown);
  expect(refused).toMatchObject({ status: 422, body: { errors: [{ path: "/member_ids/0" }] } });
});

test("who may answer reads teams, and who manages users makes them", async () => {
  const agent = await newUser(waypost);
  const id = await team(agent.id);
  expect((await agent.call("GET", "/v1/teams")).body.data).toContainEqual(
    expect.objectContaining({ id, member_ids: [agent.id] }),
  );
  expect((await agent.call("POST", "/v1/teams", { name: "Mine" })).status).toBe(403);
});

test("a conversation is a team's beside a person's, announced, and no unknown team's", async () => {
  const user = await newUser(waypost);
  const support = await team(user.id);
  const id = await waitsFor(support);
  expect(await toldOf(id)).toMatchObject({ team_id: support, assignee_id: null });
  await patch(id, { assignee_id: user.id });
  expect(await find(id)).toMatchObject({ team_id: support, assignee_id: user.id });
  const unknown = await patch(id, { team_id: "tm_01JDB2M5S8V0ZC3K7Q2M4N6P93" });
  expect(unknown).toMatchObject({ status: 422, body: { errors: [{ path: "/team_id" }] } });
  await hear(waypost, (await find(id)).contact.phone_number.slice(1));
  expect(await toldOf(id)).toMatchObject({ team_id: support, message_id: expect.any(String) });
});

test("lists and counts know a team's, those of my teams, and those of none", async () => {
  const me = await newUser(waypost);
  const [mine, other] = [await team(me.id), await team()];
  const [a, b, c] = [await waitsFor(mine), await waitsFor(other), await waitsFor(null)];
  const open = (query: string) => idsOf(me, `status=open&${query}`);
  expect(await open(`team_id=${other}`)).toEqual([b]);
  expect(await open("team_id=mine")).toEqual([a]);
  expect(await open("team_id=none")).toEqual([c]);
  const { body } = await me.call("GET", "/v1/conversations/counts?status=open");
  expect(body).toMatchObject({ all: 3, my_teams: 1 });
  const byKey = await waypost.call("GET", "/v1/conversations?team_id=mine");
  expect(byKey).toMatchObject({ status: 422, body: { errors: [{ path: "/team_id" }] } });
});

test("the next one is of my teams or of none, and stays the team's", async () => {
  const me = await newUser(waypost);
  const [mine, other] = [await team(me.id), await team()];
  await waitsFor(other, 90);
  const ours = await waitsFor(mine, 60);
  const nobodys = await waitsFor(null, 30);
  const next = async () => (await me.call("POST", "/v1/conversations/next", {})).body;
  expect(await next()).toMatchObject({ id: ours, team_id: mine, assignee_id: me.id });
  expect((await next()).id).toBe(nobodys);
  expect((await next()).code).toBe("nobody_waits");
});

test("in turn, a team's conversation is given to its members alone", async () => {
  const [member] = [await newUser(waypost), await newUser(waypost)];
  await waypost.call("PUT", "/v1/settings/inbox", { assign: "round_robin" });
  try {
    const from = somebody();
    for (let nth = 0; nth < 3; nth++) {
      const id = await hear(waypost, from, 10);
      const ours = await team(member.id);
      await patch(id, { team_id: ours, assignee_id: null });
      await hear(waypost, from);
      expect((await find(id)).assignee_id).toBe(member.id);
    }
    const admin = await newUser(waypost);
    await waypost.call("PATCH", `/v1/users/${admin.id}`, { role: "admin" });
    for (const [team_id, given] of [
      [await team(), null],
      [await team(admin.id), admin.id],
    ] as const) {
      const id = await waitsFor(team_id);
      await patch(id, { assignee_id: null });
      await hear(waypost, (await find(id)).contact.phone_number.slice(1));
      expect((await find(id)).assignee_id).toBe(given);
    }
  } finally {
    await waypost.call("PUT", "/v1/settings/inbox", {});
  }
});

test("what was a deleted team's is no team's, closed or not, and announced", async () => {
  const gone = await team();
  const [open, closed] = [await waitsFor(gone), await waitsFor(gone)];
  await patch(closed, { status: "closed" });
  expect((await waypost.call("DELETE", `/v1/teams/${gone}`)).status).toBe(204);
  expect([(await find(open)).team_id, (await find(closed)).team_id]).toEqual([null, null]);
  expect(await toldOf(open)).toMatchObject({ team_id: null });
  const log = (await waypost.call("GET", "/v1/audit?action=team.deleted")).body.data;
  expect(log[0].target).toEqual(expect.objectContaining({ type: "team", id: gone }));
});

test("a user who is deleted is in no team any more", async () => {
  const user = await newUser(waypost);
  const id = await team(user.id);
  await waypost.call("DELETE", `/v1/users/${user.id}`);
  expect((await waypost.call("GET", `/v1/teams/${id}`)).body.member_ids).toEqual([]);
});

test("of two conversations that become one, it is the team's of who waits, else of the one that has one", async () => {
  const [one, two] = [await team(), await team()];
  const merged = async (kept: string | null, gone: string | null) => {
    const ids = [await waitsFor(kept, 5), await waitsFor(gone, 50)] as const;
    await waypost.sql`update conversations set waiting_since = null where id = ${ids[0]}`;
    const of = async (id: string) => (await find(id)).contact_id as string;
    await mergeContacts(waypost.sql, waypost.organizationId, await of(ids[0]), await of(ids[1]));
    return (await find(ids[0])).team_id;
  };
  expect(await merged(one, two)).toBe(two);
  expect(await merged(one, null)).toBe(one);
});

test("a key for some channels reads teams, and can't change them", async () => {
  const key = await makeKey(waypost, ["messages:read", "messages:send"], [waypost.channelId]);
  const call = caller(waypost.url, key);
  const id = await team();
  expect((await call("GET", `/v1/teams/${id}`)).status).toBe(200);
  expect((await call("DELETE", `/v1/teams/${id}`)).status).toBe(403);
});
