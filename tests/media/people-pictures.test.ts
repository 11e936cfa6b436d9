/** Profile pictures: asked of WhatsApp seldom, through paired numbers alone, and gone with whom they show. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { receive } from "../inbound/support.ts";
import { ADA, type Chat, startChat } from "../providers/whatsapp-web/chat.ts";
import { eventually } from "../support/until.ts";

let chat: Chat;
/** How often WhatsApp was asked for a picture. */
let asked = 0;
beforeAll(async () => {
  chat = await startChat(undefined, undefined, {
    onStanza: (stanza) => void (stanza.attrs.xmlns === "w:profile:picture" && asked++),
  });
});
afterAll(() => chat.stop());

/** Somebody writes; resolves with their id. */
async function write(from: string): Promise<string> {
  return (await chat.receive("text", {}, from)).contact_id;
}

async function pictureOf(contact: string): Promise<Response> {
  const { url, key } = chat.daemon;
  return await fetch(`${url}/v1/contacts/${contact}/picture`, {
    headers: { "x-api-key": key },
  });
}

const bytesOf = async (contact: string) => Buffer.from(await (await pictureOf(contact)).arrayBuffer());
const stored = async (contact: string) =>
  (await chat.daemon.sql`select from contact_pictures where contact_id = ${contact}`).length;

test("somebody's picture is asked for once a day, and served as a file that no page runs", async () => {
  const ada = await write(ADA);
  const before = asked;
  const first = await pictureOf(ada);
  expect([first.status, first.headers.get("content-type")]).toEqual([200, "image/png"]);
  expect(first.headers.get("content-security-policy")).toContain("sandbox");
  expect(await bytesOf(ada)).toEqual(Buffer.from(await first.arrayBuffer()));
  expect(asked - before).toBe(1);
  await chat.daemon.sql`update contact_pictures set asked_at = now() - interval '25 hours'`;
  expect((await pictureOf(ada)).status).toBe(200);
  expect(asked - before).toBe(2);
});

test("a picture that is changed or removed is asked for again", async () => {
  const eva = await write("491700000002");
  const before = await bytesOf(eva);
  chat.people().setPicture("491700000002", "another");
  await eventually("that it is forgotten", async () => ((await stored(eva)) === 0 ? true : null));
  expect(await bytesOf(eva)).not.toEqual(before);
  chat.people().setPicture("491700000002", null);
  await eventually("that it is forgotten", async () => ((await stored(eva)) === 0 ? true : null));
  expect((await pictureOf(eva)).status).toBe(404);
  // also that there is none is known for a day
  const times = asked;
  expect((await pictureOf(eva)).status).toBe(404);
  expect(asked).toBe(times);
});

test("what WhatsApp's host does not give is tried again after an hour, and the picture stays meanwhile", async () => {
  const ida = await write("491700000003");
  const bytes = await bytesOf(ida);
  await chat.daemon
    .sql`update contact_pictures set asked_at = now() - interval '25 hours' where contact_id = ${ida}`;
  chat.people().mediaFaults.add({ at: "download", status: 500, times: 1 });
  expect(await bytesOf(ida)).toEqual(bytes);
  const [row] = await chat.daemon.sql`
    select asked_at < now() - interval '22 hours' as soon from contact_pictures where contact_id = ${ida}`;
  expect(row?.soon).toBe(true);
});

test("a number asks for sixty pictures in an hour and no more", async () => {
  const uma = await write("491700000004");
  const { sql, organizationId } = chat.daemon;
  const many = Array.from({ length: 60 }, (_, nth) => `ct_many_${nth}`);
  await sql`insert into contacts (organization_id, id) select ${organizationId}, * from unnest(${many}::text[])`;
  await sql`
    insert into contact_pictures (organization_id, contact_id, channel_id)
    select ${organizationId}, id, ${chat.channelId} from unnest(${many}::text[]) as id`;
  const before = asked;
  expect((await pictureOf(uma)).status).toBe(404);
  expect(asked).toBe(before);
  await sql`delete from contacts where id = any (${many})`;
  expect((await pictureOf(uma)).status).toBe(200);
});

test("nobody is asked for the picture of who writes with an official number", async () => {
  const before = asked;
  const { contact_id } = await receive(chat.daemon, {
    from: "14155557301",
    name: "Otto",
    kind: "text",
    content: { body: "Hi" },
  });
  expect((await pictureOf(contact_id)).status).toBe(404);
  expect([asked, await stored(contact_id)]).toEqual([before, 0]);
});

test("a picture goes with the contact that is deleted, or merged into another", async () => {
  const [one, other] = [await write("491700000005"), await write("491700000006")];
  await pictureOf(one);
  await pictureOf(other);
  await chat.daemon.call("POST", `/v1/contacts/${one}/merge`, { contact_id: other });
  expect(await stored(other)).toBe(0);
  await chat.daemon.call("DELETE", `/v1/contacts/${one}`);
  expect(await stored(one)).toBe(0);
});
