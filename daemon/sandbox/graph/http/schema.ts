import { characters } from "../../../lib/characters.ts";
import { FormatRegistry, type TProperties, Type } from "../../../lib/typebox.ts";

/** An object that may hold nothing but the named properties. */
export function strict<T extends TProperties>(properties: T) {
  return Type.Object(properties, { additionalProperties: false });
}

/** A string of 1 to `longest` code points. */
export const textOf = (longest: number) => Type.String({ minLength: 1, maxLength: longest });

/** A short text such as a button's title: up to `longest` characters as people count them. */
export function labelOf(longest: number, minLength = 1) {
  const format = `sandbox-at-most-${longest}-characters`;
  FormatRegistry.Set(format, (text) => characters(text) <= longest);
  return Type.String({ minLength, format, longest });
}

export const httpUrl = Type.String({ pattern: "^https?://[^\\s/]+\\S*$", maxLength: 2_000 });
export const wamid = Type.String({ pattern: "^wamid\\..+$", maxLength: 512 });
