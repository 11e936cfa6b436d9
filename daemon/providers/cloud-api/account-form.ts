import { Nullable, type Static, Type } from "../../lib/typebox.ts";
import { AccessToken, type AccountForm } from "../account-form.ts";

const Body = Type.Object({
  phone_number_id: Type.String({ pattern: "^[0-9]{1,32}$", description: "Meta's id of the number" }),
  waba_id: Type.Optional(
    Type.String({ pattern: "^[0-9]{1,32}$", description: "WhatsApp Business Account id" }),
  ),
  access_token: AccessToken,
});

const Text = Nullable(Type.String());

/** A number at Meta: its id, the business account it belongs to, and an access token. */
export const ACCOUNT_FORM: AccountForm = {
  body: Body.properties,
  required: ["phone_number_id", "access_token"],
  number: "phone_number_id",
  example: {
    phone_number_id: "106540352242922",
    waba_id: "102290129340398",
    access_token: "EAAGm0PX4ZCpsBAIZDEXAMPLE",
  },
  read(body) {
    const { phone_number_id, waba_id, access_token } = body as Static<typeof Body>;
    return {
      phoneNumberId: phone_number_id,
      ...(waba_id === undefined ? {} : { wabaId: waba_id }),
      accessToken: access_token,
    };
  },
  record: {
    phone_number_id: Text,
    waba_id: Text,
    quality_rating: Text,
    messaging_limit: Text,
    token_expires_at: Nullable(
      Type.String({ description: "Null if the access token does not expire, or the time is unknown" }),
    ),
  },
  show: ({ phone_number_id, waba_id, quality_rating, messaging_limit, token_expires_at }) => ({
    phone_number_id,
    waba_id,
    quality_rating,
    messaging_limit,
    token_expires_at: token_expires_at?.toISOString() ?? null,
  }),
};
