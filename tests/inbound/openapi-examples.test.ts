/** Every webhook example of Meta's OpenAPI file becomes the right record and events; it is skipped without the file. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readOpenApi } from "../sandbox/graph/openapi.ts";
import { type OwnDaemon, startTestDaemon } from "../support/daemon.ts";
import { eventsOf, PHONE, post, processed } from "./support.ts";

const openapi = await readOpenApi();
const NUMBER = "106540352242922";
/** The message that each example becomes, by type and content; of a group, what its thread shows in turn. */
const EXPECTED: Record<string, { type: string; content: object } | object[]> = {
  "Text Message": { type: "text", content: { body: "Does it come in another color?" } },
  "Text Message with Context (Product Inquiry)": {
    type: "text",
    content: {
      body: "Is this still available?",
      context: { referred_product: { catalog_id: "194836987003835", product_retailer_id: "di9ozbzfi4" } },
    },
  },
  "Text Message from Click to WhatsApp Ad": {
    type: "text",
    content: { referral: { source_type: "ad", source_id: "120226305854810726", headline: "Chat with us" } },
  },
  "Reaction Message": {
    type: "reaction",
    content: {
      message_id: "wamid.HBgLMTY1MDM4Nzk0MzkVAgARGBI0RTJEOTc2ODVERUY5RDlGNkYA",
      reaction: "👍",
    },
  },
  "Image Message": {
    type: "image",
    content: { caption: "Taj Mahal", mime_type: "image/jpeg", media_id: expect.stringMatching(/^med_/) },
  },
  "Location Message": { type: "location", content: { name: "Philz Coffee", latitude: 37.44221496582 } },
  "Contact Sharing Message": {
    type: "contact",
    content: { full_name: "Lucía Gómez", phone: "19835552319", organization: "Google" },
  },
  "Unsupported Message": { type: "unsupported", content: { errors: [{ code: 131051 }] } },
  "Button Message": {
    type: "interactive",
    content: { type: "template_button_reply", id: "Unsubscribe", title: "Unsubscribe" },
  },
  "Interactive List Reply Message": {
    type: "interactive",
    content: { type: "list_reply", id: "priority_express", description: "Next Day to 2 Days" },
  },
  "Interactive Button Reply Message": {
    type: "interactive",
    content: { type: "button_reply", id: "cancel-button", title: "Cancel" },
  },
  "Order Message": { type: "order", content: { catalog_id: "194836987003835" } },
  "System Message": {
    type: "system",
    content: { event: "number_changed", from: "16505551234", to: "12195555358" },
  },
  "Group Create Message": [
    { event: "group_created", subject: "your-group-subject" },
    { event: "people_joined", people: [{ address: "16505551234", phone: "16505551234" }] },
    { event: "people_joined", people: [{ address: "16505551235" }] },
  ],
  "Group Settings Update": [{ event: "picture_changed" }],
  "Group Remove Participants": [
    { event: "people_removed", people: [{ address: "16505551234" }, { address: "16505551235" }] },
  ],
};

describe.skipIf(openapi === null)("Meta's webhook examples", () => {
  const webhooks = openapi?.webhooks ?? [];
  let waypost: OwnDaemon;
  beforeAll(async () => {
    waypost = await startTestDaemon();
    await waypost.sql`update channels set phone_number_id = ${NUMBER}`;
  });
  afterAll(() => waypost.stop());

  const stored = async () => ({
    messages: await waypost.sql`select id, type, content, direction from messages order by id`,
    events: await eventsOf(waypost),
    orders: await waypost.sql`select order_no, items from orders`,
  });

  test("there are sixteen, each of which is expected to be something", () => {
    expect(webhooks.map(([name]) => name)).toEqual(Object.keys(EXPECTED));
  });

  test.each(webhooks)("%s", async (name, example) => {
    // several examples share one message id
    for (const table of ["messages", "events", "orders", "provider_messages", "media", "lane_items"])
      await waypost.sql`delete from ${waypost.sql(table)}`;
    const body = JSON.stringify(example);
    expect((await post(waypost, body, "another secret")).status).toBe(401);
    await processed(waypost);
    expect((await stored()).messages).toHaveLength(0);
    const counts: number[] = [];
    for (let time = 0; time < 3; time++) {
      expect((await post(waypost, body)).status).toBe(200);
      await processed(waypost);
      const { messages, events, orders } = await stored();
      counts.push(messages.length, events.length, orders.length);
    }
    expect(counts.slice(3, 6)).toEqual(counts.slice(0, 3));
    expect(counts.slice(6)).toEqual(counts.slice(0, 3));
    const { messages, events, orders } = await stored();
    const expected = EXPECTED[name];
    if (expected === undefined || Array.isArray(expected))
      return expect(messages.map(({ content }) => JSON.parse(content))).toMatchObject(expected ?? []);
    expect(messages).toHaveLength(1);
    expect(messages[0]).toMatchObject({ type: expected.type, direction: "inbound" });
    expect(JSON.parse(messages[0]?.content)).toMatchObject(expected.content);
    const announced = events.filter(({ type }) => type === "message.new").map((one) => one.body);
    if (expected.type === "system") return expect(announced).toEqual([]);
    expect(announced).toMatchObject([
      {
        message_id: messages[0]?.id,
        msg_type: expected.type,
        from_phone: "16505551234",
        direction: "inbound",
      },
    ]);
    const ordered = events.filter(({ type }) => type === "commerce.order.updated");
    expect(ordered).toHaveLength(expected.type === "order" ? 1 : 0);
    expect(orders).toHaveLength(ordered.length);
  });

  test("the number change made the known contact go by its new number", async () => {
    const [contact] = await waypost.sql`select phone_number from contacts where name = 'Sheena Nelson'`;
    // the examples after the system message name nobody
    expect(contact?.phone_number).toBe("+12195555358");
    expect(PHONE.id).not.toBe(NUMBER);
  });
});
