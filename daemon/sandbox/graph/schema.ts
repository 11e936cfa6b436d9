import { type TProperties, Type } from "@sinclair/typebox";

/** An object that may hold nothing but the named properties. */
export function strict<T extends TProperties>(properties: T) {
  return Type.Object(properties, { additionalProperties: false });
}

/** A string of 1 to `longest` UTF-16 units. */
export const textOf = (longest: number) => Type.String({ minLength: 1, maxLength: longest });

export const httpUrl = Type.String({ pattern: "^https?://[^\\s/]+\\S*$", maxLength: 2_000 });
export const wamid = Type.String({ pattern: "^wamid\\..+$", maxLength: 512 });
