/** Approvals on WhatsApp: a person is asked by a message whose buttons decide, and nothing else does. */
import { beforeAll, expect, test } from "bun:test";
import { receive } from "../inbound/support.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { eventually, until } from "../support/until.ts";
import { agentOf } from "./support.ts";
import { approvalOf, type Question, questionsTo, writtenTo } from "./whatsapp-support.ts";

const waypost = sharedDaemon();
const OWNER = "14155550200";
const CUSTOMER = "14155550201";
let agent: Awaited<ReturnType<typeof agentOf>>;
beforeAll(async () => {
  await receive(waypost, { from: OWNER, text: "Good morning", name: "Olga" });
  agent = await agentOf(waypost, { approval_to: { channel_id: waypost.channelId, to: `+${OWNER}` } });
});

/** Has the agent ask; returns the approval, and the question as the owner's phone has it. */
async function asked(body: string, message: object = { content: { body } }) {
  const known = await questionsTo(waypost, OWNER);
  const { approval } = (await agent.send(CUSTOMER, message)).body;
  const question = await eventually(
    "question",
    async () => (await questionsTo(waypost, OWNER))[known.length],
  );
  // which is known by its id from then on
  await until(async () => {
    const rows =
      await waypost.sql`select from provider_messages where provider_message_id = ${question.wamid}`;
    return rows.length > 0;
  });
  return { approval, question };
}
const press = ({ wamid: message_id }: Question, title: string, from = OWNER) =>
  receive(waypost, { from, kind: "press", content: { message_id, title } });
/** A message in Meta's form that says that a button was pressed. */
const claim = (id: string, wamid: string | null, from = OWNER) =>
  receive(waypost, {
    ...{ from, kind: "button_reply" },
    content: { id, title: "Send it", ...(wamid === null ? {} : { context: { id: wamid } }) },
  });
const payload = ({ buttons }: Question, title = "Send it") =>
  buttons.find((button) => button.title === title)?.id ?? "";
const ended = (id: string) =>
  eventually("decision", async () => {
    const approval = await approvalOf(waypost, id);
    return approval.status !== "waiting" && approval;
  });
/** Nothing of what came in before is left to be judged. */
const judged = () =>
  until(async () => {
    const jobs = await waypost.sql`
      select from graphile_worker.jobs where task_identifier = 'approval_press'`;
    return jobs.length === 0;
  });
/** What was answered under a question. */
async function answersTo(id: string): Promise<string[]> {
  const { message_id } = (await approvalOf(waypost, id)).asked;
  const messages = (await writtenTo(waypost, OWNER)).map(({ content }) => content);
  return messages.filter(({ reply_to }) => reply_to?.id === message_id).map(({ body }) => body);
}
const lastTo = async (to: string) => (await writtenTo(waypost, to)).at(-1);

test("pressed, the button sends what was shown, or refuses it, and the person is answered", async () => {
  const { approval, question } = await asked("Your table is ready.");
  const shown = await lastTo(OWNER);
  expect(shown).toMatchObject({ type: "buttons", author: { kind: "approval" } });
  expect(shown.content.body).toContain(`Robot asks to send this to +${CUSTOMER}`);
  expect(shown.content.body).toEndWith("\n\nYour table is ready.");
  await press(question, "Send it");
  expect(await ended(approval.id)).toMatchObject({
    decided_by: { kind: "whatsapp", id: `+${OWNER}`, name: null },
  });
  expect(await lastTo(CUSTOMER)).toMatchObject({ content: { body: "Your table is ready." } });
  await until(async () => (await answersTo(approval.id)).join() === "Sent.");

  const other = await asked("Half price for you!");
  await press(other.question, "Refuse");
  expect((await ended(other.approval.id)).status).toBe("refused");
  await until(async () => (await answersTo(other.approval.id)).join() === "Refused.");
  const { body } = await waypost.call("GET", "/v1/audit?action=approval.refused");
  expect(body.data[0]).toMatchObject({ actor: { type: "whatsapp", id: `+${OWNER}` } });
});

test("no record shows a payload: of the question, of the press, or in an event", async () => {
  const { approval, question } = await asked("Hidden");
  const received = await press(question, "Refuse");
  await ended(approval.id);
  expect(received.content).toMatchObject({ type: "button_reply", title: "Refuse" });
  expect(received.content.id).toBeUndefined();
  const messages = await waypost.call("GET", "/v1/messages?limit=100");
  const events = await waypost.sql`select body from events`;
  const all = JSON.stringify([messages.body, events]);
  const signature = payload(question).split(":").at(-1) ?? "";
  expect([signature.length, all.includes(signature)]).toEqual([43, false]);
});

