/** The way out: a number that was paired here goes on in real Baileys, with the folder that the command wrote. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { openStore } from "../../../cli/commands/channels/session/open-store.ts";
import { runCli } from "../../cli/run-cli.ts";
import { untilStatus } from "../../gateway/support.ts";
import { ADA, AT_ONCE, type Chat, NUMBER, startChat } from "../../providers/whatsapp-web/chat.ts";
import { caller, makeKey } from "../../support/daemon.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { eventually } from "../../support/until.ts";
import { startOwnClient } from "./own-client.ts";

const folder = join(temporaryFolder("way-out"), "auth-info");
let chat: Chat;
beforeAll(async () => {
  chat = await startChat(AT_ONCE);
  await chat.receive("text", { body: "before" });
  await chat.sent("text", { body: "answer" }, "delivered", "read");
});
afterAll(() => chat.stop());

const run = (key = chat.daemon.key) =>
  runCli(["channels", "export-session", chat.channelId, "--to", folder, "--yes"], {
    env: { WAYPOST_URL: chat.daemon.url, WAYPOST_API_KEY: key },
  });
const exported = (call = chat.daemon.call) => call("POST", `/v1/channels/${chat.channelId}/session/export`);

test("a connected channel keeps its session", async () => {
  expect(await exported()).toMatchObject({ status: 409, body: { code: "session_in_use" } });
});

test("a key that may manage channels, and not everything, gets none", async () => {
  await chat.daemon.call("POST", `/v1/channels/${chat.channelId}/disconnect`, {});
  await untilStatus(chat.daemon.call)(chat.channelId, "disconnected");
  const call = caller(chat.daemon.url, await makeKey(chat.daemon, ["channels:manage"]));
  expect((await exported(call)).status).toBe(403);
});

test("the folder is for its owner alone, and the log says that it was taken", async () => {
  expect(await run()).toMatchObject({ code: 0, stderr: expect.stringContaining("the other program has") });
  const { mode } = await stat(join(folder, "creds.json"));
  expect([mode & 0o777, (await stat(folder)).mode & 0o777]).toEqual([0o600, 0o700]);
  const { body } = await chat.daemon.call("GET", "/v1/audit?action=channel.session_exported");
  expect(body.data).toMatchObject([{ target: { id: chat.channelId } }]);
  const { body: channel } = await chat.daemon.call("GET", `/v1/channels/${chat.channelId}`);
  expect(channel).toMatchObject({ status: "disconnected" });
  expect(channel.status_reason).toContain("its session was exported");
});

test("a folder with something in it is left as it is", async () => {
  expect(await run()).toMatchObject({ code: 2, stderr: expect.stringContaining("is not empty") });
});

test("real Baileys goes on with it: heard and answered at once, as the same device", async () => {
  const own = await startOwnClient(chat.web, folder, NUMBER);
  await chat.people().send(ADA, { kind: "text", content: { body: "after" }, to: NUMBER });
  await own.hears("after");
  await own.send(ADA, "still here");
  const said = await eventually("the answer", async () =>
    chat
      .people()
      .messages(ADA)
      .find(({ text }) => text === "still here"),
  );
  const all = chat.people().messages(ADA);
  expect(all.filter(({ retries, unreadable }) => retries + unreadable > 0)).toEqual([]);
  expect(said.copies).toBe(1);
  expect(chat.web.control.phones().find(({ number }) => number === NUMBER)?.devices.length).toBe(1);
  await own.stop();
});

test("and back: the same channel takes what the other program has now, in place of its own copy", async () => {
  // what came in before, and is not stored yet, is like this: of the session, and no key of Signal's
  const { organizationId, sql } = chat.daemon;
  await sql`
    insert into web_session_keys (organization_id, channel_id, category, id, value)
    select ${organizationId}, ${chat.channelId}, category, 'old', '\\x00'
    from unnest(array['timer', 'device-list']) as category`;
  const { session } = await (await openStore(folder)).read("any");
  const many = Array.from({ length: 2500 }, (_, index) => [`old${index}`, "1"]);
  session.keys["lid-mapping"] = { ...session.keys["lid-mapping"], ...Object.fromEntries(many) };
  const { status } = await chat.daemon.call("POST", `/v1/channels/${chat.channelId}/session`, session);
  expect(status).toBe(202);
  const kept = await sql<{ category: string; count: number }[]>`
    select category, count(*)::int as count from web_session_keys
    where channel_id = ${chat.channelId} and id like 'old%' group by category order by category`;
  expect([...kept]).toEqual([
    { category: "lid-mapping", count: 2500 },
    { category: "timer", count: 1 },
  ]);
  await untilStatus(chat.daemon.call)(chat.channelId, "connected");
  expect(await chat.receive("text", { body: "back" })).toMatchObject({ content: { body: "back" } });
  const said = chat.people().messages(ADA);
  expect(said.filter(({ retries, unreadable }) => retries + unreadable > 0)).toEqual([]);
});
