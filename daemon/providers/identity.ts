/** A person on the platform: by phone number (digits), or by the platform's own id of those who show none; or a group. */
export type Identity = { type: "phone" | "bsuid" | "parent_bsuid" | "lid" | "group"; value: string };

/** Somebody who wrote in a group. */
export type Participant = {
  person: Identity;
  alias: Identity | null;
  /** As WhatsApp names them in the group. */
  address: string;
  /** The name that they chose for themselves. */
  name: string | null;
};
