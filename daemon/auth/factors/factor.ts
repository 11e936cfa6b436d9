import type { FactorRow } from "../../../db/auth/factors.ts";
import { Nullable, Type } from "../../lib/typebox.ts";

/** What somebody types: the code of an authenticator app, or a recovery code. */
export const CodeBody = Type.String({
  minLength: 1,
  maxLength: 64,
  description: "The six digits of an authenticator app, or a recovery code",
});

export const FactorName = Type.String({ minLength: 1, maxLength: 64, pattern: "\\S" });

const fields = {
  id: Type.String({ format: "uuid" }),
  kind: Type.Union([Type.Literal("totp"), Type.Literal("passkey")], {
    description: "`totp`: an authenticator app",
  }),
  name: Type.String(),
  created_at: Type.String({ format: "date-time" }),
  last_used_at: Nullable(Type.String({ format: "date-time" })),
};
const example = {
  id: "01937d0c-8a51-7cc3-9d0e-8f2b6f0e2a11",
  ...{ kind: "totp", name: "Phone" },
  ...{ created_at: "2026-11-21T09:30:00.000Z", last_used_at: null },
};

/** The second factors of a user. */
export const FactorsSchema = Type.Object(
  {
    data: Type.Array(Type.Object(fields)),
    recovery_codes_left: Type.Integer({ description: "Of ten" }),
  },
  { title: "Factors", examples: [{ data: [example], recovery_codes_left: 10 }] },
);

/** An authenticator app that is being set up. */
export const NewTotpSchema = Type.Object(
  {
    id: fields.id,
    secret: Type.String({ description: "To type into the app; shown only here" }),
    url: Type.String({ description: "To show to the app as a QR code; it holds the secret" }),
  },
  {
    title: "NewTotp",
    examples: [
      {
        ...{ id: example.id, secret: "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP" },
        url: "otpauth://totp/Waypost:ada%40example.com?secret=…",
      },
    ],
  },
);

/** Recovery codes, each good once. */
export const RecoveryCodesSchema = Type.Object(
  {
    recovery_codes: Type.Array(Type.String(), {
      description: "Shown only here. Empty when the user has some from before",
    }),
  },
  { title: "RecoveryCodes", examples: [{ recovery_codes: ["7KQ2M-XW4RT", "…"] }] },
);

/** A factor as its user sees it. */
export function showFactor({ id, kind, name, created_at, last_used_at }: FactorRow) {
  return {
    ...{ id, kind, name, created_at: created_at.toISOString() },
    last_used_at: last_used_at?.toISOString() ?? null,
  };
}
