/** Groups over the API: created, changed, joined and left by a paired number. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { ADA, AT_ONCE, type Chat, NUMBER, startChat } from "../providers/whatsapp-web/chat.ts";

const GRACE = "491700000002";
const NOT_ADDABLE = "15550002201";
const NOT_ON_WHATSAPP = "15550000101";

let chat: Chat;
beforeAll(async () => {
  chat = await startChat({ ...AT_ONCE, groups: true });
});
afterAll(() => chat.stop());

const call = (method: string, path = "", body?: object, channel = chat.channelId) =>
  chat.daemon.call(method, `/v1/channels/${channel}/groups${path}`, body);

/** Creates a group of the number's own; answers with its id. */
async function create(...participants: string[]): Promise<string> {
  const { body } = await call("POST", "", { subject: "Sunday lunch", participants });
  return body.id;
}

const numbersIn = (id: string) =>
  chat
    .people()
    .groups(NUMBER)
    .find((group) => group.id === id)
    ?.members.map(({ number }) => number);

test("a group is created with those who can be added, and shown with their contacts", async () => {
  const known = await chat.receive("text", { body: "Hello" });
  const { status, body } = await call("POST", "", {
    ...{ subject: "Sunday lunch", description: "Cake, mostly" },
    participants: [`+${ADA}`, NOT_ADDABLE],
  });
  expect(status).toBe(201);
  const { outcomes, ...group } = structuredClone(body);
  expect(body).toMatchObject({
    id: expect.stringMatching(/^\d+@g\.us$/),
    ...{ subject: "Sunday lunch", description: "Cake, mostly", role: "owner", size: 2 },
    ...{ announce: false, locked: false },
    outcomes: [
      { participant: `+${ADA}`, status: "done", reason: null },
      { participant: NOT_ADDABLE, status: "refused", reason: "not_allowed" },
    ],
  });
  expect(body.participants).toMatchObject([
    { phone: NUMBER, role: "owner" },
    {
      ...{ phone: ADA, role: "member", contact_id: known.contact_id },
      participant: expect.stringMatching(/@lid$/),
    },
  ]);
  expect((await call("GET", `/${group.id}`)).body).toEqual(group);
  const { participants, ...listed } = group;
  expect((await call("GET")).body.data).toContainEqual(listed);
});

test("subject and description change, for everybody", async () => {
  const id = await create(ADA);
  const { status, body } = await call("PATCH", `/${id}`, { subject: "Dinner", description: "At eight" });
  expect([status, body.subject, body.description]).toEqual([200, "Dinner", "At eight"]);
  const [seen] = chat
    .people()
    .groups(ADA)
    .filter((group) => group.id === id);
  expect(seen?.subject).toBe("Dinner");
  expect((await call("PATCH", `/${id}`, { description: "" })).body.description).toBeNull();
  expect((await call("PATCH", `/${id}`, {})).status).toBe(422);
});

test("a subject has up to 100 characters", async () => {
  const id = await create(ADA);
  const statusOf = async (subject: string) => (await call("PATCH", `/${id}`, { subject })).status;
  expect(await statusOf("é".repeat(100))).toBe(200);
  expect(await statusOf("é".repeat(101))).toBe(422);
});

test("a group is left to its admins, and opened again", async () => {
  const id = await create(ADA);
  const closed = await call("PATCH", `/${id}`, { announce: true, locked: true, subject: "Board" });
  expect(closed.body).toMatchObject({ announce: true, locked: true, subject: "Board" });
  expect(() => chat.people().changeGroup(ADA, id, { subject: "Ours" })).toThrow("not an admin");
  const opened = await call("PATCH", `/${id}`, { announce: false, locked: false });
  expect(opened.body).toMatchObject({ announce: false, locked: false });
  expect(chat.people().changeGroup(ADA, id, { subject: "Ours" }).subject).toBe("Ours");
});

