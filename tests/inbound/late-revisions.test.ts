/** Our own message is edited and taken back on the business's phone before the answer to its send said its id. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { forgetRecords } from "../../db/maintenance/forget-records.ts";
import { type OwnDaemon, startTestDaemon } from "../support/daemon.ts";
import { eventually, until } from "../support/until.ts";
import { take } from "./support.ts";

const TO = "14155550177";
const target = Promise.withResolvers<string>();
/** Runs after WhatsApp has taken a message, and before the daemon knows it. */
let meanwhile: (providerMessageId: string) => Promise<void> = async () => {};
let waypost: OwnDaemon;
let slow: ReturnType<typeof Bun.serve>;
beforeAll(async () => {
  slow = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: forward });
  waypost = await startTestDaemon({ config: { graphUrl: `http://127.0.0.1:${slow.port}/v23.0` } });
  target.resolve(waypost.sandbox.url);
});
afterAll(async () => {
  await waypost.stop();
  await slow.stop(true);
});

/** The sandbox, whose answers to sends are late. */
async function forward(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const body = request.method === "GET" ? null : await request.text();
  const answer = await fetch(`${await target.promise}${pathname}${search}`, {
    method: request.method,
    headers: {
      authorization: request.headers.get("authorization") ?? "",
      "content-type": "application/json",
    },
    body,
  });
  const text = await answer.text();
  const [id] = /wamid\.[\w=+/]+/.exec(text) ?? [];
  if (request.method === "POST" && id !== undefined) await meanwhile(id);
  return new Response(text, { status: answer.status, headers: { "content-type": "application/json" } });
}

const echo = (id: string, at: number, more: object) => ({
  message_echoes: [{ from: "15550990100", to: TO, id, timestamp: String(at), ...more }],
});

async function send(): Promise<string> {
  const { body } = await waypost.call("POST", "/v1/messages", {
    channel_id: waypost.channelId,
    to: TO,
    type: "text",
    content: { body: "At nine" },
  });
  return body.id;
}

const takenBack = (id: string) =>
  eventually("message that was taken back", async () => {
    const { body } = await waypost.call("GET", `/v1/messages/${id}`);
    return body.deleted_at !== null && body;
  });

test("changes reported before a message's send had a result are applied to it", async () => {
  const now = Math.floor(Date.now() / 1000);
  meanwhile = async (original_message_id) => {
    const revoke = { type: "revoke", revoke: { original_message_id } };
    const words = { message: { type: "text", text: { body: "At ten" } } };
    // the later one first
    await take(waypost, echo("wamid.late.revoke", now + 2, revoke), "smb_message_echoes");
    const edit = { type: "edit", edit: { original_message_id, ...words } };
    await take(waypost, echo("wamid.late.edit", now + 1, edit), "smb_message_echoes");
    expect(await waypost.sql`select from early_revisions`).toHaveLength(2);
  };
  const id = await send();
  expect(await takenBack(id)).toMatchObject({
    content: { body: "At ten" },
    edits: [{ content: { body: "At nine" } }],
  });
  expect(await waypost.sql`select from early_revisions`).toHaveLength(0);
});

test("maintenance applies a change whose send had its result long after; a change of an unknown message waits", async () => {
  meanwhile = async (original_message_id) => {
    const now = Math.floor(Date.now() / 1000);
    for (const [id, original] of [
      ["wamid.late.long", original_message_id],
      ["wamid.late.unknown", "wamid.nobody.knows"],
    ] as const) {
      const revoke = { type: "revoke", revoke: { original_message_id: original } };
      await take(waypost, echo(id, now, revoke), "smb_message_echoes");
    }
    await waypost.sql`update early_revisions set created_at = now() - interval '1 day'`;
  };
  const id = await send();
  // its statuses may come before its send's result
  await until(
    async () => (await waypost.sql`select from provider_messages where message_id = ${id}`).length > 0,
  );
  await forgetRecords(waypost.sql, { retention: 90, audit: 730 });
  expect(await takenBack(id)).toMatchObject({ content: { body: "At nine" } });
  const waiting = await waypost.sql`select original_id from early_revisions`;
  expect(waiting.map(({ original_id }) => original_id)).toEqual(["wamid.nobody.knows"]);
});
