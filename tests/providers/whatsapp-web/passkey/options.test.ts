/** What WhatsApp, or whoever sends in its name, may say of a passkey, and what a browser or a stranger may send back. */
import { expect, test } from "bun:test";
import * as library from "baileys";
import {
  agree,
  newCompanion,
} from "../../../../daemon/providers/whatsapp-web/connection/passkey/agreement.ts";
import {
  assertionText,
  faultOf,
} from "../../../../daemon/providers/whatsapp-web/connection/passkey/assertion.ts";
import { readOptions } from "../../../../daemon/providers/whatsapp-web/connection/passkey/options.ts";
import { isFromServer } from "../../../../daemon/providers/whatsapp-web/connection/passkey/stanzas.ts";

const CHALLENGE = Buffer.alloc(32, 5).toString("base64url");
const GIVEN = {
  challenge: CHALLENGE,
  timeout: 600_000,
  rpId: "whatsapp.com",
  allowCredentials: [],
  userVerification: "required",
  extensions: { uvm: true },
};
const read = (given: unknown) => readOptions(Buffer.from(JSON.stringify(given)));

test("the options are read, and nothing else that stands beside them", () => {
  const { extensions: _, ...known } = GIVEN;
  expect(read({ ...GIVEN, hints: ["<script>"] })).toEqual(known as ReturnType<typeof read>);
  const id = "A".repeat(22);
  const credentials = [{ id, type: "public-key", transports: ["internal", 7, "<b>"] }, { id: "=" }, null];
  expect(read({ ...GIVEN, allowCredentials: credentials })?.allowCredentials).toEqual([
    { type: "public-key", id, transports: ["internal"] },
  ]);
});

test.each([
  ["another site's", { ...GIVEN, rpId: "example.com" }],
  ["those of a site below it", { ...GIVEN, rpId: "evil.whatsapp.com" }],
  ["without a challenge", { ...GIVEN, challenge: undefined }],
  ["with a challenge that is none", { ...GIVEN, challenge: '"});alert(1)//' }],
  ["with a short challenge", { ...GIVEN, challenge: "AAAA" }],
  ["with thousands of credentials", { ...GIVEN, allowCredentials: Array(65).fill({}) }],
  ["with credentials that are no list", { ...GIVEN, allowCredentials: {} }],
  ["a list", [GIVEN]],
  ["nothing", null],
  ["too large", { ...GIVEN, padding: "A".repeat(16_384) }],
])("options are refused: %s", (_, given) => {
  expect(read(given)).toBeNull();
});

test("bytes that are no JSON, and none at all", () => {
  expect(readOptions(Buffer.from("{"))).toBeNull();
  expect(readOptions(Buffer.from([0xff, 0xfe, 0x00]))).toBeNull();
  expect(readOptions(undefined)).toBeNull();
});

test("the time is WhatsApp's, between a minute and ten", () => {
  expect(read({ ...GIVEN, timeout: 1 })?.timeout).toBe(60_000);
  expect(read({ ...GIVEN, timeout: 1e12 })?.timeout).toBe(600_000);
  expect(read({ ...GIVEN, timeout: "soon" })?.timeout).toBe(600_000);
});

test("what is signed is read without trust", () => {
  const options = read(GIVEN);
  if (options === null) throw new Error("there are no options");
  const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const client = { type: "webauthn.get", challenge: CHALLENGE, origin: "https://web.whatsapp.com" };
  const assertion = (clientDataJSON: string, authenticatorData = "AAAA") => ({
    ...{ id: "A", rawId: "A", type: "public-key" as const },
    response: { clientDataJSON, authenticatorData, signature: "AAAA" },
  });
  const fault = (clientDataJSON: string) => faultOf(options, assertion(clientDataJSON));
  expect(fault("not json")).toContain("not the signature");
  expect(fault(encoded(null))).toContain("not the signature");
  expect(fault(encoded({ ...client, type: "webauthn.create" }))).toContain("not the signature");
  expect(fault(encoded({ ...client, origin: "https://web.whatsapp.com.evil.example" }))).toContain(
    "signed at",
  );
  expect(fault(encoded(client))).toContain("not of a passkey of whatsapp.com");
  const extra = { ...assertion(encoded(client)), password: "secret", authenticatorAttachment: "platform" };
  expect(assertionText(extra)).not.toContain("secret");
});

test("only WhatsApp itself asks for a passkey", () => {
  const from = (address: string) => isFromServer(library, { tag: "notification", attrs: { from: address } });
  expect(from("@s.whatsapp.net")).toBeTrue();
  expect(from("s.whatsapp.net")).toBeTrue();
  expect(from("15550001001@s.whatsapp.net")).toBeFalse();
  expect(from("187240155021834@lid")).toBeFalse();
  expect(isFromServer(library, { tag: "notification", attrs: {} })).toBeFalse();
});

test("a phone's half of the code that is none", () => {
  const own = newCompanion(library, ["Mac OS", "Chrome", ""], "2@ref");
  const half = (publicKey: Uint8Array, nonce: Uint8Array) =>
    agree(library, own, library.proto.PrimaryEphemeralIdentity.encode({ publicKey, nonce }).finish());
  const { public: key } = library.Curve.generateKeyPair();
  expect(half(key, Buffer.alloc(32))?.code).toMatch(/^[1-9A-HJ-NP-TV-Z]{4}-[1-9A-HJ-NP-TV-Z]{4}$/);
  expect(half(key, Buffer.alloc(31))).toBeNull();
  expect(half(key.subarray(1), Buffer.alloc(32))).toBeNull();
  expect(half(Buffer.alloc(32), Buffer.alloc(32))).toBeNull();
  expect(agree(library, own, undefined)).toBeNull();
  expect(agree(library, own, Buffer.from([0xff, 0xff]))).toBeNull();
});
