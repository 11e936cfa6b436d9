/**
 * A program that uploads and downloads with Baileys' own functions. It reads `{ host, upload, downloads }`
 * from standard input and prints the message that it made and what it downloaded, as base64. The
 * certificate of the media server must be trusted by way of NODE_EXTRA_CA_CERTS.
 */
import {
  BufferJSON,
  DEFAULT_CONNECTION_CONFIG,
  downloadContentFromMessage,
  getWAUploadToServer,
  prepareWAMessageMedia,
  type SocketConfig,
  toBuffer,
  toNumber,
} from "baileys";
import P from "pino";

const { host, upload, downloads } = JSON.parse(await Bun.stdin.text(), BufferJSON.reviver);
const logger = P({ level: "silent" });
const mediaConnection = {
  hosts: [{ hostname: host, maxContentLengthBytes: 1e9 }],
  auth: "auth",
  ttl: 300,
  fetchDate: new Date(),
};
const config = { ...DEFAULT_CONNECTION_CONFIG, logger } as SocketConfig;
const send = getWAUploadToServer(config, async () => mediaConnection);

const sent =
  upload && (await prepareWAMessageMedia({ document: upload, mimetype: "text/plain" }, { upload: send }));
const message = sent?.documentMessage;
const received = [];
for (const { file, kind, range } of downloads) received.push(await receive(file, kind, range));
process.stdout.write(
  JSON.stringify(
    { message: message && { ...message, fileLength: toNumber(message.fileLength) }, received },
    BufferJSON.replacer,
  ),
);

async function receive(...[file, kind, range]: Parameters<typeof downloadContentFromMessage>) {
  try {
    return await toBuffer(await downloadContentFromMessage(file, kind, range));
  } catch (error) {
    return String(Object(error).output?.statusCode ?? error);
  }
}
