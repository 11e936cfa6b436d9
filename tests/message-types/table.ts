export type Json = Record<string, unknown>;

/** A size that something may have, and how to make something of that size. Messages name the limit. */
export type Limit = {
  /** Where it is: a JSON pointer into the content. */
  at: string;
  least?: number;
  most?: number;
  make(size: number): unknown;
  /** False where Meta's stand-in has limits of its own: it knows only ids and links of its own form. */
  posted: boolean;
};

/** Facts about the content of one type; every content in it is complete. */
export type Table = {
  /** A valid content that has every object the limits are in. */
  content: Json;
  /** Required members. */
  required: readonly string[];
  /** Members required on official numbers alone. */
  requiredOnOfficial?: readonly string[];
  limits: readonly Limit[];
  /** Pairs of what a client may say and what is made of it. */
  aliases?: readonly (readonly [given: Json, canonical: Json])[];
  /** More contents that are taken. */
  taken?: Readonly<Record<string, Json>>;
  /** Contents that are refused: why, where, and in what words. */
  refused?: readonly Refusal[];
};

export type Refusal = {
  because: string;
  content: Json;
  at: string;
  says: string;
  /** Both platforms refuse unless one is named. */
  on?: "whatsapp_official" | "whatsapp_unofficial";
};

export const characters = (at: string, most: number, least?: number): Limit => ({
  ...{ at, most, make: (size: number) => "a".repeat(size), posted: true },
  ...(least === undefined ? {} : { least }),
});

/** A text that must not be empty. */
export const words = (at: string, most: number): Limit => characters(at, most, 1);

export const items = (at: string, least: number, most: number, of: (index: number) => unknown): Limit => ({
  ...{ at, least, most, posted: true },
  make: (size) => Array.from({ length: size }, (_, index) => of(index)),
});

export const range = (at: string, least: number, most: number): Limit => ({
  ...{ at, least, most, posted: true },
  make: (size) => size,
});

export const link = (at: string, most = 2048): Limit => ({
  ...{ at, most, posted: most <= 2000 },
  make: (size) => "https://example.com/".padEnd(size, "a"),
});

export const messageId = (at: string): Limit => ({ ...words(at, 512), posted: false });

/** A copy of a content with one place set; undefined leaves it out. */
export function having(content: Json, at: string, value: unknown): Json {
  // Tables share their parts, and a structured clone would, too.
  const copy: Json = JSON.parse(JSON.stringify(content));
  const names = at.split("/").slice(1);
  const last = names.pop() ?? "";
  const holder = names.reduce<Json>((inner, name) => inner[name] as Json, copy);
  if (value === undefined) delete holder[last];
  else holder[last] = value;
  return copy;
}

/** Every content that the table says is taken, with its edges, as it is stored. */
export function takenBy({ content, limits, aliases = [], taken = {} }: Table): Json[] {
  const edges = limits.flatMap(({ at, least, most, make, posted }) =>
    [least, most]
      .filter((size) => posted && size !== undefined)
      .map((size) => having(content, at, make(size ?? 0))),
  );
  return [content, ...edges, ...aliases.map(([, canonical]) => canonical), ...Object.values(taken)];
}