test("only the press of who was asked, under the question, counts", async () => {
  const { approval, question } = await asked("Pay now");
  const other = await asked("Other");
  const signed = payload(question);
  await receive(waypost, { from: OWNER, text: signed });
  await receive(waypost, { from: OWNER, text: `approve ${approval.id}` });
  await claim(signed, question.wamid, "14155550299");
  await claim(signed, other.question.wamid);
  await claim(signed, null);
  await claim(`${signed.slice(0, -1)}${signed.endsWith("A") ? "B" : "A"}`, question.wamid);
  await claim(signed.replace(approval.id, other.approval.id), other.question.wamid);
  await claim("waypost-approval:approve", question.wamid);
  const forwarded = { context: { id: question.wamid, forwarded: true } };
  await receive(waypost, {
    ...{ from: OWNER, kind: "button_reply", content: { id: signed, title: "Send it", ...forwarded } },
  });
  await judged();
  expect([(await approvalOf(waypost, approval.id)).status]).toEqual(["waiting"]);
  expect((await approvalOf(waypost, other.approval.id)).status).toBe("waiting");
  // and the real press still does
  await press(question, "Send it");
  expect((await ended(approval.id)).status).toMatch(/approved|sent/);
});

test("a look-alike of the agent is not signed, and its press decides nothing", async () => {
  const { approval } = await asked("Really?");
  const key = await waypost.call("POST", "/v1/messages", {
    ...{ channel_id: waypost.channelId, to: OWNER, type: "buttons" },
    content: { body: "Lunch?", buttons: [{ id: "waypost-approval:approve", title: "Yes" }] },
  });
  await waypost.until(key.body.id, "sent", "delivered", "read");
  const [alike] = (await questionsTo(waypost, OWNER)).slice(-1);
  expect(alike?.buttons).toEqual([{ id: "waypost-approval:approve", title: "Yes" }]);
  await press(alike as Question, "Yes");
  await judged();
  expect((await approvalOf(waypost, approval.id)).status).toBe("waiting");
});

test("a press counts once, not after the end, and not for content that changed", async () => {
  const first = await asked("Once");
  await Promise.all([press(first.question, "Send it"), press(first.question, "Send it")]);
  await ended(first.approval.id);
  await press(first.question, "Refuse");
  await judged();
  const sent = (await writtenTo(waypost, CUSTOMER)).filter(({ content }) => content.body === "Once");
  expect(sent).toHaveLength(1);
  expect(await answersTo(first.approval.id)).toEqual(["Sent."]);

  const late = await asked("Late");
  await waypost.sql`update approvals set expires_at = now() where id = ${late.approval.id}`;
  await press(late.question, "Send it");
  await until(async () => (await lastTo(OWNER)).content.body.startsWith("Too late"));
  expect((await approvalOf(waypost, late.approval.id)).status).toBe("expired");

  const changed = await asked("As shown");
  const other = JSON.stringify({ body: "Other" });
  await waypost.sql`
    update approvals set input = jsonb_set(input::jsonb, '{content}', to_jsonb(${other}::text))::text
    where id = ${changed.approval.id}`;
  await press(changed.question, "Send it");
  await judged();
  expect((await approvalOf(waypost, changed.approval.id)).status).toBe("waiting");
});

test("what can't be seen whole can't be approved there, only refused", async () => {
  for (const body of ["x".repeat(1000), "Hello\u200b", `Hello\n\n\n\n\n\nand more`]) {
    const { question } = await asked(body);
    expect(question.buttons.map(({ title }) => title)).toEqual(["Refuse"]);
  }
  expect((await lastTo(OWNER)).content.body).toContain("This can't be approved here");
  const place = {
    type: "location",
    content: { name: "Pier 4", address: "Hamburg", latitude: 53.5, longitude: 9.9 },
  };
  const { question } = await asked("Pier 4", place);
  expect(question.buttons.map(({ title }) => title)).toEqual(["Refuse"]);
});

test("who did not write within 24 hours is asked once they do", async () => {
  const owner = "14155550210";
  const { send } = await agentOf(waypost, { approval_to: { channel_id: waypost.channelId, to: owner } });
  const { approval } = (await send(CUSTOMER)).body;
  const why = async () => {
    const [row] = await waypost.sql`select reason from approval_asks where approval_id = ${approval.id}`;
    return row?.reason === "outside_service_window";
  };
  await until(why);
  expect(await questionsTo(waypost, owner)).toEqual([]);
  const refused = (await send(CUSTOMER)).body.approval;
  await waypost.call("POST", `/v1/approvals/${refused.id}/refuse`, {});
  await receive(waypost, { from: owner, text: "What is it?" });
  const question = await eventually("question", async () => (await questionsTo(waypost, owner))[0]);
  expect(question.buttons).toHaveLength(2);
  await judged();
  // nobody is asked about what is decided
  expect(await questionsTo(waypost, owner)).toHaveLength(1);
});

test("who did not write is invited by the guard's template, once for all that waits, and asked once they write", async () => {
  const owner = "14155550212";
  const template = { name: "hello_world", language: "en_US" };
  const approval_to = { channel_id: waypost.channelId, to: owner, template };
  const { send } = await agentOf(waypost, { approval_to });
  const invited = async () => (await writtenTo(waypost, owner)).map(({ content }) => content.template?.name);
  await send(CUSTOMER);
  await until(async () => (await invited()).length > 0);
  await send(CUSTOMER);
  const asks = () => waypost.sql`
    select from approval_asks where address = ${owner} and reason = 'outside_service_window'`;
  await until(async () => (await asks()).length === 2);
  expect(await invited()).toEqual(["hello_world"]);
  await receive(waypost, { from: owner, text: "What is it?" });
  await until(async () => (await questionsTo(waypost, owner)).length === 2);
});
