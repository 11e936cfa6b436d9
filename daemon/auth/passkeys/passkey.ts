import { Type } from "../../lib/typebox.ts";

/** Base64url, of bytes that a browser has from an authenticator. */
const bytes = (maxLength: number) => Type.String({ maxLength, pattern: "^[A-Za-z0-9_-]*$" });
const common = {
  id: bytes(1400),
  rawId: bytes(1400),
  type: Type.Literal("public-key"),
  clientExtensionResults: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  authenticatorAttachment: Type.Optional(Type.String({ maxLength: 32 })),
};
const signed = { clientDataJSON: bytes(4096), authenticatorData: Type.Optional(bytes(8192)) };
const example = { id: "AQIDBA", rawId: "AQIDBA", type: "public-key", clientExtensionResults: {} };

/** What a browser has from an authenticator that signed: `AuthenticationResponseJSON` of WebAuthn, level 3. */
export const AssertionSchema = Type.Object(
  {
    ...common,
    response: Type.Object({
      ...signed,
      authenticatorData: bytes(8192),
      signature: bytes(4096),
      userHandle: Type.Optional(bytes(128)),
    }),
  },
  {
    title: "PasskeyAssertion",
    examples: [
      { ...example, response: { clientDataJSON: "e30", authenticatorData: "AAAA", signature: "AAAA" } },
    ],
  },
);

/** What a browser has from an authenticator that made a passkey: `RegistrationResponseJSON` of WebAuthn, level 3. */
export const AttestationSchema = Type.Object(
  {
    ...common,
    response: Type.Object({
      ...signed,
      attestationObject: bytes(32_768),
      transports: Type.Optional(Type.Array(Type.String({ maxLength: 32 }), { maxItems: 10 })),
      publicKeyAlgorithm: Type.Optional(Type.Integer()),
      publicKey: Type.Optional(bytes(8192)),
    }),
  },
  {
    title: "PasskeyAttestation",
    examples: [{ ...example, response: { clientDataJSON: "e30", attestationObject: "AAAA" } }],
  },
);

/** What a browser gives to an authenticator. */
export const OptionsSchema = Type.Record(Type.String(), Type.Unknown(), {
  title: "PasskeyOptions",
  description: "`PublicKeyCredentialRequestOptionsJSON` or `…CreationOptionsJSON` of WebAuthn, level 3",
  examples: [{ challenge: "…", rpId: "waypost.example.com", userVerification: "required", timeout: 300000 }],
});

export const NOT_ACCEPTED = {
  description: "The passkey is nobody's, or what it signed was not accepted",
  code: "passkey_invalid",
  detail: "the passkey was not accepted: it may have been removed, or the request took too long; try again",
};
