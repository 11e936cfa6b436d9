/** A program of somebody else's: Baileys as it is, with its own store in a folder, paired with the sandbox. */
import { readdir } from "node:fs/promises";
import { useMultiFileAuthState as openFolder } from "baileys";
import type { WhatsAppWebSandbox } from "../../../daemon/sandbox/whatsapp-web/sandbox.ts";
import { type Client, connect } from "../../sandbox/whatsapp-web/client.ts";
import { eventually } from "../../support/until.ts";
import type { Other } from "./talk.ts";

export type OwnClient = Other & {
  /** Ends the connection; the login stays in the folder. */
  stop(): Promise<void>;
};

/** Connects with the session of a folder; pairs first when there is none yet. */
export async function startOwnClient(
  web: WhatsAppWebSandbox,
  folder: string,
  number: string,
): Promise<OwnClient> {
  const { state, saveCreds } = await openFolder(folder);
  const start = () => {
    const client = connect(web, { state, keys: new Map() });
    client.socket.ev.on("creds.update", saveCreds);
    return client;
  };
  if (state.creds.me === undefined) {
    const first = start();
    await web.control.scan(number, await first.qr());
    await first.closed();
  }
  const client = start();
  const texts: string[] = [];
  client.socket.ev.on("messages.upsert", ({ messages }) => {
    for (const { key, message } of messages) {
      const text = message?.conversation ?? message?.extendedTextMessage?.text;
      if (!key.fromMe && text != null) texts.push(text);
    }
  });
  await client.open();
  return {
    send: (to, text) => client.socket.sendMessage(to.includes("@") ? to : `${to}@s.whatsapp.net`, { text }),
    hears: (text) => eventually(text, async () => texts.includes(text)),
    async stop() {
      await saveCreds();
      await client.socket.end(undefined);
      await eventually("end of the own client", async () => client.updates.some(isClosed));
      // what it still had in hand is written after its end
      let before = "";
      await eventually("a folder that stays as it is", async () => {
        const [now, last] = [(await readdir(folder)).join(), before];
        before = now;
        return now === last;
      });
    },
  };
}

function isClosed({ connection }: Client["updates"][number]): boolean {
  return connection === "close";
}
