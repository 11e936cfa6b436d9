import { preview } from "../../daemon/imports/preview.ts";

const AS_IT_IS = { encoding: undefined, sheet: undefined, choices: { mapping: {}, constants: [] } };

/** What a file of a country would become, with what is said of it, without a daemon. */
export async function readFile(
  format: "csv" | "vcard",
  file: string | Uint8Array<ArrayBuffer>,
  country: string | null,
) {
  return await preview(new Blob([file]).stream(), { ...AS_IT_IS, format, default_country: country });
}

/** The contacts of a CSV file's first records; null for a refused one. */
export async function contactsOf(text: string, country: string | null) {
  const { records } = await readFile("csv", text, country);
  return records.map(({ contact }) => contact);
}
