type Fields = Readonly<Record<string, unknown>>;

/** Custom fields as lines that people write: `city=Lisbon`, with JSON for what is no plain text. */
export function linesOf(fields: Fields): string {
  return Object.entries(fields)
    .filter(([name]) => isWritable(name))
    .map(([name, value]) => `${name}=${written(value)}`)
    .join("\n");
}

/**
 * What changes `before` into what the lines say, as the API takes it: null removes a field. Null when a line is none of
 * `name=value`.
 */
export function changesTo(before: Fields, lines: string): Record<string, unknown> | null {
  const wanted = parsedLines(lines);
  if (wanted === null) return null;
  const gone = Object.keys(before).filter((name) => isWritable(name) && !wanted.has(name));
  const changed = [...wanted].filter(([name, value]) => written(before[name]) !== written(value));
  return Object.fromEntries([...gone.map((name) => [name, null] as const), ...changed]);
}

function parsedLines(lines: string): Map<string, unknown> | null {
  const fields = new Map<string, unknown>();
  for (const line of lines.split("\n").filter((text) => text.trim() !== "")) {
    const at = line.indexOf("=");
    if (at < 1) return null;
    fields.set(line.slice(0, at).trim(), parsedValue(line.slice(at + 1).trim()));
  }
  return fields;
}

/** What a written value is: JSON where it is that, else text. */
export function parsedValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** A value as it is written: a text stands as it is, unless it would be read as something else. */
export function written(value: unknown): string {
  if (typeof value !== "string") return JSON.stringify(value) ?? "";
  const isPlain =
    value !== "" && value === value.trim() && !value.includes("\n") && parsedValue(value) === value;
  return isPlain ? value : JSON.stringify(value);
}

/** Other names are rare, and stay as they are. */
function isWritable(name: string): boolean {
  return name === name.trim() && name !== "" && !/[=\n]/.test(name);
}
