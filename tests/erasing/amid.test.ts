/** A person is erased while others work with them: nothing that was under way brings them back. */
import { expect, test } from "bun:test";
import { defineTemplate, makePeople, TEMPLATE } from "../broadcasts/support.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { until } from "../support/until.ts";
import { callsOf, erased } from "./life.ts";
import { traces } from "./traces.ts";

const waypost = sharedDaemon();
const calls = () => callsOf(waypost);
const ok = (method: string, path: string, body?: unknown) => calls().ok(method, path, body);
const WEBHOOKS = "/v1/settings/developer/webhooks";

let serial = 14155579100;
/** Somebody who wrote. */
async function somebody() {
  const phone = String(++serial);
  await calls().says(phone, `wamid.${phone}`, "Hello");
  return { phone, contact: await calls().contactOf(phone) };
}

/** Nothing names somebody any more, but the event that they are erased. */
async function isNowhere(...words: string[]): Promise<void> {
  await waypost.sql`update events set body = '{}' where type = 'contact.erased'`;
  await waypost.sql`update deliveries set response_body = null where event_type = 'contact.erased'`;
  expect(await traces(waypost, words)).toEqual([]);
}

test("a message that is just being sent", async () => {
  const { phone, contact } = await somebody();
  const { id } = await calls().send(phone, "On its way");
  await erased(waypost, contact);
  const { status } = await ok("GET", `/v1/messages/${id}`);
  expect(["cancelled", "sent", "delivered", "read"]).toContain(status);
  await isNowhere(phone, contact);
});

test("a broadcast that has not come to them yet ends without them", async () => {
  const people = Array.from({ length: 4 }, () => ({ phone_number: `+${++serial}`, name: "Someone" }));
  const ids = await makePeople(waypost, people);
  await defineTemplate(waypost);
  const plan = { name: "Spring", channel_ids: [waypost.channelId], template: TEMPLATE, rate_per_second: 1 };
  const { id } = await ok("POST", "/v1/broadcasts", { ...plan, audience: { contact_ids: ids } });
  await ok("POST", `/v1/broadcasts/${id}/start`);
  const record = () => ok("GET", `/v1/broadcasts/${id}`);
  await until(async () => (await record()).counts.waiting > 0);
  const [late] = await waypost.sql<{ contact_id: string; phone: string }[]>`
    select person.contact_id, ltrim(contact.phone_number, '+') as phone
    from broadcast_people as person join contacts as contact on contact.id = person.contact_id
    where person.broadcast_id = ${id} and person.status = 'waiting' order by person.contact_id desc limit 1`;
  const { contact_id = "", phone = "" } = late ?? {};
  await erased(waypost, contact_id);
  await until(async () => (await record()).status === "completed");
  await isNowhere(phone, contact_id);
});

test("somebody who became part of them, with all that they had", async () => {
  const [one, other] = [await somebody(), await somebody()];
  await ok("POST", `/v1/contacts/${one.contact}/merge`, { contact_id: other.contact });
  await erased(waypost, one.contact);
  await isNowhere(one.phone, other.phone, one.contact, other.contact);
});

test.each([1, 2, 3, 4])(
  "somebody who becomes part of them just then goes with them, or stays whole (%d)",
  async () => {
    const [one, other] = [await somebody(), await somebody()];
    const path = `/v1/contacts/${one.contact}/merge`;
    const [merged] = await Promise.all([
      waypost.call("POST", path, { contact_id: other.contact }),
      erased(waypost, one.contact),
    ]);
    await isNowhere(one.phone, one.contact);
    if (merged.status === 200) return await isNowhere(other.phone, other.contact);
    expect(merged.status).toBe(404);
    expect(await calls().contactOf(other.phone)).toBe(other.contact);
  },
);

test("a replay of their events to an endpoint that says back what it gets", async () => {
  let status = 500;
  const echo = Bun.serve({
    ...{ hostname: "127.0.0.1", port: 0 },
    fetch: async (request) => new Response(await request.text(), { status }),
  });
  const since = new Date(Date.now() - 60_000).toISOString();
  const endpoint = await ok("POST", `${WEBHOOKS}/endpoints`, { url: echo.url.href });
  const { phone, contact } = await somebody();
  const answers = () => waypost.sql`select from deliveries where response_body like ${`%${phone}%`}`;
  await until(async () => (await answers()).length > 0);
  status = 200;
  const replay = await ok("POST", `${WEBHOOKS}/deliveries/replay`, { since });
  await erased(waypost, contact);
  await until(async () => {
    const record = await ok("GET", `${WEBHOOKS}/deliveries/replays/${replay.id}`);
    return record.status === "done";
  });
  await echo.stop(true);
  await waypost.call("DELETE", `${WEBHOOKS}/endpoints/${endpoint.id}`);
  await isNowhere(phone, contact);
});

test("an import that names them, and began before", async () => {
  const { phone, contact } = await somebody();
  const others = Array.from(
    { length: 3000 },
    (_, index) => `+1415562${String(index).padStart(4, "0")},Other`,
  );
  const csv = ["phone_number,name", ...others, `+${phone},Back again`].join("\n");
  const answer = await waypost.call("POST", "/v1/contacts/import", csv, { "content-type": "text/csv" });
  expect(answer.status).toBe(202);
  await erased(waypost, contact);
  const [{ status }] = (await ok("GET", "/v1/contacts/imports")).data;
  expect(status).toBe("completed");
  await isNowhere(phone, contact);
});

test("what they wrote and nobody read yet", async () => {
  const { phone, contact } = await somebody();
  const [{ id } = { id: 0 }] = await waypost.sql<{ id: number }[]>`
    insert into provider_webhooks (provider, body, route)
    values ('whatsapp_official', ${`{"from":"${phone}"}`}, 'held back') returning id`;
  const { id: erasure } = await ok("POST", `/v1/contacts/${contact}/erase`, { reason: "x", at_once: true });
  const status = async () => (await ok("GET", `/v1/contacts/erasures/${erasure}`)).status;
  await until(async () => (await planned(erasure)) > 0);
  expect(await status()).toBe("waiting");
  await waypost.sql`delete from provider_webhooks where id = ${id}`;
  await until(async () => (await status()) === "completed");
  await isNowhere(phone, contact);
});

/** How often the job of an erasure was planned once more, as it had to wait. */
async function planned(erasure: string): Promise<number> {
  const [row] = await waypost.sql<{ count: number }[]>`
    select count(*) from graphile_worker.jobs where key = ${`erase_contact:${erasure}`} and run_at > now()`;
  return row?.count ?? 0;
}
