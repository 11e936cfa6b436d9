/** What is done on the phone of a number, as SQL takes it. */

/** A chat with a person or group, by one identity or the other, that was archived on a phone or taken out of its archive. */
export type ArchivedInput = {
  type: string;
  value: string;
  other_type: string | null;
  other_value: string | null;
  archived: boolean;
};

/** What a phone says of its labels; see db/whatsapp-web/labels.sql. */
export type LabelsInput = {
  business: boolean;
  edited: { id: string; name: string; deleted: boolean }[];
  chats: (Omit<ArchivedInput, "archived"> & { label_id: string; labelled: boolean })[];
  /** The most tags that a conversation has. */
  most: number;
};
