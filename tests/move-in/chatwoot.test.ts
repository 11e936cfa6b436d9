/** `waypost move-in chatwoot` from a server that answers as Chatwoot does. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { runCli } from "../cli/run-cli.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { type ChatwootData, type Message, startChatwoot } from "./chatwoot-server.ts";

const waypost = sharedDaemon();
const NUMBER = "+15557010088";
const [ADA, BEA] = ["+14155550188", "+14155550189"];
const AT = Math.floor(Date.now() / 1000) - 86_400;

let channelId: string;
let chatwoot: ReturnType<typeof startChatwoot>;
beforeAll(async () => {
  const { body } = await waypost.call("POST", "/v1/channels", {
    platform: "whatsapp_unofficial",
    name: "Shop",
  });
  channelId = body.id;
  await waypost.sql`update channels set phone_number = ${NUMBER} where id = ${channelId}`;
  chatwoot = startChatwoot(DATA, 1);
});
afterAll(() => chatwoot.stop());

const message = (id: number, content: string | null, more: Partial<Message> = {}): Message => ({
  ...{
    id,
    content,
    message_type: 0,
    created_at: AT + id,
    private: false,
    status: "sent",
    source_id: null,
    ...more,
  },
});

/** More than Chatwoot answers with at once, of which the ids are not in the order of the times. */
const long = Array.from({ length: 2500 }, (_, nth) =>
  message(10_000 + nth, `Line ${nth}`, { created_at: AT - nth }),
);

const DATA: ChatwootData = {
  token: "secret-token",
  inboxes: [
    { id: 3, name: "WhatsApp", channel_type: "Channel::Whatsapp", phone_number: NUMBER },
    { id: 4, name: "Website", channel_type: "Channel::WebWidget" },
    { id: 5, name: "Other number", channel_type: "Channel::Whatsapp", phone_number: "+15557019999" },
  ],
  contacts: [
    { id: 11, name: "Ada", phone_number: ADA, labels: ["vip"], notes: ["Calls after six."] },
    { id: 12, name: "Bea", phone_number: BEA, labels: [], notes: [] },
    { id: 13, name: "By mail", phone_number: null, labels: [], notes: [] },
  ],
  conversations: [
    {
      ...{
        id: 1,
        inbox_id: 3,
        labels: ["complaint"],
        meta: { sender: { id: 11, name: "Ada", phone_number: ADA } },
      },
      messages: [
        message(101, "Is it open?", { source_id: "WAID:3EB0ADA" }),
        message(102, "Yes", {
          ...{
            message_type: 1,
            status: "read",
            content_attributes: { in_reply_to: 101 },
            sender: { name: "Grace" },
          },
        }),
        message(103, "She is nice", { message_type: 1, private: true, sender: { name: "Grace" } }),
        message(104, "Grace was assigned", { message_type: 2 }),
        message(105, null, { attachments: [{ id: 1, file_type: "image", data_url: "https://x.example/1" }] }),
      ],
    },
    {
      ...{ id: 2, inbox_id: 3, labels: [], meta: { sender: { id: 12, name: "Bea", phone_number: BEA } } },
      messages: long,
    },
    {
      ...{
        id: 3,
        inbox_id: 3,
        labels: [],
        meta: { sender: { id: 13, name: "By mail", phone_number: null } },
      },
      messages: [message(301, "Hello")],
    },
  ],
  canned: [{ short_code: "hours", content: "We are open from nine." }],
};

const run = (...words: string[]) =>
  runCli(["move-in", "chatwoot", "--from", chatwoot.url, "--token", "-", ...words], {
    stdin: DATA.token,
    env: { WAYPOST_URL: waypost.url, WAYPOST_API_KEY: waypost.key },
  });
const get = async (path: string) => (await waypost.call("GET", path)).body;
const contactOf = async (phone: string) => await get(`/v1/contacts/phone/${encodeURIComponent(phone)}`);
const messagesOf = async (phone: string) => {
  const { id } = await contactOf(phone);
  return (await get(`/v1/messages?contact_id=${id}&channel_id=${channelId}`)).data;
};

