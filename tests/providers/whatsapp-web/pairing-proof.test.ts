/** The account that pairs has to prove itself; what the library lets pass without our check is refused. */
import { beforeAll, expect, test } from "bun:test";
import { createHmac, randomBytes } from "node:crypto";
import type { BinaryNode } from "baileys";
import { type Library, openLibrary } from "../../../daemon/providers/whatsapp-web/library/library.ts";

let library: Library;

beforeAll(async () => {
  library = await openLibrary();
});

/** The server's stanza when a phone has scanned: signed by `signer`, in the name of `account`. */
function pairSuccess(
  creds: ReturnType<Library["initAuthCreds"]>,
  signer: Uint8Array,
  account: Uint8Array,
): BinaryNode {
  const { proto, Curve, WA_ADV_ACCOUNT_SIG_PREFIX } = library;
  const details = proto.ADVDeviceIdentity.encode({ rawId: 1, timestamp: 1, keyIndex: 1 }).finish();
  const signed = Buffer.concat([WA_ADV_ACCOUNT_SIG_PREFIX, details, creds.signedIdentityKey.public]);
  const identity = proto.ADVSignedDeviceIdentity.encode({
    details,
    accountSignatureKey: account,
    accountSignature: Curve.sign(signer, signed),
  }).finish();
  const hmac = createHmac("sha256", Buffer.from(creds.advSecretKey, "base64")).update(identity).digest();
  const content = proto.ADVSignedDeviceIdentityHMAC.encode({ details: identity, hmac }).finish();
  const device = { jid: "15557010001:1@s.whatsapp.net", lid: "915557010001:1@lid" };
  return {
    tag: "iq",
    attrs: { id: "1" },
    content: [
      {
        tag: "pair-success",
        attrs: {},
        content: [
          { tag: "device-identity", attrs: {}, content },
          { tag: "device", attrs: device },
          { tag: "platform", attrs: { name: "android" } },
        ],
      },
    ],
  };
}

test("the account's own signature pairs", () => {
  const creds = library.initAuthCreds();
  const account = library.Curve.generateKeyPair();
  const { creds: paired } = library.configureSuccessfulPairing(
    pairSuccess(creds, account.private, account.public),
    creds,
  );
  expect(paired.me?.id).toBe("15557010001:1@s.whatsapp.net");
});

test("somebody else's does not, though it knows the secret of the QR code", () => {
  const creds = library.initAuthCreds();
  const account = library.Curve.generateKeyPair();
  const forged = pairSuccess(creds, library.Curve.generateKeyPair().private, account.public);
  expect(() => library.configureSuccessfulPairing(forged, creds)).toThrow(
    "Failed to verify account signature",
  );
});

test("a message that does not know the secret does not pair", () => {
  const creds = library.initAuthCreds();
  const account = library.Curve.generateKeyPair();
  const other = { ...creds, advSecretKey: randomBytes(32).toString("base64") };
  const forged = pairSuccess(other, account.private, account.public);
  expect(() => library.configureSuccessfulPairing(forged, creds)).toThrow("Invalid account signature");
});
