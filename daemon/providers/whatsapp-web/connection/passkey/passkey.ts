import { randomBytes } from "node:crypto";
import type { AuthenticationCreds, BinaryNode, WABrowserDescription, WASocket } from "baileys";
import { STATUS_REASONS } from "../../../../lib/status-reasons.ts";
import type { Library } from "../../library/library.ts";
import { isPaired } from "../keys/key-codec.ts";
import { type Agreed, agree, type Companion, handoffKey, newCompanion, sealRequest } from "./agreement.ts";
import { type Assertion, faultOf } from "./assertion.ts";
import type { PasskeyOptions } from "./options.ts";
import { askWhatsApp, CONTINUATION, isFromServer, optionsOf, prologueOf } from "./stanzas.ts";

/** What WhatsApp wants of a person, or why it is over. */
export type PasskeyNews =
  | { step: "wanted"; options: PasskeyOptions; expiresAt: Date }
  /** WhatsApp has the signature, and the phone has yet to show itself. */
  | { step: "signed" }
  /** To compare with what the phone shows. */
  | { step: "confirm"; code: string }
  /** The phone may still want the same. */
  | { step: "confirmed" }
  | { step: "failed"; words: string };

/** A pairing that WhatsApp wants the account's passkey for. What a person does wrong throws `PasskeyRefusal`. */
export type Passkey = {
  /** Sends the signature, of which WhatsApp takes one. */
  sign(assertion: Assertion): Promise<void>;
  /** The person has compared `code` with the one on the phone: this device is linked. */
  confirm(code: string): Promise<void>;
  /** The person sees another code on the phone. */
  differ(): void;
};

/** Why something that a person did is not taken. With `passkey_failed`, the pairing is over. */
export class PasskeyRefusal extends Error {
  constructor(
    readonly code:
      | "passkey_invalid"
      | "passkey_used"
      | "passkey_failed"
      | "wrong_code"
      | "nothing_to_confirm",
    words: string,
  ) {
    super(words);
  }
}

export type PasskeyParts = {
  socket: WASocket;
  library: Library;
  credentials: AuthenticationCreds;
  browser: WABrowserDescription;
  /** How long a person has for all of it, in place of WhatsApp's time; for tests. */
  livesMs: number | undefined;
  onNews(news: PasskeyNews): void;
};

/** For so long the phone takes this device for the one that it has seen (whatsmeow: passkeyHandoffKey). */
const HANDOFF_MS = 300_000;
const MOST_WRONG_CODES = 3;

type Stage = "wanted" | "sending" | "signed" | "code" | "confirming" | "over";

/** What nobody did in time, by what was waited for. */
const TOO_LATE: Record<Exclude<Stage, "over">, string> = {
  wanted: STATUS_REASONS.passkey_too_late,
  sending: STATUS_REASONS.signature_too_late,
  signed: STATUS_REASONS.phone_too_late,
  code: STATUS_REASONS.confirmed_too_late,
  confirming: STATUS_REASONS.linked_too_late,
};

/** WhatsApp wants the account's passkey: asks for what to sign where that did not come along, and takes up a new secret. */
export async function beginPasskey(
  parts: PasskeyParts,
  notification: BinaryNode,
): Promise<Passkey & { end(): void }> {
  const { library, credentials, socket } = parts;
  const handoff = { key: handoffKey(library, credentials.advSecretKey), until: Date.now() + HANDOFF_MS };
  const options = await optionsOf(parts, notification);
  // the phone was shown the old one; the new one only leaves encrypted
  socket.ev.emit("creds.update", { advSecretKey: randomBytes(32).toString("base64") });
  return createPasskey(parts, options, handoff);
}

type Handoff = { key: Uint8Array; until: number };

