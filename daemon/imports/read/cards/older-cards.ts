/** A property: its name with its group, its parameters, and its value. */
const PROPERTY = /^([\w.-]+)((?:;(?:"[^"]*"|[^":])*)*):(.*)$/s;
const OLDER = /^VERSION:2\.1\s*$|ENCODING=QUOTED-PRINTABLE/im;
const QUOTED_PRINTABLE = "QUOTED-PRINTABLE";
/** Parameters that vCard 2.1 writes without a name, other than types. */
const ENCODINGS = ["7BIT", "8BIT", "BASE64", QUOTED_PRINTABLE];

/**
 * A card of version 2.1 (versit, "vCard", 1996), which Android and Outlook write, as one of version 3.0: types have their
 * name, and what is in quoted-printable is text. Any other card is unchanged. A charset that is not known is read as
 * UTF-8.
 */
export function asVersion3(card: string): string {
  if (!OLDER.test(card)) return card;
  const lines = joined(card.split(/\r?\n/));
  return lines.flatMap(modernized).join("\r\n");
}

/** Lines with those together that quoted-printable has broken, and those that are folded. */
function joined(lines: readonly string[]): string[] {
  const whole: string[] = [];
  for (const line of lines) {
    const before = whole.at(-1);
    if (before !== undefined && isBroken(before)) whole[whole.length - 1] = before.slice(0, -1) + line;
    else if (before !== undefined && /^[ \t]/.test(line)) whole[whole.length - 1] = before + line.slice(1);
    else whole.push(line);
  }
  return whole;
}

function isBroken(line: string): boolean {
  return line.endsWith("=") && /^[^:]*QUOTED-PRINTABLE/i.test(line);
}

function modernized(line: string): string[] {
  const [, name, given = "", value = ""] = PROPERTY.exec(line) ?? [];
  if (name === undefined) return line.trim() === "" ? [] : [line];
  if (/^VERSION$/i.test(name)) return ["VERSION:3.0"];
  const parameters = given.split(";").slice(1).map(named);
  const encoding = parameterOf("ENCODING", parameters);
  if (encoding === "BASE64" || encoding === "B") return [];
  const kept = parameters.filter(([key]) => key !== "ENCODING" && key !== "CHARSET");
  const text = encoding === QUOTED_PRINTABLE ? decoded(value, parameterOf("CHARSET", parameters)) : value;
  return [`${name}${kept.map(([key, one]) => `;${key}=${one}`).join("")}:${escaped(text)}`];
}

function named(parameter: string): [string, string] {
  const at = parameter.indexOf("=");
  if (at > 0) return [parameter.slice(0, at).trim().toUpperCase(), parameter.slice(at + 1)];
  const upper = parameter.trim().toUpperCase();
  return [ENCODINGS.includes(upper) ? "ENCODING" : "TYPE", parameter.trim()];
}

function parameterOf(name: string, parameters: readonly [string, string][]): string {
  return parameters.find(([key]) => key === name)?.[1].toUpperCase() ?? "";
}

function decoded(value: string, charset: string): string {
  const bytes = value.replace(/=([0-9A-F]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  // text that is not quoted may have any letters
  if (/[\u0100-\u{10ffff}]/u.test(bytes)) return value;
  return decoderFor(charset).decode(Buffer.from(bytes, "latin1"));
}

function decoderFor(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset.toLowerCase() as Bun.Encoding);
  } catch {
    return new TextDecoder();
  }
}

/** Version 3.0 escapes commas and line breaks, too; a semicolon is between the parts of a value in both. */
function escaped(text: string): string {
  return text
    .replace(/\\(?![;:,n])/g, "\\\\")
    .replace(/(?<!\\),/g, "\\,")
    .replace(/\r?\n/g, "\\n");
}
