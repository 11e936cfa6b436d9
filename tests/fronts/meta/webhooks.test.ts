/** An endpoint of the format `meta`: what is sent and what comes in reaches a receiver as Meta's webhooks, by the same ids. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { createHmac } from "node:crypto";
import { eventually } from "../../support/until.ts";
import { ADA, type MetaSite, startMetaSite } from "./site.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read webhooks of every shape
type Value = any;

const came: { body: string; signature: string | null }[] = [];
const receiver = Bun.serve({
  ...{ port: 0, hostname: "127.0.0.1" },
  async fetch(request) {
    const { searchParams } = new URL(request.url);
    if (request.method === "GET") return new Response(searchParams.get("hub.challenge"));
    came.push({ body: await request.text(), signature: request.headers.get("x-hub-signature-256") });
    return new Response("ok");
  },
});

let site: MetaSite;
let secret: string;
beforeAll(async () => {
  site = await startMetaSite();
  const endpoint = {
    ...{ url: `http://127.0.0.1:${receiver.port}/`, format: "meta", verify_token: "open" },
    channels: [site.paired.channelId],
  };
  const path = "/v1/settings/developer/webhooks/endpoints";
  ({ secret } = (await site.chat.daemon.call("POST", path, endpoint)).body);
}, 60_000);
afterAll(async () => {
  await site?.chat.stop();
  await receiver.stop(true);
});

const values = (): Value[] => came.map(({ body }) => JSON.parse(body).entry[0].changes[0].value);

test("a message's statuses come by the id that it was answered with, and an answer to it names it so", async () => {
  const data = { biz_opaque_callback_data: "order 7" };
  const sent = await site.send(site.paired, { type: "text", text: { body: "Ready" }, ...data });
  const [{ id }] = sent.body.messages;
  // `sent` has none where somebody read it before that was noted
  const read = await eventually("its status", async () => {
    const found = values().flatMap(({ statuses = [] }) => statuses.filter((one: Value) => one.id === id));
    return found.find(({ status }) => status === "read");
  });
  expect(read).toMatchObject({ recipient_id: ADA, ...data });
  const { provider_message_id } = await site.record(sent);
  const quoting = { body: "Thanks", reply_to: provider_message_id };
  const { id: own } = await site.chat.receive("text", quoting);
  const value = await eventually("the answer", async () =>
    values().find(({ messages }) => messages?.[0].id === `wamid.${own}`),
  );
  expect(value).toMatchObject({
    metadata: { phone_number_id: site.paired.phone_number_id },
    contacts: [{ wa_id: ADA }],
    messages: [{ from: ADA, type: "text", text: { body: "Thanks" }, context: { id } }],
  });
});

test("every delivery is signed with the endpoint's secret as Meta signs", () => {
  expect(came.length).toBeGreaterThan(0);
  for (const { body, signature } of came) {
    const digest = createHmac("sha256", secret).update(body).digest("hex");
    expect(signature).toBe(`sha256=${digest}`);
  }
});
