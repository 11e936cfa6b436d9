/** Whose conversations are: nobody's, once their user can't answer any more. */
import { beforeEach, expect, test } from "bun:test";
import { ROLES } from "../../daemon/auth/roles.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { hear, idsOf, newUser } from "./support.ts";

const waypost = sharedDaemon();

beforeEach(async () => {
  await waypost.sql`update conversations set status = 'closed', waiting_since = null`;
});

let serial = 0;
const somebody = () => `141555690${String(++serial).padStart(2, "0")}`;
const patch = (id: string, body: object) => waypost.call("PATCH", `/v1/conversations/${id}`, body);
const assigneeOf = async (id: string) =>
  (await waypost.call("GET", `/v1/conversations/${id}`)).body.assignee_id;

const ENDS: Record<string, (id: string) => Promise<{ status: number }>> = {
  removed: (id) => waypost.call("DELETE", `/v1/users/${id}`),
  disabled: (id) => waypost.call("PATCH", `/v1/users/${id}`, { disabled: true }),
  "made a viewer": (id) => waypost.call("PATCH", `/v1/users/${id}`, { role: "viewer" }),
};

test.each(Object.keys(ENDS))(
  "what is assigned to a user who is %s is nobody's, and announced",
  async (how) => {
    const user = await newUser(waypost);
    const colleague = await newUser(waypost);
    const id = await hear(waypost, somebody());
    const others = await hear(waypost, somebody());
    await patch(id, { assignee_id: user.id });
    await patch(others, { assignee_id: colleague.id });
    expect((await ENDS[how]?.(user.id))?.status).toBeLessThan(300);
    expect(await idsOf(waypost, "status=open&assignee_id=none")).toEqual([id]);
    expect(await assigneeOf(others)).toBe(colleague.id);
    const [event] = await waypost.sql`
    select body from events where type = 'conversation.updated' order by position desc, id desc limit 1`;
    expect(JSON.parse(event?.body)).toMatchObject({ conversation_id: id, assignee_id: null });
    expect((await colleague.call("POST", "/v1/conversations/next", {})).body.id).toBe(id);
  },
);

test.each(Object.keys(ENDS))(
  "what was closed says whose it was who is %s, until the person writes again",
  async (how) => {
    const user = await newUser(waypost);
    const from = somebody();
    const id = await hear(waypost, from);
    await patch(id, { assignee_id: user.id, status: "closed" });
    await ENDS[how]?.(user.id);
    expect(await assigneeOf(id)).toBe(user.id);
    await hear(waypost, from);
    expect(await assigneeOf(id)).toBeNull();
  },
);

test("what somebody has who is there stays theirs when the person writes", async () => {
  const user = await newUser(waypost);
  const from = somebody();
  const id = await hear(waypost, from);
  await patch(id, { assignee_id: user.id });
  await hear(waypost, from);
  expect(await assigneeOf(id)).toBe(user.id);
});

test.each(Object.keys(ENDS))("nothing is assigned to somebody who is %s", async (how) => {
  const user = await newUser(waypost);
  const id = await hear(waypost, somebody());
  await ENDS[how]?.(user.id);
  const refused = { status: 422, body: { detail: expect.stringContaining("no such user") } };
  expect(await patch(id, { assignee_id: user.id })).toMatchObject(refused);
  expect(await waypost.call("POST", "/v1/conversations/next", { assignee_id: user.id })).toMatchObject(
    refused,
  );
});

test.each([
  ["GET", "/v1/conversations?assignee_id=GIVEN", null],
  ["POST", "/v1/conversations/next", { assignee_id: "GIVEN" }],
  ["PATCH", "/v1/conversations/ID", { assignee_id: "GIVEN" }],
  ["POST", "/v1/conversations/ID/read", { message_id: "GIVEN" }],
  ["GET", "/v1/crm/records?assignee_id=GIVEN", null],
  ["GET", "/v1/users/GIVEN", null],
])("%s %s takes no other writing of an id", async (method, path, body) => {
  const id = await hear(waypost, somebody());
  const given = `urn:uuid:${crypto.randomUUID()}`;
  const put = (text: string) => text.replace("GIVEN", given).replace("ID", id);
  const answer = await waypost.call(method, put(path), body === null ? undefined : put(JSON.stringify(body)));
  expect([404, 405, 422]).toContain(answer.status);
});

test("colleagues who may answer are those to whom conversations can be assigned", async () => {
  const id = await hear(waypost, somebody());
  const answering = [];
  for (const role of Object.keys(ROLES)) {
    const { id: user } = await newUser(waypost);
    await waypost.call("PATCH", `/v1/users/${user}`, { role });
    const { data } = (await waypost.call("GET", "/v1/conversations/colleagues")).body;
    const { may_answer } = data.find((one: { id: string }) => one.id === user);
    expect([role, (await patch(id, { assignee_id: user })).status]).toEqual([role, may_answer ? 200 : 422]);
    if (may_answer) answering.push(role);
  }
  expect(answering).toEqual(["owner", "admin", "agent"]);
});
