/** Reads orders in whatever disguise they come, as a model could. */
import { rot13 } from "./injections.ts";

/** A text, and what it says when it is decoded in each way. */
export function readingsOf(text: string): string {
  const shown = text.replace(/<U\+[^>]*>/g, "");
  return [text, shown, rot13(shown), shown.normalize("NFKC"), ofEntities(shown), ...ofBytes(shown)].join(
    "\n",
  );
}

function ofEntities(text: string): string {
  return text.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)));
}

/** Base64 and percent signs. */
function ofBytes(text: string): string[] {
  const base64 = text.match(/[A-Za-z0-9+/]{24,}={0,2}/g) ?? [];
  const percent = text.match(/(?:%[0-9a-f]{2}){8,}/gi) ?? [];
  return [
    ...base64.map((one) => Buffer.from(one, "base64").toString()),
    ...percent.map((one) => Buffer.from(one.replaceAll("%", ""), "hex").toString()),
  ];
}
