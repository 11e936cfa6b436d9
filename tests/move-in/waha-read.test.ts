/** What is read of WAHA's files, in which every value may be anything. */
import { beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import type { Installation } from "../../cli/commands/move-in/read/found.ts";
import { asBaileysNames } from "../../cli/commands/move-in/read/waha/gows.ts";
import { openWaha } from "../../cli/commands/move-in/read/waha/waha.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { all, number } from "./found.ts";
import { WAHA_SCHEMAS, wahaFile } from "./waha-store.ts";

const folder = temporaryFolder("waha");
let installation: Installation;
beforeAll(async () => {
  await fillFiles();
  installation = await openWaha({ database: undefined, files: folder });
});

const ADA = "14155550123@s.whatsapp.net";
const AT = 1_764_000_000;

const message = (id: string, more: object = {}) => ({
  ...{ key: { id, remoteJid: ADA, fromMe: false }, messageTimestamp: AT, pushName: "Ada" },
  ...{ message: { conversation: id }, ...more },
});

async function fillFiles(): Promise<void> {
  const own = await wahaFile(join(folder, "noweb"), "waha.sqlite3", WAHA_SCHEMAS.own);
  const config = {
    proxy: { server: "proxy.example:3128", username: "u", password: "p" },
    webhooks: [
      {
        ...{
          url: "https://n8n.example/hook",
          events: ["message", "session.status"],
          hmac: { key: "s3cret" },
        },
        customHeaders: [{ name: "x-shop", value: "1" }],
      },
    ],
  };
  own.run("insert into session_config values (?, ?)", ["sales", JSON.stringify({ id: "sales", config })]);
  const me = { id: "15557010001@c.us", pushName: "Sales" };
  own.run("insert into me values (?, ?)", ["sales", JSON.stringify({ id: "sales", me })]);
  own.close();
  const noweb = await wahaFile(join(folder, "noweb", "sales"), "store.sqlite3", WAHA_SCHEMAS.noweb);
  const put = noweb.prepare("insert into messages values (?, ?, ?, ?)");
  put.run(
    ADA,
    "B2",
    AT + 1,
    JSON.stringify(message("B2", { status: 4, key: { id: "B2", remoteJid: ADA, fromMe: true } })),
  );
  put.run(ADA, "B1", AT, JSON.stringify(message("B1")));
  put.run(ADA, "B3", AT + 2, '{"key":');
  noweb.run("insert into contacts values (?, ?)", [ADA, JSON.stringify({ id: ADA, notify: "Ada" })]);
  noweb.run("insert into lid_map values (?, ?, null)", ["187240155021834@lid", ADA]);
  noweb.close();
  const gows = await wahaFile(join(folder, "gows", "support"), "gows.db", WAHA_SCHEMAS.gows);
  gows.run("insert into gows_messages values (?, ?, ?, false, ?, true)", [
    ...["120363000000000001@g.us", "C1", "2025-11-24 16:00:00+00:00"],
    JSON.stringify({
      Info: {
        ...{ ID: "C1", Chat: "120363000000000001@g.us", Sender: "187240155021834:3@lid", SenderAlt: ADA },
        ...{ IsFromMe: false, IsGroup: true, PushName: "Ada", Timestamp: "2025-11-24T16:00:00Z" },
      },
      Message: {
        imageMessage: {
          URL: "https://mmg.whatsapp.net/x",
          fileSHA256: "AQI=",
          contextInfo: { stanzaID: "C0" },
        },
      },
      Status: 0,
    }),
  ]);
  gows.run("insert into whatsmeow_contacts values ('x', ?, '', 'Ada L.', 'Ada', '')", [ADA]);
  gows.run("insert into whatsmeow_lid_map values ('187240155021834', '14155550123')");
  gows.close();
}

test("a session has its number, proxy and receivers", () => {
  expect(number(installation, "sales")).toMatchObject({
    ...{ phone: "15557010001", counts: { people: 1, messages: 3 } },
    settings: { proxy: { url: "http://u:p@proxy.example:3128" } },
    webhooks: [
      {
        ...{ url: "https://n8n.example/hook", events: ["message", "session.status"], secret: "s3cret" },
        headers: { "x-shop": "1" },
      },
    ],
  });
});

test("NOWEB's messages come by time, and one that is torn is left out", async () => {
  const found = await all(number(installation, "sales").messages());
  expect(found).toEqual([
    {
      ...{ key: { id: "B1", remoteJid: ADA, fromMe: false }, message: { conversation: "B1" } },
      ...{ messageTimestamp: AT, pushName: "Ada" },
    },
    expect.objectContaining({ key: { id: "B2", remoteJid: ADA, fromMe: true }, status: 4 }),
    null,
  ]);
});

test("NOWEB's people have their name, and who is behind a LID", async () => {
  expect(await all(number(installation, "sales").people())).toEqual([
    { phone_number: "+14155550123", name: "Ada" },
    { phone_number: "+14155550123", lid: "187240155021834" },
  ]);
});

test("GOWS' messages have Baileys' names, and who wrote in a group", async () => {
  expect(await all(number(installation, "support").messages())).toEqual([
    {
      key: {
        ...{ id: "C1", remoteJid: "120363000000000001@g.us", fromMe: false },
        ...{ participant: "187240155021834@lid", participantAlt: ADA },
      },
      message: {
        imageMessage: {
          url: "https://mmg.whatsapp.net/x",
          fileSha256: "AQI=",
          contextInfo: { stanzaId: "C0" },
        },
      },
      ...{ messageTimestamp: AT, pushName: "Ada" },
    },
  ]);
});

test("GOWS' people have the name of the address book", async () => {
  expect(await all(number(installation, "support").people())).toEqual([
    { phone_number: "+14155550123", lid: "187240155021834", name: "Ada L." },
  ]);
});

test.each<[go: string, baileys: string]>([
  ["URL", "url"],
  ["JPEGThumbnail", "jpegThumbnail"],
  ["fileEncSHA256", "fileEncSha256"],
  ["mentionedJID", "mentionedJid"],
  ["PTT", "ptt"],
  ["pollCreationMessageV3", "pollCreationMessageV3"],
  ["senderTimestampMS", "senderTimestampMs"],
  ["Header", "header"],
])("%s is %s", (go, baileys) => {
  expect(asBaileysNames({ [go]: 1 })).toEqual({ [baileys]: 1 });
});

test.each<[what: string, source: Parameters<typeof openWaha>[0], says: string]>([
  [
    "a folder that is not there",
    { database: undefined, files: `${import.meta.dir}/nowhere` },
    "can't be read (ENOENT)",
  ],
  [
    "a folder without sessions",
    { database: undefined, files: import.meta.dir },
    "no session of WAHA's engines",
  ],
])("%s is said", async (_, source, says) => {
  expect(openWaha(source)).rejects.toThrow(says);
});
