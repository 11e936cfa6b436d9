/** What Meta reports of conversations that its agent holds, in all of its forms. */
import { expect, test } from "bun:test";
import { metaAgent, seconds } from "../conversations/meta-agent.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { PHONE, recordOf, take } from "./support.ts";

const waypost = sharedDaemon();
const { tellAgent, agentSays } = metaAgent(waypost);
let serial = 0;
const find = async (id: string) => (await waypost.call("GET", `/v1/conversations/${id}`)).body;

test.each([
  [{ type: "control_taken", control_taken: { previous_owner_role: "customer_service" } }, "agent"],
  [{ type: "control_taken", control_taken: { previous_owner_app_role: "META_AI" } }, "business"],
  [{ control_passed: { metadata: "as Meta first wrote it" } }, "business"],
  [{ type: "control_passed", control_passed: { new_owner_role: "ai_agent" } }, "agent"],
  [{ pass_thread_control: { new_owner_app_id: "1" } }, "business"],
  [{ take_thread_control: { previous_owner_app_id: "1" } }, "agent"],
])("%j is read", async (given, handled_by) => {
  const from = `1415555720${++serial}`;
  const id = await tellAgent(from, 60);
  await take(
    waypost,
    {
      // the recipient says of which number it is
      ...{ metadata: undefined, recipient: { phone_number_id: PHONE.id } },
      ...{ sender: { wa_id: from }, timestamp: seconds(5), ...given },
    },
    "messaging_handovers",
  );
  expect(await find(id)).toMatchObject({ handled_by });
});

test.each([
  [
    {
      type: "interactive",
      interactive: {
        type: "button",
        body: { text: "Which?" },
        action: { buttons: [{ type: "reply", reply: { id: "a", title: "A" } }] },
      },
    },
    { type: "buttons", text: "Which?", content: { buttons: [{ id: "a", title: "A" }] } },
  ],
  [
    {
      type: "interactive",
      interactive: { type: "list", body: { text: "Which?" }, action: { button: "Choose", sections: [] } },
    },
    { type: "list", text: "Which?", content: { button_text: "Choose" } },
  ],
  [
    { type: "interactive", interactive: { type: "flow", body: { text: "Book" }, action: { name: "flow" } } },
    { type: "interactive", text: "Book" },
  ],
  [
    { type: "template", template: { name: "agents_own", language: { code: "en_US" }, components: [] } },
    { type: "template", text: "Template agents_own" },
  ],
  [
    { type: "image", image: { link: "https://example.com/menu.jpg", caption: "The menu" } },
    { type: "image", text: "Image: The menu" },
  ],
  [{ type: "template", template: 7 }, { type: "template" }],
  [{ type: "never_seen" }, { type: "unsupported" }],
])("an echo of %j is kept", async (message, kept) => {
  expect(await recordOf(waypost, await agentSays("14155557105", 5, message))).toMatchObject({
    ...kept,
    author: { kind: "meta_agent" },
  });
});

test("who tells the agent to stop gets no more, and no confirmation, which would take the conversation from it", async () => {
  const from = "14155557330";
  const id = await tellAgent(from, 10, { text: { body: "STOP" } });
  const { body } = await waypost.call("GET", `/v1/contacts/${(await find(id)).contact_id}/suppressions`);
  expect(body.data).toMatchObject([{ reason: "opted_out" }]);
  const { data } = (await waypost.call("GET", `/v1/messages?conversation_id=${id}`)).body;
  expect(data.map(({ text }: { text: string }) => text)).toEqual(["STOP"]);
  expect(await find(id)).toMatchObject({ handled_by: "agent" });
});

test.each([
  ["after they wrote", true],
  ["before they write", false],
])(
  "somebody who writes by user id alone has one conversation when a handover names their number, too, %s",
  async (_, wroteFirst) => {
    const phone_number = `1415555731${wroteFirst ? 0 : 1}`;
    const user_id = `US.${phone_number}`;
    const message = {
      ...{ from_user_id: user_id, id: `wamid.${user_id}`, timestamp: seconds(60), type: "text" },
      text: { body: "Are you open?" },
    };
    const write = () => take(waypost, { standby: { messages: [message] } }, "standby");
    if (wroteFirst) await write();
    const recipient = { phone_number_id: PHONE.id };
    const passed = { type: "control_passed", control_passed: { new_owner_role: "escalation" } };
    const sender = { phone_number, user_id };
    await take(waypost, { sender, recipient, timestamp: seconds(5), ...passed }, "messaging_handovers");
    if (!wroteFirst) await write();
    const [found] = (await waypost.call("GET", `/v1/conversations?q=${phone_number}`)).body.data;
    const { data } = (await waypost.call("GET", `/v1/messages?conversation_id=${found.id}`)).body;
    expect(data.map(({ type }: { type: string }) => type).toSorted()).toEqual(["system", "text"]);
    // nobody had to become one contact with another
    const { body } = await waypost.call("GET", `/v1/contacts/${found.contact_id}/history`);
    expect(body.data).toMatchObject([{ action: "identity_added" }]);
  },
);

test.each([
  ["in a call before its echo", true],
  ["in the call of its echo", false],
])("a status of what the agent sent counts %s", async (_, isBefore) => {
  const to = `1415555732${isBefore ? 0 : 1}`;
  await tellAgent(to);
  const known = await agentSays(to);
  const id = `wamid.early.${to}`;
  const statusOf = (one: string, status: string, ago: number) => ({
    ...{ id: one, recipient_id: to, status, timestamp: seconds(ago) },
  });
  const statuses = [
    ...[statusOf(id, "read", 2), statusOf(id, "sent", 4), statusOf(id, "delivered", 3)],
    statusOf(known, "delivered", 3),
  ];
  const echo = { id, timestamp: seconds(5), message: { to, type: "text", text: { body: "Until six." } } };
  if (isBefore) await take(waypost, { standby: { statuses } }, "standby");
  await take(waypost, { statuses: [statusOf(`wamid.other.${to}`, "read", 2)] });
  expect(await waitingStatuses()).toEqual(isBefore ? [`${id} delivered`, `${id} read`, `${id} sent`] : []);
  await take(waypost, { standby: { message_echoes: [echo], ...(isBefore ? {} : { statuses }) } }, "standby");
  expect(await recordOf(waypost, id)).toMatchObject({ status: "read", author: { kind: "meta_agent" } });
  expect(await recordOf(waypost, known)).toMatchObject({ status: "delivered" });
  expect(await waitingStatuses()).toEqual([]);
});

async function waitingStatuses(): Promise<string[]> {
  const rows = await waypost.sql`select original_id, provider_message_id from early_revisions order by 2`;
  return rows.map(({ original_id, provider_message_id }) => `${original_id} ${provider_message_id}`);
}
