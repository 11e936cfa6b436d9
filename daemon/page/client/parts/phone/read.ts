/* Contents are of any shape: what stands in them is taken only where it is what it should be. */

export type Json = Readonly<Record<string, unknown>>;

/** The object that something is; an empty one for anything else. */
export function objectOf(value: unknown): Json {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/** The objects of a list, without what is none. */
export function objectsOf(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "object" && one !== null) : [];
}

/** The first of some members that is a text with something in it. */
export function textAt(content: Json, ...names: readonly string[]): string | null {
  for (const name of names) {
    const value = content[name];
    if (typeof value === "string" && value !== "") return value;
  }
  return null;
}

/** An address that a browser may open; null for every other scheme. */
export function webAddress(text: string | null): URL | null {
  if (text === null || !/^https?:\/\//i.test(text)) return null;
  return URL.canParse(text) ? new URL(text) : null;
}

/** What calls a number; null for what is none. */
export function numberAddress(text: string | null): string | null {
  const digits = text?.replaceAll(/[\s().-]/g, "") ?? "";
  return /^\+?\d{3,20}$/.test(digits) ? `tel:${digits}` : null;
}

/** What writes an email; null for what is no address. */
export function mailAddress(text: string | null): string | null {
  return text !== null && text.length <= 254 && /^[^\s@<>?&]+@[^\s@<>?&]+$/.test(text)
    ? `mailto:${text}`
    : null;
}

/** A member that is a number. */
export function numberAt(content: Json, name: string): number | null {
  const value = content[name];
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}
