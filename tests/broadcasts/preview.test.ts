import { beforeAll, expect, test } from "bun:test";
import { previewColumns } from "../../cli/commands/broadcasts/columns.ts";
import { type PreviewRequest, previewOf } from "../../daemon/broadcasts/preview/preview.ts";
import { createRateCards } from "../../daemon/costs/rates/rate-cards.ts";
import { createReading } from "../../daemon/http/reading.ts";
import { createLog } from "../../daemon/lib/log.ts";
import { createTemplateDefinitions } from "../../daemon/messages/template-definitions.ts";
import { CLOUD_API } from "../../daemon/providers/cloud-api/platform.ts";
import { type BroadcastRow, findBroadcast } from "../../db/broadcasts/broadcasts.ts";
import { type ChannelRow, findChannel } from "../../db/channels/channels.ts";
import type { TemplateDefinition } from "../../db/templates/templates.ts";
import { importFile } from "../imports/support.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { createDraft, defineTemplate, makePeople, makeTagged, TEMPLATE } from "./support.ts";

const waypost = sharedDaemon();

let ids: string[];
beforeAll(async () => {
  await defineTemplate(waypost);
  const prices = { DE: { MARKETING: 0.1 }, "*": { MARKETING: 0.05 } };
  await waypost.call("PUT", "/v1/rate-card", { currency: "EUR", prices });
  ids = await makePeople(waypost, [
    { phone_number: "+4915123456701", name: "Ada Byron", tags: ["vip", "de"] },
    { phone_number: "+4915123456702", tags: ["vip", "de"], custom_fields: { city: "Ulm" } },
    { phone_number: "+14155557003", name: "Grace", tags: ["vip"] },
    { email: "nobody@example.com", name: "No number", tags: ["vip"] },
    { phone_number: "+4915123456705", name: "Stopped", tags: ["vip", "de"] },
    { phone_number: "+4915123456706", name: "Denied", tags: ["vip", "de"] },
    { phone_number: "+4915123456707", name: "Other", tags: ["test"] },
  ]);
  await waypost.call("POST", `/v1/contacts/${ids[4]}/suppressions`, {
    ...{ channel: "whatsapp", reason: "complained" },
  });
  await waypost.call("PUT", `/v1/contacts/${ids[5]}/consent/whatsapp`, { state: "denied" });
});

async function preview(more: object) {
  const id = await createDraft(waypost, more);
  const { status, body } = await waypost.call("POST", `/v1/broadcasts/${id}/preview`);
  expect([status, body.detail]).toEqual([200, undefined]);
  return body;
}

test("a preview says who would get it, why others not, what they would read, and the price", async () => {
  const made = await preview({ audience: { tags: { any: ["vip", "de"] } } });
  expect(made).toMatchObject({
    ...{ audience: 6, sendable: 3 },
    skipped: [
      { reason: "suppressed", count: 1 },
      { reason: "no_consent", count: 1 },
      { reason: "no_address", count: 1 },
    ],
    cost: {
      ...{ amount: 0.25, currency: "EUR", category: "MARKETING" },
      countries: [
        { country: "DE", people: 2, amount: 0.2 },
        { country: "US", people: 1, amount: 0.05 },
      ],
    },
  });
  const read = made.samples.map(({ rendered }: { rendered: string }) => rendered).sort();
  expect(read).toEqual([
    "Hello Ada, the spring menu is here.",
    "Hello Grace, the spring menu is here.",
    "Hello there, the spring menu is here.",
  ]);
});

test("a person who lacks a field without a fallback is skipped", async () => {
  const template = { ...TEMPLATE, parameters: { body: [{ field: "custom.city" }] } };
  const made = await preview({ template, audience: { contact_ids: ids.slice(0, 3) } });
  expect(made).toMatchObject({ sendable: 1, skipped: [{ reason: "missing_parameter", count: 2 }] });
  expect(made.samples[0].rendered).toBe("Hello Ulm, the spring menu is here.");
});

test("an audience is all tags, no tags, a list, a filter or named contacts, each person once", async () => {
  const { body: list } = await waypost.call("POST", "/v1/crm/lists", { name: "Wholesale" });
  await waypost.call("POST", `/v1/crm/lists/${list.id}/entries`, { record_ids: [ids[0], ids[2]] });
  const audiences: [object, number][] = [
    [{ tags: { all: ["vip", "de"] } }, 4],
    [{ tags: { any: ["vip"], none: ["de"] } }, 2],
    [{ tags: { none: ["vip"] } }, 1],
    [{ list_id: list.id }, 2],
    [{ filter: {} }, 7],
    [{ filter: { q: "byron" } }, 1],
    [{ contact_ids: [ids[0], ids[0]] }, 1],
  ];
  for (const [audience, people] of audiences)
    expect([audience, (await preview({ audience })).audience]).toEqual([audience, people]);
});

test("the rows of a file that was imported are an audience, with its columns as fields", async () => {
  const file = "phone,name,Table\n+14155558001,Ada,7\n+14155558002,Ben,9\n+14155557003,Grace,\n";
  const { id } = await importFile(waypost, file);
  const template = { ...TEMPLATE, parameters: { body: [{ field: "custom.Table" }] } };
  const made = await preview({ template, audience: { import_id: id } });
  expect(made).toMatchObject({ audience: 3, skipped: [{ reason: "missing_parameter", count: 1 }] });
  expect(made.samples.map(({ rendered }: { rendered: string }) => rendered).sort()).toEqual([
    "Hello 7, the spring menu is here.",
    "Hello 9, the spring menu is here.",
  ]);
  const draft = await createDraft(waypost, { template, audience: { import_id: id } });
  await waypost.sql`update imports set finished_at = now() - interval '8 days' where id = ${id}`;
  const { body } = await waypost.call("POST", `/v1/broadcasts/${draft}/start`);
  expect(body.errors[0].path).toBe("/audience/import_id");
});

