/** Templates of a whole daemon against the Graph sandbox. */

import { expect, test } from "bun:test";
import { databaseTime } from "../../db/connection/database-time.ts";
import { saveListed } from "../../db/templates/syncs.ts";
import { HOUR_MS, withClockAhead } from "../support/another-clock.ts";
import { type Answer, caller, makeKey } from "../support/daemon.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { eventually } from "../support/until.ts";
import { control, definition, reportedStatuses } from "./support.ts";

const waypost = sharedDaemon();

const create = (name: string, more: Record<string, unknown> = {}) =>
  waypost.call("POST", "/v1/templates", { channel_id: waypost.channelId, ...definition(name, more) });
const submit = (id: string) => waypost.call("POST", `/v1/templates/${id}/submit`);
const read = async (id: string) => (await waypost.call("GET", `/v1/templates/${id}`)).body;
const until = (id: string, status: string) =>
  eventually(`template that is ${status}`, async () => {
    const template = await read(id);
    return template.status === status && template;
  });

async function sync(): Promise<Answer["body"]> {
  const requested = await waypost.call("POST", "/v1/templates/sync", {});
  expect(requested.status).toBe(202);
  return await eventually("end of the synchronisation", async () => {
    const { body } = await waypost.call("GET", `/v1/templates/sync/${requested.body.id}`);
    return ["succeeded", "failed"].includes(body.status) && body;
  });
}

test("a draft is submitted, reviewed and approved, and each step has an event", async () => {
  const created = await create("order_ready");
  expect([created.status, created.body.status]).toEqual([201, "draft"]);
  const submitted = await submit(created.body.id);
  expect([submitted.status, submitted.body.status]).toEqual([202, "pending"]);
  expect(await until(created.body.id, "approved")).toMatchObject({
    channel_id: waypost.channelId,
    rejected_reason: null,
  });
  expect(await reportedStatuses(waypost, created.body.id)).toEqual(["pending", "approved"]);
});

test("a rejection says why, and an edit is reviewed again", async () => {
  const { body } = await create("please_reject");
  await submit(body.id);
  expect((await until(body.id, "rejected")).rejected_reason).toBe("INVALID_FORMAT");
  const components = [{ type: "BODY", text: "Simple words." }];
  const changed = await waypost.call("PATCH", `/v1/templates/${body.id}`, { components });
  expect(changed.body.draft).toEqual({ category: "UTILITY", components });
  expect(changed.body.components).toHaveLength(4);
  expect((await submit(body.id)).body).toMatchObject({ status: "pending", draft: null, components });
});

test("a template in review can't be submitted again, nor one without changes", async () => {
  const { body } = await create("hold_it");
  await submit(body.id);
  expect((await submit(body.id)).body).toMatchObject({ status: 409, code: "template_in_review" });
  const other = await create("unchanged");
  await submit(other.body.id);
  await until(other.body.id, "approved");
  expect((await submit(other.body.id)).body).toMatchObject({ status: 409, code: "nothing_to_submit" });
});

test("a name is taken once a language", async () => {
  await create("twice");
  expect((await create("twice")).body).toMatchObject({ status: 409, code: "template_exists" });
  expect((await create("twice", { language: "de" })).status).toBe(201);
});

test("a sync reads every page, notices changes and what is gone", async () => {
  // the account is also read a moment after Meta's news: what that read made, the sync would not
  const planned = () => waypost.sql`
    select from graphile_worker.jobs where task_identifier = 'read_templates'`;
  await eventually("end of the reads that are planned", async () => (await planned()).length === 0);
  for (let number = 0; number < 60; number += 1) {
    await control(waypost, "templates", { ...definition(`many_${number}`), status: "APPROVED" });
  }
  const first = await sync();
  expect(first).toMatchObject({ status: "succeeded", error: null, created: 60 });
  const { data } = (await waypost.call("GET", "/v1/templates?name=many_7")).body;
  expect(data).toMatchObject([{ status: "approved", language: "en_US" }]);
  await control(waypost, "templates", { ...definition("many_7"), status: "DISABLED" });
  const second = await sync();
  expect(second).toMatchObject({ created: 0, deleted: 0 });
  expect(second.updated).toBeGreaterThanOrEqual(1);
  expect(await reportedStatuses(waypost, data[0].id)).toEqual(["disabled"]);
});

