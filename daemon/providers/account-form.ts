import { type TProperties, Type } from "../lib/typebox.ts";

/** A channel's account at the platform, as given; the token is in the clear here. */
export type NewAccount = {
  /** The number's id at the platform. Of all platforms together, no two numbers may share one. */
  phoneNumberId: string;
  wabaId?: string;
  accessToken?: string;
};

/** The stored part of a channel's account, without its token. */
export type StoredAccount = {
  phone_number_id: string | null;
  waba_id: string | null;
  quality_rating: string | null;
  messaging_limit: string | null;
  token_expires_at: Date | null;
};

/** The account in the body of `POST /v1/channels`; other platforms may take other members. */
export type AccountBody = { phone_number_id?: string; waba_id?: string; access_token?: string };

/** The account in a channel's record; other platforms may show other members. */
export type AccountRecord = {
  phone_number_id?: string | null;
  waba_id?: string | null;
  quality_rating?: string | null;
  messaging_limit?: string | null;
  token_expires_at?: string | null;
};

/** A token is sent in a header, which allows no other characters. */
export const AccessToken = Type.String({
  minLength: 1,
  maxLength: 4096,
  pattern: "^[\\x21-\\x7e]+$",
  description: "ASCII without spaces, as Meta shows it. Stored encrypted, never shown",
});

/** How the API takes and shows the accounts of a platform's channels. */
export type AccountForm = {
  /**
   * Members that `POST /v1/channels` takes for this platform. One body serves all platforms, so each is optional
   * in it, and a member that two platforms take means the same for both.
   */
  body: TProperties;
  /** The members of `body` that this platform needs. */
  required: readonly string[];
  /** The member of `body` that names the number, of which there can be one channel. */
  number: string;
  /** An example of the members of `body`. */
  example: Record<string, unknown>;
  /** The account in a body that fits the schema and has what is required. */
  read(body: Record<string, unknown>): NewAccount;
  /** Members that the channel's record has for this platform, optional because other platforms lack them. */
  record: TProperties;
  /** Those members of one channel. */
  show(account: StoredAccount): AccountRecord & Record<string, unknown>;
};
