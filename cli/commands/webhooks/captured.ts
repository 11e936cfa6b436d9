import { usageFailure } from "../../lib/failures/failure.ts";

/** A request as it was captured; header names in lower case. */
export type Captured = { headers: Record<string, string>; body: string };

/**
 * Reads a captured request: the text of an HTTP request, with or without its
 * first line, or JSON with `headers` and `body`. Refuses what is neither.
 */
export function parseCaptured(text: string): Captured {
  const captured = text.trimStart().startsWith("{") ? parseJson(text) : parseHttp(text);
  if (captured !== null) return captured;
  throw usageFailure(
    "the captured request can't be read",
    'Give its headers, an empty line and its body, or JSON: {"headers":{...},"body":"..."}.',
  );
}

function parseHttp(text: string): Captured | null {
  const end = /\r?\n\r?\n/.exec(text);
  if (end === null) return null;
  const lines = text.slice(0, end.index).split(/\r?\n/);
  const fields = lines.map((line) => /^([\w-]+):\s*(.*?)\s*$/.exec(line)).filter((field) => field !== null);
  const headers = fields.map(([, name = "", value = ""]) => [name.toLowerCase(), value]);
  return { headers: Object.fromEntries(headers), body: text.slice(end.index + end[0].length) };
}

function parseJson(text: string): Captured | null {
  const { headers, body }: { headers?: unknown; body?: unknown } = parseObject(text);
  if (typeof headers !== "object" || headers === null || typeof body !== "string") return null;
  const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]);
  return { headers: Object.fromEntries(named), body };
}

function parseObject(text: string): object {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}
