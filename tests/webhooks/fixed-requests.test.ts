/** What deliveries post is fixed before the first attempt, and forgotten with what it is about. */
import { expect, test } from "bun:test";
import { newId } from "../../daemon/lib/ids.ts";
import { findRequests, fixRequests } from "../../db/webhooks/delivery-requests.ts";
import { forgetBefore } from "../support/forget-before.ts";
import { until } from "../support/until.ts";
import { hearOn } from "./hear.ts";
import { laneSite } from "./lane-site.ts";

const { fixture, receiver, answer } = laneSite();

/** An endpoint that refuses what it gets, so that it gets it again. */
function listen(include?: string[]) {
  answer.status = 500;
  return fixture.endpoint({
    url: receiver.url,
    filterTypes: ["message.new"],
    ...(include ? { include } : {}),
  });
}
const fix = (id: string, request: string, more = {}) =>
  fixRequests(fixture.sql, fixture.organizationId, [
    { id, request, contact_id: null, participant_contact_id: null, as_of: new Date().toISOString(), ...more },
  ]);

test.each([
  ["loses", ["message"], null],
  ["gets", undefined, ["message"]],
])("a retry posts the same when its endpoint %s what events carry in between", async (_, before, after) => {
  const { lane } = await listen(before);
  await hearOn(fixture, fixture.channelId);
  await fixture.deliverDue(lane);
  await fixture.sql`update webhook_endpoints set include = ${after}, updated_at = now() where id = ${lane.laneId}`;
  await fixture.makeDue(lane);
  await fixture.deliverDue(lane);
  const [first, second] = receiver.received.map(({ body }) => body);
  expect(second).toBe(first ?? "");
});

test("what another daemon fixed first holds", async () => {
  const id = newId("dlv");
  expect(await fix(id, '{"body":"first"}')).toEqual(new Map());
  expect(await fix(id, '{"body":"second"}')).toEqual(new Map([[id, '{"body":"first"}']]));
});

test("what another daemon fixes at the same moment holds", async () => {
  const { sql, organizationId } = fixture;
  const row = { organization_id: organizationId, id: newId("dlv"), request: "first", as_of: new Date() };
  const second = await sql.begin(async (first) => {
    await first`insert into delivery_requests ${first(row)}`;
    const fixing = fix(row.id, "second");
    const waiting = () => sql`
      select from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`;
    await until(async () => (await waiting()).count > 0);
    return { fixing };
  });
  expect(await second.fixing).toEqual(new Map([[row.id, "first"]]));
});

test("it is forgotten by the time of its message, not of its delivery", async () => {
  const { id: endpoint, lane } = await listen(["message"]);
  const heard = await hearOn(fixture, fixture.channelId);
  await fixture.deliverDue(lane);
  const ids = (await fixture.deliveries(endpoint)).map(({ id }) => id);
  expect((await findRequests(fixture.sql, fixture.organizationId, ids)).size).toBe(2);
  const at = Number.parseInt(heard.replaceAll("-", "").slice(0, 12), 16);
  await forgetBefore(fixture.sql, fixture.organizationId, new Date(at + 1));
  expect((await findRequests(fixture.sql, fixture.organizationId, ids)).size).toBe(0);
});

test.each(["contact_id", "participant_contact_id"])("it is forgotten with its %s", async (column) => {
  const { organizationId } = fixture;
  const [{ id: contact } = { id: "" }] = await fixture.sql<{ id: string }[]>`
    insert into contacts (organization_id, id, name) values (${organizationId}, ${newId("ct")}, 'Ada') returning id`;
  const id = newId("dlv");
  await fix(id, "null", { [column]: contact });
  await fixture.sql`select delete_contact(${organizationId}, ${contact})`;
  expect((await findRequests(fixture.sql, organizationId, [id])).size).toBe(0);
});
