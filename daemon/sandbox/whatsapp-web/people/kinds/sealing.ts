import { createCipheriv, hkdfSync, randomBytes } from "node:crypto";
import { Refusal } from "../../faults/refusal.ts";
import { addressOf } from "../identity/addresses.ts";
import type { PhoneMessage } from "../phone-message.ts";
import { baileys } from "../signal/libraries.ts";
import { authorOf, type Scene } from "./kind.ts";

/** The kinds of content sealed with a message's secret; each has a key of its own (whatsmeow, `msgsecret.go`). */
export type Purpose = "Message Edit" | "Enc Reaction" | "Event Response" | "Poll Vote";

/** Votes and answers name themselves beside what is sealed. */
const NAMED: readonly Purpose[] = ["Poll Vote", "Event Response"];

/** Seals what somebody says about a message. Raises a `Refusal` for one that has no secret. */
export function seal(
  target: PhoneMessage,
  scene: Scene,
  purpose: Purpose,
  plain: Uint8Array,
): { encIv: Uint8Array; encPayload: Uint8Array } {
  const message = baileys().proto.Message.decode(Buffer.from(target.raw, "base64"));
  const secret = message.messageContextInfo?.messageSecret;
  if (!secret) throw new Refusal(409, `message ${target.id} has no secret to seal anything with`);
  const creator = addressOf(authorOf(target, scene), target.form);
  const author = addressOf(scene.from, target.form);
  const key = hkdfSync("sha256", secret, new Uint8Array(), `${target.id}${creator}${author}${purpose}`, 32);
  const encIv = randomBytes(12);
  const machine = createCipheriv("aes-256-gcm", new Uint8Array(key), encIv);
  if (NAMED.includes(purpose)) machine.setAAD(Buffer.from(`${target.id}\0${author}`));
  const sealed = Buffer.concat([machine.update(plain), machine.final(), machine.getAuthTag()]);
  return { encIv, encPayload: sealed };
}
