import { beforeAll, expect, test } from "bun:test";
import { type PreviewRequest, previewOf } from "../../daemon/broadcasts/preview/preview.ts";
import { createRateCards } from "../../daemon/costs/rates/rate-cards.ts";
import { createReading } from "../../daemon/http/reading.ts";
import { newId } from "../../daemon/lib/ids.ts";
import { createLog } from "../../daemon/lib/log.ts";
import { createTemplateDefinitions } from "../../daemon/messages/template-definitions.ts";
import { CLOUD_API } from "../../daemon/providers/cloud-api/platform.ts";
import { type BroadcastRow, findBroadcast } from "../../db/broadcasts/broadcasts.ts";
import { type ChannelRow, findChannel } from "../../db/channels/channels.ts";
import type { TemplateDefinition } from "../../db/templates/templates.ts";
import { ended as importEnded } from "../imports/support.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import {
  createDraft,
  defineTemplate,
  ended,
  makePeople,
  reached,
  sentTo,
  start,
  TEMPLATE,
} from "./support.ts";

const waypost = sharedDaemon();
const WITH_TABLE = { ...TEMPLATE, parameters: { body: [{ field: "custom.Table" }] } };

beforeAll(async () => {
  await defineTemplate(waypost);
});

/** Uploads a file as any other; its id. */
async function uploaded(text: string): Promise<string> {
  const response = await fetch(`${waypost.url}/v1/media`, {
    method: "POST",
    headers: { "x-api-key": waypost.key, "content-disposition": 'attachment; filename="people.csv"' },
    body: text,
  });
  return ((await response.json()) as { id: string }).id;
}

function counted() {
  return waypost.sql`select (select count(*) from contacts), (select count(*) from imports) as imports,
    (select count(*) from import_parts) as parts, (select count(*) from import_contacts) as met`;
}

test("a preview of an uploaded file says what the file would come to, and leaves nothing behind", async () => {
  const [denied] = await makePeople(waypost, [
    { phone_number: "+14155561001", name: "Denied" },
    { phone_number: "+14155561002", name: "Known", custom_fields: { Table: "3" } },
  ]);
  await waypost.call("PUT", `/v1/contacts/${denied}/consent/whatsapp`, { state: "denied" });
  const media_id = await uploaded(
    [
      ...["Tel.,name,Table,Gesperrt", "4155561001,Denied,1,", "+14155561002,Known,,", "nonsense,Nobody,1,"],
      ...[
        "+14155561003,New,7,",
        "+1 415 556 1003,New again,8,",
        "+14155561004,Gone,9,ja",
        "+14155561005,Bare,,",
      ],
    ].join("\n"),
  );
  const file = { media_id, columns: { "Tel.": "phone_number" }, default_country: "US" };
  const before = await counted();
  const body = { name: "Menu", channel_id: waypost.channelId, template: WITH_TABLE, audience: { file } };
  const looked = await waypost.call("POST", "/v1/broadcasts/preview", body);
  expect([looked.status, looked.body]).toMatchObject([
    200,
    {
      ...{ audience: 5, sendable: 2, refused: 1, next_cursor: null },
      skipped: [
        { reason: "suppressed", count: 1 },
        { reason: "no_consent", count: 1 },
        { reason: "missing_parameter", count: 1 },
      ],
    },
  ]);
  const shown = looked.body.samples.map((sample: { rendered: string }) => sample.rendered).sort();
  expect(shown).toEqual(["Hello 3, the spring menu is here.", "Hello 7, the spring menu is here."]);
  expect(await counted()).toEqual(before);
});

test("a broadcast to an uploaded file imports it, waits for that, and comes to its people", async () => {
  const media_id = await uploaded("phone,name\n+14155562001,Ada\n+14155562002,Ben\n+14155562002,Ben\n");
  const body = {
    ...{ name: "Menu", channel_id: waypost.channelId, template: TEMPLATE },
    audience: { file: { media_id } },
  };
  const once = { "idempotency-key": "file once" };
  const made = await waypost.call("POST", "/v1/broadcasts", body, once);
  expect(made.body.audience).toEqual({ import_id: expect.stringMatching(/^imp_/) });
  const again = await waypost.call("POST", "/v1/broadcasts", body, once);
  expect(again.body).toEqual(made.body);
  await start(waypost, made.body.id);
  expect(await ended(waypost, made.body.id)).toMatchObject({ status: "completed", counts: { audience: 2 } });
  expect(Object.fromEntries(await sentTo(waypost, "1415556200"))).toEqual({ 14155562001: 1, 14155562002: 1 });
  const imports =
    await waypost.sql`select status from imports where organization_id = ${waypost.organizationId}`;
  expect(imports.map(({ status }) => status)).toEqual(["completed"]);
});

