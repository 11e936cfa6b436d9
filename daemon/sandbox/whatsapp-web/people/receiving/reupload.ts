import { randomBytes } from "node:crypto";
import type { BinaryNode } from "baileys";
import type { Device } from "../../link.ts";
import { isGroup } from "../../wire/jids.ts";
import { child, node } from "../../wire/nodes.ts";
import { baileys } from "../signal/libraries.ts";
import type { World } from "../world.ts";
import { readContents } from "./contents.ts";

/** The code of a phone that does not have the file any more (`MediaRetryNotification.ResultType.NOT_FOUND`). */
const NOT_FOUND = "2";

/**
 * Responds to a companion that could not download a file: the phone uploads it again and sends the new path,
 * encrypted with a key derived from the media key (Baileys, `Utils/messages-media.js`: `decodeMediaRetryNode`).
 */
export function uploadAgain(world: World, device: Device, receipt: BinaryNode): void {
  const { number, jid } = device.account;
  if (!world.behaviours.of(number).respondsToRequests) return;
  const id = receipt.attrs.id ?? "";
  const attrs = { id, from: jid, type: "mediaretry" };
  const { jid: chat, from_me, participant } = child(receipt, "rmr")?.attrs ?? {};
  const about = node("rmr", { jid: chat, from_me, participant });
  // a message in a group is found by its writer, too
  const isNamed = !isGroup(chat) || participant !== undefined;
  const path = isNamed ? encryptedPath(world, number, id) : undefined;
  const result = path ?? node("error", { code: NOT_FOUND });
  world.switchboard.deliver(device, node("notification", attrs, [result, about]));
}

function encryptedPath(world: World, number: string, id: string): BinaryNode | undefined {
  const { proto, hkdf, aesEncryptGCM } = baileys();
  const found = world.messageLog.find(world.persons.of(number), id);
  const file = found && readContents(proto.Message.decode(Buffer.from(found.raw, "base64"))).file;
  const directPath = file && world.media.putAgain(file.directPath);
  if (!file || directPath === undefined || directPath === null) return undefined;
  const result = proto.MediaRetryNotification.ResultType.SUCCESS;
  const news = proto.MediaRetryNotification.encode({ stanzaId: id, directPath, result }).finish();
  const key = hkdf(Buffer.from(file.mediaKey), 32, { info: "WhatsApp Media Retry Notification" });
  const iv = randomBytes(12);
  return node("encrypt", {}, [
    node("enc_p", {}, aesEncryptGCM(news, Buffer.from(key), iv, Buffer.from(id))),
    node("enc_iv", {}, iv),
  ]);
}
