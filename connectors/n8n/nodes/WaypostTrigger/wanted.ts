import type { IDataObject } from "n8n-workflow";

/** What a flow waits for, beside what its endpoint filters. */
export type Filters = {
  types?: string[];
  words?: string;
  tag?: string;
  language?: string;
  onlyNew?: boolean;
};

/** What an event is about, as far as it says so. */
export type About = { message: IDataObject | null; contact: IDataObject | null };

const plain = (text: unknown) =>
  String(text ?? "")
    .normalize("NFKC")
    .toLowerCase();

/** Whether a flow wants an event. */
export function isWanted(filters: Filters, { message, contact }: About): boolean {
  const { types = [], tag = "", language = "", onlyNew = false } = filters;
  const words = plain(filters.words).split(/\s+/).filter(Boolean);
  const said = plain(message?.text);
  if (words.some((word) => !said.includes(word))) return false;
  if (types.length > 0 && !types.includes(String(message?.type))) return false;
  const tags = Array.isArray(contact?.tags) ? contact.tags.map(plain) : [];
  if (tag !== "" && !tags.includes(plain(tag))) return false;
  if (language !== "" && !plain(languageOf(contact)).startsWith(plain(language))) return false;
  return !onlyNew || isNew(message, contact);
}

function languageOf(contact: IDataObject | null): unknown {
  return (contact?.custom_fields as IDataObject | undefined)?.language;
}

const NEW_MS = 60_000;

/** Whether the person became a contact by this message. */
function isNew(message: IDataObject | null, contact: IDataObject | null): boolean {
  const since = Date.parse(String(contact?.created_at));
  return Date.parse(String(message?.created_at)) - since < NEW_MS;
}
