import { documented } from "../../http/openapi/documentation.ts";
import { Nullable, Type } from "../../lib/typebox.ts";

/** Bytes as browsers write them. */
const bytes = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: "^[A-Za-z0-9_-]+$" });
const Token = Type.String({
  minLength: 1,
  maxLength: 256,
  description: "From `passkey` of the channel's code, while WhatsApp wants one",
});
const CREDENTIAL = "rqfHWkWnNTxFVjmJtGDfWvTX";

const AssertionSchema = Type.Object(
  {
    id: bytes(2048),
    rawId: bytes(2048),
    type: Type.Literal("public-key"),
    response: Type.Object(
      {
        clientDataJSON: bytes(4096),
        authenticatorData: bytes(4096),
        signature: bytes(1024),
        userHandle: Type.Optional(Nullable(bytes(256))),
      },
      { additionalProperties: true },
    ),
  },
  {
    additionalProperties: true,
    description:
      "What the browser signed, as `PublicKeyCredential.toJSON()` has it; members that are not named here are ignored",
  },
);

export const SignBody = Type.Object(
  { token: Token, assertion: AssertionSchema },
  {
    examples: [
      {
        token: "wpk_….org_….ch_…",
        assertion: {
          ...{ id: CREDENTIAL, rawId: CREDENTIAL, type: "public-key" },
          response: { clientDataJSON: "eyJ0eXBlIjoi", authenticatorData: "PrfCXaAt", signature: "MEUCIQD" },
        },
      },
    ],
  },
);

export const ConfirmBody = Type.Object(
  {
    token: Token,
    code: Type.String({ minLength: 8, maxLength: 16, description: "The code, compared with the phone's" }),
  },
  { examples: [{ token: "wpk_….org_….ch_…", code: "3GQX-7KTB" }] },
);

const STEPS = ["passkey_wanted", "signed", "confirm", "confirmed"] as const;

/** What a person has to do in a pairing. */
export const PairingState = Type.Union(
  (["code", ...STEPS] as const).map((state) => Type.Literal(state)),
  {
    description:
      "What a person has to do: use the `code`, or first the account's passkey, and then compare codes; null while there is nothing to do",
  },
);

const AfterSchema = Type.Object(
  { channel_id: Type.String(), state: Type.Union(STEPS.map((step) => Type.Literal(step))) },
  { title: "PasskeyPairing", examples: [{ channel_id: "ch_01JDB2M5S8V0ZC3K7Q2M4N6P8R", state: "signed" }] },
);

/** What `GET /v1/channels/{id}/qr` shows of a passkey that WhatsApp wants. */
export const PasskeySchema = Type.Object({
  url: Type.String({ description: "Where somebody uses the passkey, without an account; a secret" }),
  token: Type.String({ description: "Good for this pairing, and nothing else" }),
  options: Type.Object(
    {},
    { additionalProperties: true, description: "For `navigator.credentials.get()` at web.whatsapp.com" },
  ),
  expires_at: Type.String({ format: "date-time" }),
});

const GONE = {
  404: {
    description: "No pairing waits for this token",
    code: "not_found",
    detail: "the token is of no use",
  },
  503: {
    description: "The database is unavailable, or the session did not respond; see Retry-After",
    code: "whatsapp_timed_out",
    detail: "the number's session did not take it up in time; nothing was done",
  },
};

/** The OpenAPI description of each operation. */
export const documentedPasskeys = {
  sign: documented({
    open: true,
    operation: "usePasskey",
    summary: "Use a passkey in a pairing",
    description:
      "For a number whose account WhatsApp wants the passkey of (`passkey_wanted`): sends what the owner's browser signed at web.whatsapp.com. The token is all that is needed, and WhatsApp takes one signature a pairing.",
    errors: [429, 503],
    wording: {
      ...GONE,
      409: {
        description: "Used already (`passkey_used`), or WhatsApp does not take it (`passkey_failed`)",
        code: "passkey_used",
        detail: "the passkey was used already; it is used once a pairing",
      },
      422: {
        description: "Not a signature that WhatsApp would take; nothing was sent to it",
        code: "passkey_invalid",
        detail: "it was not signed at https://web.whatsapp.com",
      },
    },
    responses: { 202: { description: "WhatsApp has it; the phone is next", schema: AfterSchema } },
  }),
  confirm: documented({
    open: true,
    operation: "confirmPasskeyCode",
    summary: "Confirm the code of a pairing",
    description:
      "Only after a person has compared the code with the one on the phone. After three wrong ones, the pairing ends.",
    errors: [429, 503],
    wording: {
      ...GONE,
      409: {
        description: "No code is shown, or it was confirmed already",
        code: "nothing_to_confirm",
        detail: "there is no code to confirm, or it was confirmed already",
      },
      422: {
        description: "Another code",
        code: "wrong_code",
        detail: "this is not the code that is shown here",
      },
    },
    responses: { 202: { description: "Confirmed here; the phone may want the same", schema: AfterSchema } },
  }),
};
