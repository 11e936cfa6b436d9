/**
 * A program with an unmodified Baileys: pairs, takes the image that comes, asks for it again when it has
 * expired, and sends an image and a document. Prints one JSON object a line. The certificate of the media
 * server must be trusted by way of NODE_EXTRA_CA_CERTS.
 */
import { downloadMediaMessage, type WAMessage } from "baileys";
import type { WhatsAppWebSandbox } from "../../../../daemon/sandbox/whatsapp-web/sandbox.ts";
import { connect, newIdentity } from "../client.ts";

const [url = "", rootKey = "", recipient = ""] = process.argv.slice(2);
const cert = await Bun.file(process.env.NODE_EXTRA_CA_CERTS ?? "").text();
const sandbox = { url, rootKey, certificate: { cert, key: "" } } as WhatsAppWebSandbox;
const print = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`);

const identity = newIdentity();
const first = connect(sandbox, identity);
print({ qr: await first.qr() });
await first.closed();
const { socket, open } = connect(sandbox, identity);
socket.ev.on("messages.upsert", async ({ messages }) => {
  for (const message of messages) {
    if (message.message?.imageMessage && !message.key.fromMe) await take(message);
  }
});
await open();
print({ open: true });

async function take(message: WAMessage) {
  const download = async () => (await downloadMediaMessage(message, "buffer", {})).toString("base64");
  try {
    print({ image: await download() });
  } catch (error) {
    print({ refused: Object(error).output?.statusCode });
    const again = await askAgain(message);
    if (again !== undefined) return print({ lost: again });
    print({ image: await download() });
  }
  await socket.sendMessage(recipient, {
    image: Buffer.from("picture"),
    mimetype: "image/png",
    caption: "look",
  });
  await socket.sendMessage(recipient, {
    document: Buffer.from("paper"),
    mimetype: "text/plain",
    fileName: "a.txt",
  });
  print({ sent: true });
}

/** The status with which the phone refuses, when it does. */
async function askAgain(message: WAMessage): Promise<number | undefined> {
  try {
    await socket.updateMediaMessage(message);
    return undefined;
  } catch (error) {
    return Object(error).output?.statusCode;
  }
}