test("people are added, promoted, demoted and removed, and each is answered for", async () => {
  const id = await create(ADA);
  const change = async (action: string, ...participants: string[]) =>
    (await call("POST", `/${id}/participants`, { action, participants })).body.data;
  expect(await change("add", GRACE, ADA, NOT_ADDABLE, NOT_ON_WHATSAPP)).toMatchObject([
    { participant: GRACE, status: "done", reason: null },
    { participant: ADA, status: "refused", reason: "already_there" },
    { participant: NOT_ADDABLE, status: "refused", reason: "not_allowed" },
    { participant: NOT_ON_WHATSAPP, status: "refused", reason: "not_found" },
  ]);
  expect(numbersIn(id)).toEqual([NUMBER, ADA, GRACE]);
  expect(await change("promote", GRACE)).toMatchObject([{ status: "done" }]);
  const { participants } = (await call("GET", `/${id}`)).body;
  expect(participants).toMatchObject([{}, { role: "member" }, { phone: GRACE, role: "admin" }]);
  expect(await change("demote", participants[2].participant)).toMatchObject([{ status: "done" }]);
  expect(await change("remove", GRACE, "14155559999")).toMatchObject([
    { status: "done" },
    { status: "refused", reason: "not_found" },
  ]);
  expect(numbersIn(id)).toEqual([NUMBER, ADA]);
  chat.people().changeGroup(ADA, id, { leave: true });
  expect(await change("add", ADA)).toMatchObject([{ reason: "left_recently" }]);
});

test("an invite link leads in, until it is replaced", async () => {
  const id = await create(ADA);
  const { body: invite } = await call("GET", `/${id}/invite`);
  expect(invite.url).toBe(`https://chat.whatsapp.com/${invite.code}`);
  expect(chat.people().joinGroup(GRACE, invite.code).id).toBe(id);
  const { body: next } = await call("POST", `/${id}/invite/revoke`);
  expect(next.code).not.toBe(invite.code);
  expect(() => chat.people().joinGroup("491700000003", invite.code)).toThrow(
    "no group with this invite link",
  );
});

test("the number joins by a link, and leaves", async () => {
  const theirs = chat.people().createGroup(ADA, "Book club", [GRACE]);
  const joined = await call("POST", "/join", { invite: `https://chat.whatsapp.com/${theirs.invite}` });
  expect(joined.body).toMatchObject({ id: theirs.id, subject: "Book club", role: "member", size: 3 });
  expect((await call("POST", `/${theirs.id}/leave`)).body).toEqual({ id: theirs.id, left: true });
  expect(numbersIn(theirs.id)).toBeUndefined();
  const { status, body } = await call("GET", `/${theirs.id}`);
  expect([status, body.code]).toEqual([404, "not_found"]);
  const wrong = await call("POST", "/join", { invite: "AAAAAAAAAAAAAAAAAAAAAA" });
  expect([wrong.status, wrong.body.code]).toEqual([404, "not_found"]);
  expect((await call("POST", "/join", { invite: "https://example.com/x" })).status).toBe(422);
});

test("requests that only admins may make are refused with that reason", async () => {
  const theirs = chat.people().createGroup(ADA, "Book club", [NUMBER]);
  const add = { action: "add", participants: [GRACE] };
  for (const answer of [
    await call("POST", `/${theirs.id}/participants`, add),
    await call("GET", `/${theirs.id}/invite`),
  ])
    expect([answer.status, answer.body.code]).toEqual([409, "not_group_admin"]);
});

test("changes are in the audit log", async () => {
  const id = await create(ADA);
  await call("POST", `/${id}/leave`);
  const { body } = await chat.daemon.call("GET", "/v1/audit?limit=2");
  expect(body.data).toMatchObject([
    { action: "group.left", target: { id: chat.channelId }, changes: { group: id } },
    { action: "group.created", target: { id: chat.channelId }, changes: { subject: "Sunday lunch" } },
  ]);
});