function createPasskey(parts: PasskeyParts, options: PasskeyOptions, handoff: Handoff) {
  const { socket, library, credentials, livesMs = options.timeout } = parts;
  // a phone that has taken the device may be quicker than the answer to what it was asked for
  const onNews = (news: PasskeyNews) => isPaired(credentials) || parts.onNews(news);
  const ask = (content: BinaryNode, type: "get" | "set" = "set") => askWhatsApp(parts, type, content);
  const expiresAt = new Date(Date.now() + livesMs);
  let stage: Stage = "wanted";
  let companion: Companion | null = null;
  let agreed: Agreed | null = null;
  let wrongCodes = 0;
  const timer = setTimeout(() => stage !== "over" && fail(TOO_LATE[stage]), livesMs);

  function end(): void {
    stage = "over";
    clearTimeout(timer);
    socket.ws.off(CONTINUATION, proceed);
  }

  function fail(words: string): void {
    if (stage === "over") return;
    end();
    onNews({ step: "failed", words });
  }

  /** Does something that can't be done again: WhatsApp has noticed it. */
  async function once(words: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (cause) {
      const why = `${words}: ${cause instanceof Error ? cause.message : "unknown"}`;
      fail(why);
      throw new PasskeyRefusal("passkey_failed", why);
    }
  }

  async function sendSignature(assertion: Assertion): Promise<void> {
    const ref = library.getBinaryNodeChildBuffer(await ask({ tag: "ref", attrs: {} }, "get"), "ref");
    if (ref === undefined) throw new Error("WhatsApp gave no reference");
    companion = newCompanion(library, parts.browser, Buffer.from(ref).toString());
    await ask(prologueOf(assertion, companion, handoff));
    if (stage !== "sending") return;
    stage = "signed";
    onNews({ step: "signed" });
  }

  /** The phone has shown itself. */
  function proceed(stanza: BinaryNode): void {
    if (companion === null || agreed !== null || !isFromServer(library, stanza)) return;
    const own = companion;
    agreed = agree(library, own, library.getBinaryNodeChildBuffer(stanza, "primary_ephemeral_identity"));
    const { code } = agreed ?? {};
    if (code === undefined) {
      fail("the phone sent no key that this device understands");
      return;
    }
    const showCode = async () => {
      await ask({ tag: "companion_nonce", attrs: {}, content: own.nonce });
      if (stage === "over") return;
      stage = "code";
      onNews({ step: "confirm", code });
    };
    // it is in the news when it fails
    once("WhatsApp did not pass on this device's half of the code", showCode).catch(() => {});
  }

  socket.ws.on(CONTINUATION, proceed);
  onNews({ step: "wanted", options, expiresAt });
  return {
    end,
    async sign(assertion: Assertion) {
      if (stage !== "wanted")
        throw new PasskeyRefusal("passkey_used", "the passkey was used already; it is used once a pairing");
      const fault = faultOf(options, assertion);
      if (fault !== null) throw new PasskeyRefusal("passkey_invalid", fault);
      stage = "sending";
      await once("WhatsApp did not take the passkey's signature", () => sendSignature(assertion));
    },
    async confirm(code: string) {
      const wanted = agreed;
      if (stage !== "code" || wanted === null)
        throw new PasskeyRefusal(
          "nothing_to_confirm",
          "there is no code to confirm, or it was confirmed already",
        );
      if (plain(code) !== plain(wanted.code)) {
        wrongCodes += 1;
        if (wrongCodes >= MOST_WRONG_CODES) fail("a wrong code was confirmed three times");
        throw new PasskeyRefusal("wrong_code", "this is not the code that is shown here");
      }
      stage = "confirming";
      await once("WhatsApp did not pass on this device's keys", async () => {
        const content = sealRequest(library, wanted, credentials);
        await ask({ tag: "encrypted_pairing_request", attrs: {}, content });
        onNews({ step: "confirmed" });
      });
    },
    differ() {
      if (stage !== "code")
        throw new PasskeyRefusal(
          "nothing_to_confirm",
          "there is no code to compare, or it was confirmed already",
        );
      fail("the phone showed another code than this device");
    },
  };
}

function plain(code: string): string {
  return code.replace(/[\s-]/g, "").toUpperCase();
}
