import { isObject } from "../../../../lib/objects.ts";

/** A value of JSON with its bytes as bytes: they stand there in Baileys' form, `{ type: "Buffer", data: base64 }`. */
export function withBytes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withBytes);
  if (!isObject(value)) return value;
  if (value.type === "Buffer" && typeof value.data === "string") return Buffer.from(value.data, "base64");
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withBytes(inner)]));
}
