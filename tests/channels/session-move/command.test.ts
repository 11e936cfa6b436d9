/** The command, with a folder as Baileys 6 left it: it says what is missing, and goes on all the same. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { runCli } from "../../cli/run-cli.ts";
import { ADA, AT_ONCE, type Chat, startChat } from "../../providers/whatsapp-web/chat.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { eventually } from "../../support/until.ts";
import { startOwnClient } from "./own-client.ts";
import { createTalk } from "./talk.ts";

const NUMBER = "15557010059";
const folder = temporaryFolder("auth-info");
let chat: Chat;
beforeAll(async () => {
  chat = await startChat(AT_ONCE);
  const own = await startOwnClient(chat.web, folder, NUMBER);
  await createTalk(chat, NUMBER).before(own);
  await own.stop();
  await makeOld();
});
afterAll(() => chat.stop());

/** No LIDs, tokens and identities; sessions are by number. */
async function makeOld(): Promise<void> {
  for (const name of await readdir(folder)) {
    const [, lid = ""] = /^session-(\d+)_1\./.exec(name) ?? [];
    if (lid !== "") {
      const number: string = await Bun.file(join(folder, `lid-mapping-${lid}_reverse.json`)).json();
      await rename(join(folder, name), join(folder, name.replace(`${lid}_1`, number)));
    }
  }
  for (const name of await readdir(folder))
    if (/^(lid-mapping|identity-key|tctoken|device-list)-/.test(name)) await rm(join(folder, name));
}

const run = (...words: string[]) =>
  runCli(["channels", "import-session", "--from", folder, ...words], {
    env: { WAYPOST_URL: chat.daemon.url, WAYPOST_API_KEY: chat.daemon.key },
  });

test("--dry-run says what was found and what is missing, nothing secret, and sends nothing", async () => {
  const { code, stdout } = await run("--dry-run", "--json");
  expect(code).toBe(0);
  const said = JSON.parse(stdout);
  expect(said).toMatchObject({ store: "a folder of Baileys", number: NUMBER });
  expect(said.missing).toContainEqual(expect.stringContaining("no list of who has which LID"));
  const { noiseKey } = await Bun.file(join(folder, "creds.json")).json();
  expect(stdout).not.toContain(noiseKey.private.data);
  const { body } = await chat.daemon.call("GET", "/v1/channels");
  expect(body.data.filter(({ name }: { name: string }) => name === "Moved")).toEqual([]);
});

test("without --yes and without a terminal it does nothing", async () => {
  const { code, stderr } = await run("--name", "Moved");
  expect(code).toBe(2);
  expect(stderr).toContain("--yes is required");
});

test("it makes a channel, connects it, and people are heard and answered", async () => {
  const { code, stdout, stderr } = await run("--name", "Moved", "--yes", "--json");
  expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining("has to be stopped") });
  const channel = JSON.parse(stdout);
  expect(channel).toMatchObject({ name: "Moved", status: "connected", phone_number: `+${NUMBER}` });
  await chat.people().send(ADA, { kind: "text", content: { body: "still there?" }, to: NUMBER });
  await eventually("what came in", async () => {
    const [row] = await chat.daemon.sql`
      select from messages where channel_id = ${channel.id} and content::json ->> 'body' = 'still there?'`;
    return row;
  });
  await chat.daemon.call("POST", "/v1/messages", {
    ...{ channel_id: channel.id, to: ADA, type: "text", content: { body: "yes" } },
  });
  await eventually("the answer", async () =>
    chat
      .people()
      .messages(ADA)
      .some(({ text }) => text === "yes"),
  );
});
