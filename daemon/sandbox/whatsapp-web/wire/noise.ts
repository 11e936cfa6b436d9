import type { Baileys } from "../libraries.ts";
import type { KeyPair } from "../link.ts";

/** The name of the handshake, padded to the length of a hash (Noise specification, section 5.2). */
const PROTOCOL = Buffer.from("Noise_XX_25519_AESGCM_SHA256\0\0\0\0");
const NOTHING = Buffer.alloc(0);

/** Turns plaintext into frames and frames into plaintext, after the handshake. */
export type Transport = { encrypt(plaintext: Uint8Array): Buffer; decrypt(ciphertext: Uint8Array): Buffer };

/** The server's side of one handshake: `hello`, then `finish`, then `transport`. */
export type Responder = {
  /** Answers the client's ephemeral key. */
  hello(clientEphemeral: Uint8Array): { ephemeral: Uint8Array; static: Uint8Array; payload: Uint8Array };
  /** Opens the client's static key and payload. Throws when either was tampered with. */
  finish(sealed: { static: Uint8Array; payload: Uint8Array }): { clientStatic: Buffer; payload: Buffer };
  transport(): Transport;
};

/**
 * Noise XX as the responder, as WhatsApp Web does it: the transcript starts with the connection's
 * header, one counter serves both directions and starts over with each key, additional data is the
 * transcript's hash (Noise specification, section 7.5; Baileys: Utils/noise-handler.js).
 */
export function createResponder(wa: Baileys, own: KeyPair, certificates: Uint8Array): Responder {
  const ephemeral = wa.Curve.generateKeyPair();
  const state = createState(wa);
  state.mixHash(wa.NOISE_WA_HEADER);
  let clientEphemeral: Uint8Array = NOTHING;
  return {
    hello(theirs) {
      clientEphemeral = theirs;
      state.mixHash(theirs);
      state.mixHash(ephemeral.public);
      state.mixKey(wa.Curve.sharedKey(ephemeral.private, theirs));
      const sealedStatic = state.encrypt(own.public);
      state.mixKey(wa.Curve.sharedKey(own.private, clientEphemeral));
      return { ephemeral: ephemeral.public, static: sealedStatic, payload: state.encrypt(certificates) };
    },
    finish(sealed) {
      const clientStatic = state.decrypt(sealed.static);
      state.mixKey(wa.Curve.sharedKey(ephemeral.private, clientStatic));
      return { clientStatic, payload: state.decrypt(sealed.payload) };
    },
    transport() {
      const [fromClient, toClient] = state.split();
      return createTransport(wa, toClient, fromClient);
    },
  };
}

function createState(wa: Baileys) {
  let hash: Buffer = PROTOCOL;
  let salt: Uint8Array = PROTOCOL;
  let key: Uint8Array = PROTOCOL;
  let counter = 0;
  const mixHash = (data: Uint8Array) => {
    hash = wa.sha256(Buffer.concat([hash, data]));
  };
  const expand = (data: Uint8Array): [Uint8Array, Uint8Array] => {
    const output = wa.hkdf(data, 64, { salt, info: "" });
    return [output.subarray(0, 32), output.subarray(32)];
  };
  return {
    mixHash,
    mixKey(data: Uint8Array) {
      [salt, key] = expand(data);
      counter = 0;
    },
    encrypt(plaintext: Uint8Array): Buffer {
      const sealed = wa.aesEncryptGCM(plaintext, key, nonce(counter++), hash);
      mixHash(sealed);
      return sealed;
    },
    decrypt(ciphertext: Uint8Array): Buffer {
      const opened = wa.aesDecryptGCM(ciphertext, key, nonce(counter++), hash);
      mixHash(ciphertext);
      return opened;
    },
    split: () => expand(NOTHING),
  };
}

function createTransport(wa: Baileys, sendKey: Uint8Array, receiveKey: Uint8Array): Transport {
  let sent = 0;
  let received = 0;
  return {
    encrypt: (plaintext) => wa.aesEncryptGCM(plaintext, sendKey, nonce(sent++), NOTHING),
    decrypt: (ciphertext) => wa.aesDecryptGCM(ciphertext, receiveKey, nonce(received++), NOTHING),
  };
}

function nonce(counter: number): Buffer {
  const iv = Buffer.alloc(12);
  iv.writeUInt32BE(counter, 8);
  return iv;
}
