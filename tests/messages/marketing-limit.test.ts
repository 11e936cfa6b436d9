/** Who has had enough marketing is left alone with it for a day; everything else reaches them. */
import { beforeAll, expect, test } from "bun:test";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { eventually } from "../support/until.ts";
import { control } from "../templates/support.ts";

const waypost = sharedDaemon();
const DAY_MS = 24 * 3600_000;
const template = (name: string) => ({
  type: "template",
  content: { template: { name, language: { code: "en_US" } } },
});
const text = { type: "text", content: { body: "Your parcel is here" } };
const post = (to: string, message: object) =>
  waypost.call("POST", "/v1/messages", { channel_id: waypost.channelId, to, ...message });
const send = async (to: string, message: object) => {
  const { status, body } = await post(to, message);
  expect([status, body.detail]).toEqual([201, undefined]);
  return body.id as string;
};
const record = async (id: string) => (await waypost.call("GET", `/v1/messages/${id}`)).body;
const held = (id: string) =>
  eventually("a message that is held", async () => ((await record(id)).held === null ? null : record(id)));

beforeAll(async () => {
  const components = [{ type: "BODY", text: "Everything is cheaper." }];
  const sale = { name: "spring_sale", language: "en_US", category: "MARKETING", components };
  await control(waypost, "templates", sale);
  const [channel] = await waypost.sql`select waba_id from channels where id = ${waypost.channelId}`;
  await waypost.sql`
    insert into templates (organization_id, id, waba_id, name, language, category, status, components)
    values (${waypost.organizationId}, 'tp_sale', ${channel?.waba_id}, 'spring_sale', 'en_US', 'MARKETING', 'approved',
      ${JSON.stringify(components)})`;
});

test("after 131049 marketing waits a day for this person alone, and nothing else does", async () => {
  const to = "15550002001";
  const first = await waypost.until(await send(to, template("spring_sale")), "failed");
  expect(first.error).toMatchObject({ code: "not_delivered_ecosystem", provider_code: "131049" });

  const waiting = await held(await send(to, template("spring_sale")));
  expect(waiting).toMatchObject({ status: "scheduled", attempts: 0, held: { reason: "marketing_limit" } });
  const failedAt = Date.parse(first.status_history.at(-1).at);
  expect(Date.parse(waiting.held.until)).toBe(failedAt + DAY_MS);
  expect(Date.parse(waiting.expires_at)).toBe(failedAt + 2 * DAY_MS);
  const { restrictions } = (await waypost.call("GET", `/v1/channels/${waypost.channelId}/limits`)).body;
  const { conversation_id } = first;
  expect(restrictions).toEqual([
    { scope: "person", conversation_id, reason: "marketing_limit", until: waiting.held.until },
  ]);

  await waypost.until(await send(to, text), "read");
  await waypost.until(await send(to, template("hello_world")), "read");
  await waypost.until(await send("14155550160", template("spring_sale")), "read");
});

test("the hold ends with its day", async () => {
  const to = "15550002002";
  await waypost.until(await send(to, template("spring_sale")), "failed");
  const { id } = await held(await send(to, template("spring_sale")));
  await waypost.sql`update marketing_holds set until = now()`;
  await waypost.sql`update lane_items set due_at = now() where item_id = ${id}`;
  await waypost.sql`select wake_lane(${waypost.organizationId}, 'channel', ${waypost.channelId})`;
  // it is called again, and refused again
  expect((await waypost.until(id, "failed")).error.code).toBe("not_delivered_ecosystem");
});

test("who writes gets marketing at once: within a service window it does not count", async () => {
  const to = "15550002003";
  await waypost.until(await send(to, template("spring_sale")), "failed");
  const { id } = await held(await send(to, template("spring_sale")));
  await control(waypost, "inbound", { from: to, text: "What is on sale?" });
  expect((await waypost.until(id, "failed")).attempts).toBe(1);
});

test("a channel that refuses what is over its limits refuses such marketing, and says until when", async () => {
  const to = "15550002004";
  await waypost.until(await send(to, template("spring_sale")), "failed");
  const change = (settings: object) =>
    waypost.call("PATCH", `/v1/channels/${waypost.channelId}`, { settings });
  await change({ over_limit: "refuse" });
  const refused = await eventually("a refusal", async () => {
    const answer = await post(to, template("spring_sale"));
    return answer.status === 422 ? answer.body : null;
  });
  expect(refused.code).toBe("marketing_limit_reached");
  expect(refused.detail).toMatch(/until \d{4}-\d{2}-\d{2}T/);
  await waypost.until(await send(to, template("hello_world")), "read");
  const scheduled_at = new Date(Date.now() + 2 * DAY_MS).toISOString();
  await send(to, { ...template("spring_sale"), scheduled_at });
  await change({ over_limit: "wait" });
});
