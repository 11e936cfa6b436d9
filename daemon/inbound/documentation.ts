import type { DocumentDecoration } from "elysia";
import { Type } from "../lib/typebox.ts";

/** Documentation of the calls that Meta makes. */
type Parameters = NonNullable<DocumentDecoration["parameters"]>;

const text = { type: "string" } as const;

/** The query of Meta's verification request ("Webhooks: Getting Started"). */
export const CHALLENGE: Parameters = [
  { name: "hub.mode", in: "query", required: true, description: "Always `subscribe`", schema: text },
  {
    name: "hub.verify_token",
    in: "query",
    required: true,
    description: "WAYPOST_VERIFY_TOKEN",
    schema: text,
  },
  { name: "hub.challenge", in: "query", required: true, description: "Returned as it is", schema: text },
];

export const SIGNATURE: Parameters[number] = {
  name: "X-Hub-Signature-256",
  in: "header",
  required: true,
  description: "`sha256=` and the HMAC-SHA256 of the body's bytes under the app secret, in hex",
  schema: text,
};

export const NOT_VERIFIED = {
  description: "Wrong verify token",
  code: "verification_failed",
  detail: "the verify token is not the one in WAYPOST_VERIFY_TOKEN",
};

export const NOT_SIGNED = {
  description: "The signature does not match the body",
  detail: "the X-Hub-Signature-256 does not match the body",
};

export const TOO_LARGE = {
  description: "Larger than 4 MiB",
  detail: "the body is larger than 4194304 bytes",
};

/** The outermost two levels of a webhook's body; what changes hold is Meta's. */
export const MetaWebhook = Type.Object(
  {
    object: Type.String(),
    entry: Type.Array(
      Type.Object({
        id: Type.String({ description: "WhatsApp Business Account id" }),
        changes: Type.Array(Type.Object({ field: Type.String(), value: Type.Unknown() })),
      }),
    ),
  },
  {
    examples: [
      {
        object: "whatsapp_business_account",
        entry: [
          {
            id: "102290129340398",
            changes: [
              {
                field: "messages",
                value: {
                  messaging_product: "whatsapp",
                  metadata: { display_phone_number: "15550783881", phone_number_id: "106540352242922" },
                  statuses: [
                    {
                      id: "wamid.HBgLMTQxNTU1NTAxMjM",
                      status: "delivered",
                      timestamp: "1795253401",
                      recipient_id: "14155550123",
                    },
                  ],
                },
              },
            ],
          },
        ],
      },
    ],
  },
);
