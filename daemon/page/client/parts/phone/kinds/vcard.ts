/** A card with more than this is none that an app writes: it is not looked through. */
const MOST_CHARACTERS = 64_000;
const MOST_OF_A_KIND = 10;

/** The values of a vCard's lines by their names (RFC 6350), without what stands behind the first `;` of each. */
export function fieldsOf(vcard: string): (name: string) => string[] {
  const lines = vcard.slice(0, MOST_CHARACTERS).split(/\r?\n/);
  return (name) =>
    lines
      .flatMap((line) => {
        const colon = line.indexOf(":");
        const [key = ""] = line.slice(0, Math.max(0, colon)).split(";");
        const isOf = key.replace(/^[\w-]+\./, "").toUpperCase() === name;
        const value = line
          .slice(colon + 1)
          .replace(/;.*$/, "")
          .trim();
        return isOf && value !== "" ? [value] : [];
      })
      .slice(0, MOST_OF_A_KIND);
}