test("a large audience is counted in several requests, each going on where the one before ended", async () => {
  await makeTagged(waypost, "large", 1100, "4915190");
  const audience = { tags: { any: ["large", "vip"] } };
  const id = await createDraft(waypost, { audience, limit: { people: 1000 } });
  const row = (await findBroadcast(waypost.sql, waypost.organizationId, id)) as BroadcastRow;
  const channel = (await findChannel(waypost.sql, waypost.organizationId, waypost.channelId)) as ChannelRow;
  const templates = createTemplateDefinitions(waypost.sql, () => true);
  const { name, language } = TEMPLATE;
  const definition = await templates.find(waypost.organizationId, channel.waba_id, name, language);
  const route = { channel, platform: CLOUD_API, definition: definition as TemplateDefinition };
  const reading = createReading(waypost.sql, { atOnce: 1, seconds: 30 }).of({
    organizationId: waypost.organizationId,
    actor: { type: "key", id: "key" },
  });
  const openFile = async () => null;
  const rateCards = createRateCards(waypost.sql, createLog("silent"));
  await rateCards.start();
  const dependencies = {
    sql: waypost.sql,
    reading,
    rateCards,
    templates,
    openFile,
    uploads: { organizationMediaGb: 0 },
  };
  const request = { row, routes: [route], file: null, longestMs: 0 } satisfies Partial<PreviewRequest>;
  let made = await previewOf(dependencies, { ...request, before: null });
  expect(made.preview.audience).toBeLessThan(1106);
  for (; made.progress.place !== null; )
    made = await previewOf(dependencies, { ...request, before: JSON.parse(JSON.stringify(made.progress)) });
  const { body } = await waypost.call("POST", `/v1/broadcasts/${id}/preview`);
  expect(body).toEqual({ ...made.preview, next_cursor: null });
  expect([body.audience, body.sendable, body.samples.length]).toEqual([1106, 1000, 5]);
  const wrong = await waypost.call("POST", `/v1/broadcasts/${id}/preview?cursor=forged`);
  expect([wrong.status, wrong.body.code]).toEqual([422, "invalid_cursor"]);
});

test("more people than the limit, or than the money is for, are left out", async () => {
  const audience = { contact_ids: ids.slice(0, 3) };
  const over = { skipped: [{ reason: "over_limit", count: 1 }] };
  expect(await preview({ audience, limit: { people: 2 } })).toMatchObject({ sendable: 2, ...over });
  const cost = { amount: 0.2, currency: "EUR" };
  expect(await preview({ audience, limit: { cost } })).toMatchObject({ cost: { amount: 0.2 }, ...over });
  const id = await createDraft(waypost, { audience, limit: { cost: { amount: 1, currency: "USD" } } });
  const { body } = await waypost.call("POST", `/v1/broadcasts/${id}/preview`);
  expect(body.detail).toBe("/limit/cost: costs are counted in EUR, as the rate card is");
});

test("the time follows from the pace, the window and the messaging limit", async () => {
  const audience = { contact_ids: ids.slice(0, 3) };
  expect((await preview({ audience, rate_per_second: 0.1 })).seconds).toBe(30);
  const window = { from: "00:00", to: "12:00" };
  expect((await preview({ audience, rate_per_second: 0.1, window })).seconds).toBe(60);
});

test("a template that is not approved, or has other parameters, is named", async () => {
  await defineTemplate(waypost, "pending", "pending");
  const body = { name: "x", channel_id: waypost.channelId, audience: { filter: {} } };
  const refusalOf = async (template: object) =>
    (await waypost.call("POST", "/v1/broadcasts/preview", { ...body, template })).body;
  const pending = { ...TEMPLATE, name: "pending" };
  expect(await refusalOf({ ...TEMPLATE, parameters: {} })).toMatchObject({
    code: "template_mismatch",
    detail: expect.stringContaining("Template spring_menu (en_US) has 1 body variable; you gave 0."),
  });
  expect((await refusalOf(pending)).detail).toContain("is pending, not approved");
  expect((await refusalOf({ ...TEMPLATE, name: "none" })).code).toBe("template_not_found");
});

test("who said no is skipped; who never said yes only where consent is required", async () => {
  const [yes, no] = await makePeople(waypost, [
    { phone_number: "+14155557101", tags: ["previewed"] },
    { phone_number: "+14155557102", tags: ["previewed"] },
    { phone_number: "+14155557103", tags: ["previewed"] },
  ]);
  await waypost.call("PUT", `/v1/contacts/${yes}/consent/whatsapp`, { state: "granted" });
  await waypost.call("PUT", `/v1/contacts/${no}/consent/whatsapp`, { state: "denied" });
  const audience = { tags: { any: ["previewed"] } };
  const denied = { reason: "no_consent", count: 1 };
  expect(await preview({ audience })).toMatchObject({ sendable: 2, skipped: [denied] });
  const made = await preview({ audience, require_consent: true });
  expect(made).toMatchObject({ sendable: 1, skipped: [denied, { reason: "consent_unknown", count: 1 }] });
  const skipped = previewColumns.find(({ title }) => title === "skipped");
  expect(skipped?.value(made)).toEqual(["1 said no (consent denied)", "1 never said yes (consent unknown)"]);
});