test("what WhatsApp refuses is not in the audit log", async () => {
  const id = await create(ADA);
  const theirs = chat.people().createGroup(ADA, "Book club", [NUMBER]);
  const change = { action: "add", participants: [GRACE] };
  expect((await call("POST", `/${theirs.id}/participants`, change)).status).toBe(409);
  expect((await call("PATCH", "/120363000000000000@g.us", { subject: "x" })).status).toBe(404);
  const refused = { action: "add", participants: [NOT_ADDABLE] };
  expect((await call("POST", `/${id}/participants`, refused)).status).toBe(200);
  const { body } = await chat.daemon.call("GET", "/v1/audit?limit=1");
  expect(body.data).toMatchObject([{ action: "group.created", target: { id: chat.channelId } }]);
});

test("a repeated request creates no second group", async () => {
  const before = (await call("GET")).body.data.length;
  const request = { subject: "Once", participants: [ADA] };
  const path = `/v1/channels/${chat.channelId}/groups`;
  const key = { "idempotency-key": crypto.randomUUID() };
  const [first, second] = [
    await chat.daemon.call("POST", path, request, key),
    await chat.daemon.call("POST", path, request, key),
  ];
  expect(second.body).toEqual(first.body);
  expect((await call("GET")).body.data).toHaveLength(before + 1);
});

test("numbers without groups and numbers that are not connected say so", async () => {
  const missing = await call("POST", "", { subject: "Lunch" });
  expect([missing.status, missing.body.code]).toEqual([422, "unsupported_on_platform"]);
  const requests = await call("GET", "/120363041234567890@g.us/join_requests");
  expect([requests.status, requests.body.code]).toEqual([422, "unsupported_on_platform"]);
  const settings = (groups: boolean) =>
    chat.daemon.call("POST", "/v1/channels", {
      ...{ platform: "whatsapp_unofficial", name: "Other", settings: { groups } },
    });
  const [without, away] = [(await settings(false)).body.id, (await settings(true)).body.id];
  const off = await call("GET", "", undefined, without);
  expect([off.status, off.body.code]).toEqual([422, "groups_disabled"]);
  const unpaired = await call("GET", "", undefined, away);
  expect([unpaired.status, unpaired.body.code]).toEqual([409, "channel_not_connected"]);
  expect((await call("POST", "", { subject: "x", participants: ["nobody"] })).status).toBe(422);
});

/** Every request about groups, of a group that may be there. */
const REQUESTS: [method: string, path: string, body: object | undefined][] = [
  ["GET", "", undefined],
  ["GET", "/120363000000000000@g.us", undefined],
  ["POST", "", { subject: "x", participants: [ADA] }],
  ["PATCH", "/120363000000000000@g.us", { subject: "x" }],
  ["POST", "/120363000000000000@g.us/participants", { action: "add", participants: [ADA] }],
  ["GET", "/120363000000000000@g.us/invite", undefined],
  ["POST", "/120363000000000000@g.us/invite/revoke", undefined],
  ["POST", "/join", { invite: "AbCdEfGh" }],
  ["POST", "/120363000000000000@g.us/leave", undefined],
];

test.each(REQUESTS)(
  "%s %p of a number that is not connected is refused at once",
  async (method, path, body) => {
    const { body: made } = await chat.daemon.call("POST", "/v1/channels", {
      ...{ platform: "whatsapp_unofficial", name: "Away", settings: { groups: true } },
    });
    const { status, body: refused } = await call(method, path, body, made.id);
    expect([status, refused.code]).toEqual([409, "channel_not_connected"]);
  },
);

test("a link is read as often as one likes, and stays", async () => {
  const id = await create(ADA);
  const [first, second] = [await call("GET", `/${id}/invite`), await call("GET", `/${id}/invite`)];
  expect([first.status, second.body]).toEqual([200, first.body]);
  const replaced = await call("POST", `/${id}/invite/revoke`);
  expect(replaced.status).toBe(200);
  expect((await call("GET", `/${id}/invite`)).body).toEqual(replaced.body);
});
