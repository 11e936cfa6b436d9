/** Approvals on WhatsApp with several daemons, and whom a guard may have asked. */
import { beforeAll, expect, test } from "bun:test";
import { createLog } from "../../daemon/lib/log.ts";
import { startDaemon } from "../../daemon/start/daemon.ts";
import { change, post, receive } from "../inbound/support.ts";
import { ownDaemon } from "../support/own-daemon.ts";
import { eventually } from "../support/until.ts";
import { agentOf } from "./support.ts";
import { approvalOf, questionsTo, writtenTo } from "./whatsapp-support.ts";

const waypost = ownDaemon();
const OWNER = "14155550300";
const CUSTOMER = "14155550301";
let second: Awaited<ReturnType<typeof startDaemon>>;
let agent: Awaited<ReturnType<typeof agentOf>>;
beforeAll(async () => {
  const { config, databaseUrl, secrets } = waypost;
  second = await startDaemon({ config, databaseUrl, secrets, log: createLog("silent") });
  await receive(waypost, { from: OWNER, text: "Good morning" });
  agent = await agentOf(waypost, { approval_to: { channel_id: waypost.channelId, to: OWNER } });
});

/** Has the agent ask; returns the approval, and the call by which Meta says that the owner pressed `Send it`. */
async function pressed(body: string) {
  const known = await questionsTo(waypost, OWNER);
  const { approval } = (await agent.send(CUSTOMER, { content: { body } })).body;
  const question = await eventually(
    "question",
    async () => (await questionsTo(waypost, OWNER))[known.length],
  );
  const [button_reply] = question.buttons;
  const message = {
    ...{ from: OWNER, id: `wamid.press ${body}`, timestamp: String(Math.floor(Date.now() / 1000)) },
    ...{ type: "interactive", interactive: { type: "button_reply", button_reply } },
    context: { id: question.wamid },
  };
  return { id: approval.id as string, call: change({ contacts: [{ wa_id: OWNER }], messages: [message] }) };
}
const decided = (id: string) =>
  eventually("decision", async () => (await approvalOf(waypost, id)).message_id !== null);
const sent = async (body: string) =>
  (await writtenTo(waypost, CUSTOMER)).filter(({ content }) => content.body === body).length;

test("a press that two daemons get, beside a click on the page, sends one message", async () => {
  const { id, call } = await pressed("Once");
  const other = { ...waypost, url: second.url };
  const answers = await Promise.all([
    ...[post(waypost, call), post(other, call), post(other, call)],
    waypost.call("POST", `/v1/approvals/${id}/approve`),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  await decided(id);
  await eventually("answer", async () => (await writtenTo(waypost, OWNER)).at(-1).content.body === "Sent.");
  expect(await sent("Once")).toBe(1);
  expect((await writtenTo(waypost, OWNER)).filter(({ type }) => type === "text")).toHaveLength(1);
});

test("a guard names somebody only beside an approval, and an official number of the organisation", async () => {
  await waypost.sql`
    insert into channels (organization_id, id, platform, status, name)
    values (${waypost.organizationId}, 'ch_paired', 'whatsapp_unofficial', 'connected', 'Paired')`;
  const approval_to = { channel_id: waypost.channelId, to: "+14155550300" };
  const wrong = [
    { approval: "never", approval_to },
    { approval_to: { ...approval_to, channel_id: "ch_none" } },
    { approval_to: { ...approval_to, channel_id: "ch_paired" } },
    { approval_to: { ...approval_to, to: "me" } },
  ];
  for (const guard of wrong) expect(await agentOf(waypost, guard).catch(String)).toContain("approval_to");
  await agentOf(waypost, { approval: "new_people", approval_to });
});

test("a press while no daemon is there is decided once one is, since Meta posts it again", async () => {
  const { id, call } = await pressed("Survives");
  await waypost.restart(async () => {
    await second.stop();
    expect(await post(waypost, call).catch(() => "nobody there")).toBe("nobody there");
  });
  await post(waypost, call);
  await decided(id);
  expect(await sent("Survives")).toBe(1);
  expect(await approvalOf(waypost, id)).toMatchObject({ asked: { to: OWNER, reason: null } });
});

test("a press that was taken by a daemon that then ended is decided by the next one, once", async () => {
  const { id, call } = await pressed("Handed on");
  await waypost.restart(async () => {
    const { config, databaseUrl, secrets } = waypost;
    // it takes what Meta posts, and carries nothing out
    const ended = await startDaemon({
      ...{ databaseUrl, secrets, log: createLog("silent") },
      config: { ...config, role: ["api"] },
    });
    expect((await post({ ...waypost, url: ended.url }, call)).status).toBe(200);
    const jobs = await waypost.sql`select from graphile_worker.jobs where task_identifier = 'approval_press'`;
    expect(jobs).toHaveLength(1);
    await ended.stop();
  });
  await decided(id);
  expect(await sent("Handed on")).toBe(1);
});
