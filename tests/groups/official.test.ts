/** Groups of official numbers: made by call, joined by link, and reported by Meta's webhooks. */
import { expect, test } from "bun:test";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { eventually } from "../support/until.ts";

const waypost = sharedDaemon();
const ADA = "16505550280";
const GRACE = "16505550281";

const call = (method: string, path = "", body?: object) =>
  waypost.call(method, `/v1/channels/${waypost.channelId}/groups${path}`, body);

async function play(body: object, path = "groups") {
  const answer = await fetch(`${waypost.sandbox.url}/sandbox/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
}

async function create(more: object = {}): Promise<string> {
  const { status, body } = await call("POST", "", { subject: "Sunday lunch", ...more });
  expect([status, body.code]).toEqual([201, undefined]);
  return body.id;
}

type Shown = { type: string; content: Record<string, unknown>; group: { participant: string } };

/** What the thread of a group shows of what happened, oldest first, once it shows the last of it. */
async function thread(group: string, last: string): Promise<Shown[]> {
  return await eventually(`${last} in the thread`, async () => {
    const { body } = await waypost.call("GET", `/v1/messages?recipient=${group}&type=system`);
    const shown: Shown[] = body.data.reverse();
    return shown.at(-1)?.content.event === last && shown;
  });
}

const sent = async (group: string, text: string) => {
  const { status, body } = await waypost.call("POST", "/v1/messages", {
    ...{ channel_id: waypost.channelId, recipient: group, type: "text", content: { text } },
  });
  return { status, body };
};

test("a group is made and shown, with its name on its conversation", async () => {
  const { status, body } = await call("POST", "", { subject: "Sunday lunch", description: "Cake" });
  expect(status).toBe(201);
  const { outcomes, ...group } = body;
  expect(group).toMatchObject({
    ...{ subject: "Sunday lunch", description: "Cake", role: "owner", size: 0, participants: [] },
    ...{ suspended: false, join_approval: "auto_approve", announce: false, locked: true },
  });
  expect(outcomes).toEqual([]);
  expect((await call("GET", `/${group.id}`)).body).toEqual(group);
  const { participants, ...listed } = group;
  expect((await call("GET")).body.data).toContainEqual({
    ...{ ...listed, description: null, size: null, suspended: null, join_approval: null },
  });
  const [created] = await thread(group.id, "group_created");
  expect(created).toMatchObject({ direction: "outbound", group: { subject: "Sunday lunch" } });
});

test("people come by the link, write, get what is sent, and go, and the thread shows it all", async () => {
  const id = await create();
  const { body: invite } = await call("GET", `/${id}/invite`);
  expect(invite.url).toStartWith("https://chat.whatsapp.com/");
  await play({ group_id: id, join: ADA });
  await play({ group_id: id, join: GRACE });
  await play({ from: ADA, text: "Who brings the cake?", name: "Ada", group_id: id }, "inbound");
  const written = await eventually("Ada's message", async () => {
    const { body } = await waypost.call("GET", `/v1/messages?recipient=${id}&type=text`);
    return body.data[0];
  });
  expect(written).toMatchObject({ group: { subject: "Sunday lunch", participant: ADA } });
  const { body: accepted } = await sent(id, "I do");
  await eventually("that it was read", async () => {
    const { body } = await waypost.call("GET", `/v1/messages/${accepted.id}`);
    return body.status === "read";
  });
  const { participants } = (await call("GET", `/${id}`)).body;
  expect(participants).toMatchObject([
    { participant: ADA, phone: ADA, contact_id: written.group.participant_contact_id, role: "member" },
    { participant: GRACE, contact_id: null },
  ]);
  const removal = { action: "remove", participants: [`+${ADA}`, "+16505550299"] };
  expect((await call("POST", `/${id}/participants`, removal)).body.data).toMatchObject([
    { participant: `+${ADA}`, status: "done", reason: null },
    { participant: "+16505550299", status: "refused", reason: "not_found", code: 131212 },
  ]);
  await play({ group_id: id, leave: GRACE });
  const person = (phone: string) => [{ address: phone, phone }];
  expect((await thread(id, "people_left")).map(({ content }) => content)).toEqual([
    { event: "group_created", subject: "Sunday lunch" },
    { event: "people_joined", people: person(ADA) },
    { event: "people_joined", people: person(GRACE) },
    { event: "people_removed", people: person(ADA) },
    { event: "people_left", people: person(GRACE) },
  ]);
});

test("subject and description change, also on the conversation", async () => {
  const id = await create();
  const { status, body } = await call("PATCH", `/${id}`, { subject: "Dinner", description: "At eight" });
  expect([status, body.subject, body.description]).toEqual([200, "Dinner", "At eight"]);
  const [changed] = (await thread(id, "description_changed")).slice(-2);
  expect(changed).toMatchObject({ content: { event: "subject_changed" }, group: { subject: "Dinner" } });
});

test("the link is replaced", async () => {
  const id = await create();
  const before = (await call("GET", `/${id}/invite`)).body.code;
  const { code } = (await call("POST", `/${id}/invite/revoke`)).body;
  expect(code).not.toBe(before);
  expect((await call("GET", `/${id}/invite`)).body.code).toBe(code);
});

test("who asks to join is let in or not", async () => {
  const id = await create({ join_approval: "approval_required" });
  await play({ group_id: id, join: ADA });
  await play({ group_id: id, join: GRACE });
  const path = `/${id}/join_requests`;
  const [ada, grace] = (await call("GET", path)).body.data;
  expect(ada).toMatchObject({ participant: ADA, phone: ADA, asked_at: expect.any(String) });
  const approved = await call("POST", path, { action: "approve", requests: [ada.id, "nobody's"] });
  expect(approved.body.data).toMatchObject([{ status: "done" }, { status: "refused", code: 131213 }]);
  const rejected = await call("POST", path, { action: "reject", requests: [grace.id] });
  expect(rejected.body.data).toMatchObject([{ id: grace.id, status: "done" }]);
  expect(await lastAudited()).toBe("group.join_requests_answered");
  expect((await call("GET", path)).body.data).toEqual([]);
  const events = (await thread(id, "people_joined")).map(({ content }) => content.event);
  expect(events).toEqual(["group_created", "join_requested", "join_requested", "people_joined"]);
});

test("a suspended group takes no message, and says why", async () => {
  const id = await create();
  await play({ group_id: id, join: ADA });
  await play({ from: ADA, text: "Hello", group_id: id }, "inbound");
  await play({ group_id: id, suspended: true });
  expect((await thread(id, "group_suspended")).at(-1)?.content).toMatchObject({ on: true });
  const { body } = await sent(id, "Hello?");
  const failed = await eventually("its failure", async () => {
    const record = (await waypost.call("GET", `/v1/messages/${body.id}`)).body;
    return record.status === "failed" && record;
  });
  expect(failed.error).toMatchObject({ code: "group_suspended", provider_code: "131207" });
});

test("a group is deleted, and is not there any more", async () => {
  const id = await create();
  expect((await call("DELETE", `/${id}`)).body).toEqual({ id, deleted: true });
  await thread(id, "group_deleted");
  expect((await call("DELETE", `/${id}`)).status).toBe(422);
  expect(await lastAudited()).toBe("group.deleted");
});

async function lastAudited(): Promise<string | undefined> {
  const [entry] =
    await waypost.sql`select action from audit_log where action like 'group.%' order by id desc limit 1`;
  return entry?.action;
}

test.each([
  ["create", "POST", "", { subject: "Lunch", participants: ["14155550123"] }, "/participants"],
  ["announce", "PATCH", "/{id}", { announce: true }, "/announce"],
  ["lock", "PATCH", "/{id}", { locked: false }, "/locked"],
  ["add", "POST", "/{id}/participants", { action: "add", participants: ["14155550123"] }, "/action"],
  ["promote", "POST", "/{id}/participants", { action: "promote", participants: ["14155550123"] }, "/action"],
  ["leave", "POST", "/{id}/leave", undefined, "delete it"],
  ["join", "POST", "/join", { invite: "Gk3mPq7RtY2wZx9LcVb5Nd" }, "can't join"],
] as const)("%s is refused before the call, in words", async (_, method, path, body, words) => {
  const id = "Y2FwaV9ncm91cDoxNzA1NTU1MDEzOToxMjAz";
  const refused = await call(method, path.replace("{id}", id), body);
  expect([refused.status, refused.body.code]).toEqual([422, "unsupported_on_platform"]);
  expect(refused.body.detail).toContain(words);
});

test("a number that may have no groups is told so in Meta's words", async () => {
  await play({ eligible: false });
  const refused = await call("POST", "", { subject: "Lunch" });
  await play({ eligible: true });
  expect([refused.status, refused.body.code]).toEqual([422, "provider_rejected"]);
  expect(refused.body.detail).toContain("Official Business Account");
});
