/** The sandbox's passkeys as a client sees them that is none of ours: whatsmeow pairs by QR code and by code for the phone. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import {
  startWhatsAppWebSandbox,
  type WhatsAppWebSandbox,
} from "../../../../daemon/sandbox/whatsapp-web/sandbox.ts";
import { eventually } from "../../../support/until.ts";
import { buildWhatsmeow, startWhatsmeow, type Whatsmeow } from "./whatsmeow.ts";

const built = await buildWhatsmeow();
const isMissing = "missing" in built;
if (isMissing) process.stdout.write(`The sandbox's passkeys are not shown to whatsmeow: ${built.missing}.\n`);

let web: WhatsAppWebSandbox;
const clients: Whatsmeow[] = [];
beforeAll(async () => {
  if (!isMissing) web = await startWhatsAppWebSandbox();
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.stop()));
  await web?.stop();
});

async function start(): Promise<Whatsmeow> {
  if ("missing" in built) throw new Error(built.missing);
  const client = await startWhatsmeow(built.path, web);
  clients.push(client);
  return client;
}

/** Signs, compares and confirms as the owner of the number does; true once the client is logged in. */
async function finish(client: Whatsmeow, number: string): Promise<void> {
  const { options } = await client.until("passkey");
  client.order({ assertion: web.control.passkeys.sign(number, options) });
  const { code } = await client.until("passkey_code");
  expect(web.control.passkeys.state(number)).toMatchObject({ pairing: "code", code });
  web.control.passkeys.answer(number, true);
  await client.until("connected", ({ id }) => id.startsWith(number));
}

test.skipIf(isMissing)(
  "by QR code: it signs, shows the phone's code, and is linked once that is confirmed",
  async () => {
    const number = "15557010101";
    web.control.passkeys.setDemand(number, "with_challenge");
    const client = await start();
    const { code } = await client.until("pairing", ({ is }) => is === "code");
    const linked = web.control.scan(number, code);
    await finish(client, number);
    expect(await linked).toMatchObject({ jid: `${number}:1@s.whatsapp.net` });
    expect(web.control.received().complaints).toEqual([]);
  },
);

test.skipIf(isMissing)("by code for the phone, with the challenge asked for", async () => {
  const number = "15557010102";
  web.control.passkeys.setDemand(number, "without_challenge");
  const client = await start();
  await client.until("pairing", ({ is }) => is === "code");
  client.order({ link: number });
  const { code } = await client.until("link");
  const linked = web.control.typeCode(number, code.replace("-", ""));
  await finish(client, number);
  expect(await linked).toMatchObject({ jid: `${number}:1@s.whatsapp.net` });
  expect(web.control.received().complaints).toEqual([]);
});

test.skipIf(isMissing)("a signature made at another site is refused", async () => {
  const number = "15557010103";
  web.control.passkeys.setDemand(number, "with_challenge");
  const client = await start();
  const { code } = await client.until("pairing", ({ is }) => is === "code");
  const linked = web.control.scan(number, code);
  linked.catch(() => {});
  const { options } = await client.until("passkey");
  client.order({ assertion: web.control.passkeys.sign(number, options, "https://waypost.example.com") });
  expect((await client.until("link")).error).toContain("400");
  await expect(linked).rejects.toMatchObject({ status: 422 });
});

test.skipIf(isMissing)("codes that differ link nothing", async () => {
  const number = "15557010104";
  web.control.passkeys.setDemand(number, "with_challenge");
  const client = await start();
  const { code } = await client.until("pairing", ({ is }) => is === "code");
  const linked = web.control.scan(number, code);
  linked.catch(() => {});
  const { options } = await client.until("passkey");
  client.order({ assertion: web.control.passkeys.sign(number, options) });
  await eventually(
    "the code on the phone",
    async () => web.control.passkeys.state(number).pairing === "code",
  );
  web.control.passkeys.answer(number, false);
  await expect(linked).rejects.toMatchObject({ status: 422 });
  expect(client.events.filter(({ event }) => event === "connected")).toEqual([]);
});
