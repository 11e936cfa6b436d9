import { createECDH, createHash } from "node:crypto";
import webpush from "web-push";
import type { PushAddress } from "../../db/push/subscriptions.ts";
import type { Poster } from "../egress/post.ts";
import { retryAfterMs } from "../egress/retry-after.ts";
import type { Secrets } from "../secrets/envelope.ts";
import type { Notice } from "./notices.ts";

/** `gone`: the browser has ended its subscription. */
export type PushResult =
  | { kind: "taken" }
  | { kind: "gone" }
  | { kind: "refused"; reason: string; retrySeconds: number };

const CURVE = "prime256v1";
const UNCOMPRESSED_BYTES = 65;
/** For so long a push service keeps what it can't hand to a phone that is off. */
const KEPT_SECONDS = 24 * 3600;
const TIMEOUT_MS = 5_000;

/** Sends notices to browsers. */
export type PushSender = {
  /** The key by which push services know this installation: browsers subscribe with it (RFC 8292). */
  publicKey: string;
  send(address: PushAddress, notice: Notice): Promise<PushResult>;
};

/** Whether these are keys of a browser that something can be encrypted with (RFC 8291). */
export function areBrowserKeys({ p256dh, auth }: Pick<PushAddress, "p256dh" | "auth">): boolean {
  try {
    const own = createECDH(CURVE);
    own.generateKeys();
    own.computeSecret(p256dh, "base64url");
    const lengths = [p256dh, auth].map((key) => Buffer.from(key, "base64url").length);
    return lengths[0] === UNCOMPRESSED_BYTES && lengths[1] === 16;
  } catch {
    return false;
  }
}

/** Makes a sender with the installation's key, which stays the same: another would end every subscription. */
export function createPushSender({ secrets, poster }: { secrets: Secrets; poster: Poster }): PushSender {
  const own = createECDH(CURVE);
  const privateKey = Buffer.from(secrets.derive("pushes"));
  own.setPrivateKey(privateKey);
  const keys = { publicKey: own.getPublicKey("base64url"), privateKey: privateKey.toString("base64url") };
  return {
    publicKey: keys.publicKey,
    async send({ endpoint, p256dh, auth, subject }, notice) {
      const { headers, body } = webpush.generateRequestDetails(
        { endpoint, keys: { p256dh, auth } },
        JSON.stringify(notice),
        {
          ...{ TTL: KEPT_SECONDS, urgency: "high", topic: topicOf(notice), contentEncoding: "aes128gcm" },
          vapidDetails: { subject, ...keys },
        },
      );
      const given = { headers: asTexts(headers), body: body ?? "", timeoutMs: TIMEOUT_MS };
      const result = await poster.post(endpoint, given);
      if (result.kind === "failure") return { kind: "refused", reason: result.reason, retrySeconds: 0 };
      const { status, retryAfter } = result;
      if (status >= 200 && status < 300) return { kind: "taken" };
      if (status === 404 || status === 410) return { kind: "gone" };
      const reason = `the push service answered ${status}`;
      return { kind: "refused", reason, retrySeconds: retryAfterMs(retryAfter, new Date()) / 1000 };
    },
  };
}

/** Of two with the same topic, a push service keeps the later for a phone that is off: 32 characters (RFC 8030, 5.4). */
function topicOf({ tag }: Notice): string {
  return createHash("sha256").update(tag).digest("base64url").slice(0, 32);
}

function asTexts(headers: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
  );
}