test("--dry-run shows which inbox goes where", async () => {
  const { code, stdout } = await run("--dry-run");
  expect(code).toBe(0);
  expect(stdout).toContain(`3\tWhatsApp\t${NUMBER}\t${channelId}`);
  expect(stdout).toContain("5\tOther number\t+15557019999\tnone");
  expect(stdout).not.toContain("Website");
});

test("what an inbox holds is counted, and moves with a server that is busy", async () => {
  const { code, stdout, stderr } = await run("--yes", "--json");
  expect({ code, stderr }).toMatchObject({ code: 0 });
  expect(JSON.parse(stdout)).toMatchObject({
    data: [
      { name: "WhatsApp", conversations: 2, stored: 2502, known: 0, notes: 1, files_left: 1, left_out: 1 },
      { name: "Other number", channel: null, conversations: 0 },
    ],
    problems: [],
  });
});

test("messages have WhatsApp's ids, statuses and what they answer", async () => {
  const [answer, question] = await messagesOf(ADA);
  expect(question).toMatchObject({
    content: { body: "Is it open?" },
    direction: "inbound",
    imported_from: "chatwoot",
  });
  expect(answer).toMatchObject({
    content: { body: "Yes", reply_to: {} },
    direction: "outbound",
    status: "read",
  });
  const status = await get(`/v1/messages/3EB0ADA/status?channel_id=${channelId}`);
  expect(status.message_id).toBe(question.id);
});

test("private notes, labels and those of contacts are there", async () => {
  const { id, tags } = await contactOf(ADA);
  const { data: notes } = await get(`/v1/contacts/${id}/notes`);
  const [conversation] = (await get(`/v1/conversations?contact_id=${id}&channel_id=${channelId}`)).data;
  const { data: own } = await get(`/v1/conversations/${conversation.id}/notes`);
  const { data: labels } = await get(`/v1/conversations/${conversation.id}/tags`);
  expect({ tags, notes: notes.map(({ body }: { body: string }) => body) }).toEqual({
    ...{ tags: ["vip"], notes: ["Calls after six."] },
  });
  expect(own).toMatchObject([
    { body: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d, Grace: She is nice$/) },
  ]);
  expect(labels).toMatchObject([{ name: "complaint" }]);
});

test("canned responses are quick replies", async () => {
  const { data } = await get("/v1/quick_replies?q=hours");
  expect(data).toMatchObject([{ shortcut: "hours", body: "We are open from nine." }]);
});

test("again, it makes nothing twice", async () => {
  const { stdout } = await run("--yes", "--json");
  expect(JSON.parse(stdout).data[0]).toMatchObject({ stored: 0, known: 2502, notes: 0 });
  const { id } = await contactOf(ADA);
  expect((await get(`/v1/contacts/${id}/notes`)).data).toHaveLength(1);
});

test("what is refused is named, and the rest moves: exit code 5", async () => {
  const canned = [
    { short_code: "two words", content: "No shortcut of ours." },
    { short_code: "bye", content: "See you." },
  ];
  const other = startChatwoot({ ...DATA, contacts: [], conversations: [], canned }, 1);
  try {
    const { code, stderr } = await runCli(
      ["move-in", "chatwoot", "--from", other.url, "--token", "-", "--yes"],
      {
        stdin: DATA.token,
        env: { WAYPOST_URL: waypost.url, WAYPOST_API_KEY: waypost.key },
      },
    );
    expect({ code, stderr }).toMatchObject({
      code: 5,
      stderr: expect.stringContaining("the canned response two words"),
    });
    expect((await get("/v1/quick_replies?q=bye")).data).toHaveLength(1);
  } finally {
    other.stop();
  }
});

test("a wrong token is said, and not shown", async () => {
  const { code, stderr } = await runCli(
    ["move-in", "chatwoot", "--from", chatwoot.url, "--token", "wrong-token", "--yes"],
    { env: { WAYPOST_URL: waypost.url, WAYPOST_API_KEY: waypost.key } },
  );
  expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining("refuses the token") });
  expect(stderr).not.toContain("wrong-token");
});
