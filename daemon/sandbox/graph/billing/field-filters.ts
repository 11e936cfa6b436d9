/** A field of `?fields=`, with the filters behind it: `analytics.start(1).granularity(DAY)`. */
export type Field = { name: string; filters: Map<string, string[]> };

/** Reads `fields`: names with commas between them, each with filters whose values have commas, quotes and brackets of their own. */
export function fieldsOf(text: string): Field[] {
  return text.split(/,(?![^(]*\))/).map((part) => {
    const [name = ""] = part.trim().split(".", 1);
    const filters = [...part.matchAll(/\.\s*(\w+)\(([^)]*)\)/g)];
    return {
      name,
      filters: new Map(filters.map(([, filter = "", values = ""]) => [filter, valuesOf(values)])),
    };
  });
}

function valuesOf(text: string): string[] {
  return text
    .replace(/[["'\]\s]/g, "")
    .split(",")
    .filter((value) => value !== "");
}
