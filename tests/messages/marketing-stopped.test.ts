import { expect, test } from "bun:test";
import { sharedDaemon } from "../support/shared-daemon.ts";

const waypost = sharedDaemon();

const TO = "14155550190";
const send = (type: string, content: object) =>
  waypost.call("POST", "/v1/messages", { channel_id: waypost.channelId, to: TO, type, content });
const template = (name: string, code = "en_US") =>
  send("template", { template: { name, language: { code } } });
const create = (name: string, language: string, category: string) =>
  waypost.call("POST", "/v1/templates", {
    ...{ channel_id: waypost.channelId, name, language, category },
    components: [{ type: "BODY", text: "Everything is cheaper." }],
  });

test("who stopped marketing gets no marketing template, and everything else", async () => {
  const first = await send("text", { body: "Hello" });
  const { contact_id } = await waypost.until(first.body.id, "read");
  await waypost.sql`
    insert into suppressions (organization_id, contact_id, channel, reason)
    values (${waypost.organizationId}, ${contact_id}, 'whatsapp', 'marketing_stopped')`;
  await create("spring_sale", "en_US", "MARKETING");
  await create("spring_sale", "de", "UTILITY");
  await waypost.sql`update templates set status = 'approved'`;

  expect((await send("text", { body: "Your parcel is here" })).status).toBe(201);
  expect((await template("hello_world")).status).toBe(201);
  expect((await template("spring_sale", "de")).status).toBe(201);
  const refused = await template("spring_sale");
  expect([refused.status, refused.body.code]).toEqual([422, "suppressed_recipient"]);
});
