/** Calls that were set aside are seen and processed again by their owner. */
import { beforeEach, expect, test } from "bun:test";
import { retryFailedWebhooks } from "../../db/inbound/failed.ts";
import { caller, makeKey } from "../support/daemon.ts";
import { ownDaemon } from "../support/own-daemon.ts";
import { change, PHONE, post, processed } from "./support.ts";

const PATH = "/v1/inbound/failed";
const waypost = ownDaemon({ config: { logLevel: "silent" } });
beforeEach(async () => {
  await waypost.sql`delete from provider_webhooks`;
});

let last = 0;
/** Takes calls, none of which can be stored. */
async function fail(calls: number): Promise<void> {
  await waypost.sql`
    create or replace function break_messages() returns trigger language plpgsql as $$
    begin raise exception 'broken' using errcode = '22003'; end $$`;
  await waypost.sql`
    create or replace trigger broken before insert on messages for each row execute function break_messages()`;
  for (let n = 0; n < calls; n++) {
    last += 1;
    const message = { from: "16505550001", id: `wamid.failed.${last}`, timestamp: "1763717400" };
    await post(waypost, change({ messages: [{ ...message, type: "text", text: { body: String(last) } }] }));
  }
  await processed(waypost);
}

const mend = () => waypost.sql`drop trigger broken on messages`;
const bodies = async () =>
  (await waypost.sql`select content from messages where direction = 'inbound' order by id`).map(
    ({ content }) => JSON.parse(content).body,
  );

/** An organisation's call that another one's is. */
async function setAsideFor(organization: string | null, channel: string | null): Promise<void> {
  await waypost.sql`
    insert into provider_webhooks (provider, body, error, failure_id, failed_at, organization_id, channel_id)
    values ('whatsapp_official', 'secret of others', 'broken', prefixed_id('inb'), now(), ${organization}, ${channel})`;
}

test("a call that is set aside is listed without what is in it, and processed again at its old place", async () => {
  await fail(2);
  const { body } = await waypost.call("GET", PATH);
  expect(body.data).toMatchObject([
    { channel_id: waypost.channelId, provider: "whatsapp_official", reason: "broken", attempts: 1 },
    { channel_id: waypost.channelId },
  ]);
  expect(JSON.stringify(body)).not.toContain("16505550001");
  await mend();
  const answer = await waypost.call("POST", `${PATH}/${body.data[1].id}/retry`);
  expect([answer.status, answer.body]).toEqual([202, { retried: 1, remaining: 0 }]);
  await processed(waypost);
  expect([await bodies(), (await waypost.call("GET", PATH)).body.data.length]).toEqual([["1"], 1]);
  expect((await waypost.call("POST", `${PATH}/${body.data[1].id}/retry`)).status).toBe(404);
});

test("all are processed again in the order they came, and what fails again is set aside again", async () => {
  const before = await bodies();
  await fail(3);
  const first = (await waypost.call("GET", PATH)).body.data[0].id;
  expect((await waypost.call("POST", `${PATH}/retry`, { up_to: first })).body).toEqual({
    retried: 3,
    remaining: 0,
  });
  await processed(waypost);
  expect((await waypost.call("GET", PATH)).body.data.length).toBe(3);
  expect((await waypost.call("POST", `${PATH}/retry`, { up_to: first })).body.retried).toBe(0);
  await mend();
  expect((await waypost.call("POST", `${PATH}/retry`)).body).toEqual({ retried: 3, remaining: 0 });
  await processed(waypost);
  const added = [last - 2, last - 1, last].map(String);
  expect(await bodies()).toEqual([...before, ...added]);
  const [entry] = (await waypost.call("GET", "/v1/audit?action=inbound.retried")).body.data;
  expect(entry).toMatchObject({ target: { type: "inbound" }, changes: { retried: 3 } });
});

test("webhooks of another organisation, or of nobody, are neither seen nor processed again", async () => {
  await setAsideFor("org_other", "ch_other");
  await setAsideFor(null, null);
  expect((await waypost.call("GET", PATH)).body.data).toEqual([]);
  expect((await waypost.call("POST", `${PATH}/retry`)).body).toEqual({ retried: 0, remaining: 0 });
  const [other] = await waypost.sql`select failure_id from provider_webhooks order by id`;
  expect((await waypost.call("POST", `${PATH}/${other?.failure_id}/retry`)).status).toBe(404);
  expect((await waypost.call("GET", "/v1/diagnostics")).body.inbound).toMatchObject({
    failed: 0,
    unassigned: 1,
  });
});

test("a key for some channels sees what came in on those, and a key without the permission nothing", async () => {
  await setAsideFor(waypost.organizationId, waypost.channelId);
  await setAsideFor(waypost.organizationId, null);
  const some = caller(waypost.url, await makeKey(waypost, ["inbound:manage"], [waypost.channelId]));
  const others = caller(waypost.url, await makeKey(waypost, ["inbound:manage"], ["ch_other"]));
  const none = caller(waypost.url, await makeKey(waypost, ["messages:read"]));
  const seen = async (call: typeof some, query = "") => (await call("GET", PATH + query)).body.data.length;
  expect([await seen(some), await seen(others), await seen(waypost.call)]).toEqual([1, 0, 2]);
  expect(await seen(others, `?channel_id=${waypost.channelId}`)).toBe(0);
  expect((await none("GET", PATH)).body).toMatchObject({ permission: "inbound:manage" });
});

test("a call that can't be read belongs to no organisation, and is processed again from the machine", async () => {
  await waypost.sql`
    insert into provider_webhooks (provider, route, body)
    values ('whatsapp_official', ${`number:${PHONE.id}`}, 'not JSON')`;
  await waypost.sql`select graphile_worker.add_job('inbound', job_key => 'inbound')`;
  await processed(waypost);
  const nobodys = { organizationId: null, channelIds: null };
  const retried = await retryFailedWebhooks(waypost.sql, nobodys, { upTo: null, most: 10 });
  expect(retried).toEqual({ retried: 1, remaining: 0 });
  await processed(waypost);
  expect((await waypost.sql`select from provider_webhooks where error is not null`).length).toBe(1);
});
