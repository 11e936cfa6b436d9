/** An official number of Evolution's moves by Meta's ids and token. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { SANDBOX_DEFAULTS } from "../../daemon/sandbox/graph/defaults.ts";
import { runCli } from "../cli/run-cli.ts";
import { ownDaemon } from "../support/own-daemon.ts";
import { type EvolutionStore, evolutionStore } from "./evolution-store.ts";

const waypost = ownDaemon();
const { phoneNumber, accessToken } = SANDBOX_DEFAULTS;
const CLEO = "14155550190@s.whatsapp.net";
const AT = Math.floor(Date.now() / 1000) - 86_400;

let store: EvolutionStore;
beforeAll(async () => {
  // the daemon's own channel has the sandbox's number
  await waypost.sql`delete from channels where id = ${waypost.channelId}`;
  store = await evolutionStore();
  const instanceId = await store.add("Instance", {
    ...{ name: "official", integration: "WHATSAPP-BUSINESS", number: phoneNumber.id },
    ...{ businessId: phoneNumber.wabaId, token: accessToken },
  });
  await store.add("Message", {
    ...{ instanceId, source: "unknown", messageType: "imageMessage", messageTimestamp: AT, pushName: "Cleo" },
    ...{
      key: { id: "wamid.one", remoteJid: CLEO, fromMe: false },
      message: { imageMessage: { caption: "Look" } },
    },
  });
});
afterAll(() => store.drop());

const run = () =>
  runCli(["move-in", "evolution", "--database", store.url, "--yes", "--json"], {
    env: { WAYPOST_URL: waypost.url, WAYPOST_API_KEY: waypost.key },
  });

test("it connects, and its messages are there; a file that Meta does not keep is left", async () => {
  const { code, stdout, stderr } = await run();
  expect({ code, stderr }).toMatchObject({ code: 0 });
  const [{ channel: id, messages }] = JSON.parse(stdout).data;
  expect(messages).toMatchObject({ stored: 1 });
  const { body: channel } = await waypost.call("GET", `/v1/channels/${id}`);
  expect(channel).toMatchObject({ name: "official", platform: "whatsapp_official", status: "connected" });
  const { body: status } = await waypost.call("GET", `/v1/messages/wamid.one/status?channel_id=${id}`);
  const { body: message } = await waypost.call("GET", `/v1/messages/${status.message_id}`);
  expect(message).toMatchObject({ type: "image", content: { caption: "Look" }, imported_from: "evolution" });
  expect(message.content.media_id).toBeUndefined();
});

test("again, it is the same channel", async () => {
  const { stdout } = await run();
  expect(JSON.parse(stdout).data).toMatchObject([{ messages: { stored: 0, known: 1 }, problems: [] }]);
  const { body } = await waypost.call("GET", "/v1/channels");
  expect(body.data).toHaveLength(1);
});