test("a sync waits for a full disk, and then does what it was to", async () => {
  await control(waypost, "templates", { ...definition("late"), status: "APPROVED" });
  await waypost.sql`
    create function refuse_templates() returns trigger language plpgsql as $$
    begin raise exception 'no space left' using errcode = 'disk_full'; end $$`;
  await waypost.sql`create trigger disk_is_full before insert on templates execute function refuse_templates()`;
  const requested = await waypost.call("POST", "/v1/templates/sync", {});
  const job = () => waypost.sql`
    select from graphile_worker.jobs where task_identifier = 'template_sync' and attempts > 0 and locked_at is null`;
  await eventually("job", async () => (await job()).length > 0);
  await waypost.sql`drop trigger disk_is_full on templates`;
  const synced = await eventually("end of the synchronisation", async () => {
    const { body } = await waypost.call("GET", `/v1/templates/sync/${requested.body.id}`);
    return !["queued", "running"].includes(body.status) && body;
  });
  expect(synced).toMatchObject({ status: "succeeded", error: null });
});

test("what Meta decides, rates and moves arrives by webhook", async () => {
  const { body } = await create("watched");
  await submit(body.id);
  await until(body.id, "approved");
  const key = { name: "watched", language: "en_US" };
  await control(waypost, "templates/status", { ...key, event: "FLAGGED" });
  await eventually("flag", async () => (await read(body.id)).flag === "flagged");
  await control(waypost, "templates/status", {
    ...key,
    event: "PAUSED",
    quality: "RED",
    category: "MARKETING",
  });
  const paused = await eventually("event", async () => {
    const template = await read(body.id);
    return (
      template.category === "MARKETING" &&
      template.quality === "RED" &&
      template.status === "paused" &&
      template
    );
  });
  expect(paused).toMatchObject({ rejected_reason: "FIRST_PAUSE", flag: null });
  await control(waypost, "templates/status", { ...key, event: "PENDING_DELETION" });
  await eventually(
    "end of the template",
    async () => (await waypost.call("GET", `/v1/templates/${body.id}`)).status === 404,
  );
  expect(await reportedStatuses(waypost, body.id)).toEqual(["pending", "approved", "paused", "deleted"]);
});

test("a deleted template is gone here and at Meta", async () => {
  const { body } = await create("short_lived");
  await submit(body.id);
  await until(body.id, "approved");
  expect((await waypost.call("DELETE", `/v1/templates/${body.id}`)).status).toBe(204);
  expect((await waypost.call("GET", `/v1/templates/${body.id}`)).status).toBe(404);
  await sync();
  expect((await waypost.call("GET", "/v1/templates?name=short_lived")).body.data).toEqual([]);
});

test("too many calls are answered 429 with the wait that Meta asks for", async () => {
  const { body } = await create("throttled");
  await control(waypost, "limits", { calls: 0, minutes: 2 });
  const refused = await submit(body.id);
  await control(waypost, "limits", { calls: null });
  expect([refused.status, refused.body.code, refused.headers.get("retry-after")]).toEqual([
    429,
    "rate_limited",
    "120",
  ]);
});

test("lists by status and pages, and shows a key only its channels' templates", async () => {
  const page = await waypost.call("GET", "/v1/templates?status=approved&limit=2");
  expect(page.body.data).toHaveLength(2);
  const next = await waypost.call(
    "GET",
    `/v1/templates?status=approved&limit=2&cursor=${page.body.meta.next_cursor}`,
  );
  expect(next.body.data[0].id < page.body.data[1].id).toBe(true);
  const elsewhere = caller(waypost.url, await makeKey(waypost, ["templates:read"], ["ch_other"]));
  expect((await elsewhere("GET", "/v1/templates")).body.data).toEqual([]);
  expect((await elsewhere("GET", `/v1/templates/${page.body.data[0].id}`)).status).toBe(404);
  expect((await elsewhere("POST", "/v1/templates/sync", {})).status).toBe(403);
});

test("what was submitted while the account was listed stays, whatever the daemon's clock shows", async () => {
  const began = await databaseTime(waypost.sql);
  const { body } = await withClockAhead(-HOUR_MS, async () => {
    const created = await create("meanwhile");
    expect((await submit(created.body.id)).status).toBe(202);
    return created;
  });
  const [row] = await waypost.sql<[{ waba_id: string }]>`select waba_id from templates where id = ${body.id}`;
  const account = { organizationId: waypost.organizationId, wabaId: row.waba_id };
  await saveListed(waypost.sql, account, [], began);
  expect((await waypost.call("GET", `/v1/templates/${body.id}`)).status).toBe(200);
});