test("a large file is counted in several requests, each person once, and comes to what was counted", async () => {
  const lines = Array.from(
    { length: 620 },
    (_, n) => `+1415557${String(n % 600).padStart(4, "0")},Person ${n}`,
  );
  const text = ["phone,name", ...lines].join("\n");
  const { sql, organizationId } = waypost;
  const dependencies = {
    ...{
      sql,
      reading: createReading(sql, { atOnce: 1, seconds: 30 }).of({
        organizationId,
        actor: { type: "key", id: "key" },
      }),
      rateCards: createRateCards(sql, createLog("silent")),
    },
    templates: createTemplateDefinitions(sql, () => true),
    uploads: { organizationMediaGb: 0 },
    openFile: async () => ({
      bytes: new Blob([text]).stream(),
      ...{ size: text.length, mimeType: "text/csv", fileName: "people.csv" },
    }),
  };
  const other = await createDraft(waypost, { audience: { filter: {} } });
  const row = (await findBroadcast(sql, organizationId, other)) as BroadcastRow;
  const channel = (await findChannel(sql, organizationId, waypost.channelId)) as ChannelRow;
  const { name, language } = TEMPLATE;
  const definition = await dependencies.templates.find(organizationId, channel.waba_id, name, language);
  const caller = {
    ...{
      organizationId,
      actor: { type: "key" as const, id: "k" },
      permissions: ["*"],
      channelIds: null,
      agent: null,
    },
    ...{ address: null, requestId: "" },
  };
  const request = {
    ...{ row, longestMs: 0, file: { caller, file: { media_id: "med_any" } } },
    routes: [{ channel, platform: CLOUD_API, definition: definition as TemplateDefinition }],
  } satisfies Partial<PreviewRequest>;
  let made = await previewOf(dependencies, { ...request, before: null });
  let requests = 1;
  for (; made.progress.place !== null; requests++)
    made = await previewOf(dependencies, { ...request, before: JSON.parse(JSON.stringify(made.progress)) });
  expect([requests, made.preview.audience, made.preview.samples.length]).toEqual([3, 600, 5]);
  const id = await createDraft(waypost, { audience: { file: { media_id: await uploaded(text) } } });
  const draft = (await waypost.call("GET", `/v1/broadcasts/${id}`)).body;
  await importEnded(waypost, draft.audience.import_id);
  const { body } = await waypost.call("POST", `/v1/broadcasts/${id}/preview`);
  expect([body.audience, body.sendable]).toEqual([600, made.preview.sendable]);
});

/** An import that nobody works on. */
async function makeImport(): Promise<string> {
  const { sql, organizationId } = waypost;
  const id = newId("imp");
  const importing = { organization_id: organizationId, id, format: "csv", encoding: "utf-8", settings: "{}" };
  const given = { ...importing, status: "queued", dry_run: false, on_error: "skip" };
  await sql`insert into imports ${sql({ ...given, place_offset: 0, place_line: 1 })}`;
  return id;
}

test("people whom an import makes after the start get theirs", async () => {
  const { sql, organizationId } = waypost;
  const import_id = await makeImport();
  const id = await createDraft(waypost, { audience: { import_id } });
  await start(waypost, id);
  const [contact] = await makePeople(waypost, [{ phone_number: "+14155564001", name: "Late" }]);
  await sql`insert into import_contacts ${sql({ organization_id: organizationId, import_id, contact })}`;
  await sql`update imports set status = 'completed', finished_at = now() where id = ${import_id}`;
  expect((await ended(waypost, id)).counts).toMatchObject({ audience: 1, skipped: 0 });
});

test("a broadcast whose file is not imported after all is stopped", async () => {
  const { sql } = waypost;
  const id = await makeImport();
  const draft = await createDraft(waypost, { audience: { import_id: id } });
  const early = await waypost.call("POST", `/v1/broadcasts/${draft}/preview`);
  expect([early.status, early.body.code]).toEqual([409, "wrong_state"]);
  expect((await start(waypost, draft)).status).toBe("running");
  await sql`update imports set status = 'failed', finished_at = now() where id = ${id}`;
  expect((await reached(waypost, draft, "stopped")).stopped_by.rule).toBe("audience");
});

test("a wrong field of a file is named where the body has it", async () => {
  const media_id = await uploaded("phone\n+14155563002\n");
  const refused = async (wrong: object) => {
    const audience = { file: { media_id, ...wrong } };
    const body = { name: "Menu", channel_id: waypost.channelId, template: TEMPLATE, audience };
    const paths = ["/v1/broadcasts", "/v1/broadcasts/preview"].map(async (path) => {
      const answer = await waypost.call("POST", path, body);
      return answer.body.errors.map((error: { path: string }) => error.path);
    });
    return (await Promise.all(paths)).flat();
  };
  const file = "/audience/file";
  expect(await refused({ encoding: "ebcdic" })).toEqual([`${file}/encoding`, `${file}/encoding`]);
  expect(await refused({ set: { shoe: "44" } })).toEqual([`${file}/set`, `${file}/set`]);
});

test("a file has to be there, and the key has to be one that may change contacts", async () => {
  const body = { name: "Menu", channel_id: waypost.channelId, template: TEMPLATE };
  const missing = await waypost.call("POST", "/v1/broadcasts", {
    ...body,
    audience: { file: { media_id: "med_no" } },
  });
  expect([missing.status, missing.body.errors?.[0].path]).toEqual([422, "/audience/file/media_id"]);
  const made = await waypost.call("POST", "/v1/api-keys", {
    ...{ name: "Broadcasts", permissions: ["broadcasts:read", "broadcasts:manage"] },
  });
  const audience = { file: { media_id: await uploaded("phone\n+14155563001\n") } };
  const refused = await waypost.call(
    "POST",
    "/v1/broadcasts",
    { ...body, audience },
    { "x-api-key": made.body.key },
  );
  expect([refused.status, refused.body.permission]).toEqual([403, "contacts:write"]);
});
