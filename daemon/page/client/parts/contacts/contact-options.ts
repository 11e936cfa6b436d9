import { optionsOf, quoted } from "../as-command.tsx";

type Fields = { readonly [name: string]: unknown; tags?: readonly string[] };

const OPTIONS = {
  phone_number: "--phone",
  name: "--name",
  email: "--email",
  external_source: "--source",
  external_id: "--external-id",
} as const;
const CLEARED = ["phone_number", "name", "email", "external_id"];

/** The options of the command line that give these fields of a contact. */
export function fieldOptions(body: Fields): string {
  const texts = Object.fromEntries(
    Object.entries(body).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
  const cleared = CLEARED.filter((name) => body[name] === null).map((name) => ` --clear ${name}`);
  const custom = Object.entries((body.custom_fields ?? {}) as Fields).map(
    ([name, value]) =>
      ` --field ${quoted(`${name}=${typeof value === "string" ? value : JSON.stringify(value)}`)}`,
  );
  const tags = (body.tags ?? []).map((tag) => ` --tag ${quoted(tag)}`);
  return optionsOf(texts, OPTIONS) + [...cleared, ...custom, ...tags].join("");
}
