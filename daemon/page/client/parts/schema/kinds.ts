import type { ReactNode } from "react";
import type { Schema } from "../../api/schemas.ts";
import { PARTS } from "../../view-words.ts";

/** One place of a form: what is there, and what changes it. */
export type Place = {
  /** Empty for the form itself. */
  label: string;
  /** As a JSON pointer within the request's body. */
  path: string;
  schema: Schema;
  value: unknown;
  isRequired: boolean;
  onChange: (value: unknown) => void;
};

/** A place with what is wrong there. */
export type PlaceProps = Place & { error: string | null };

/** Shows a place within another. */
export type ShowPlace = (place: Place) => ReactNode;

export type Kind = "object" | "list" | "variants" | "choice" | "boolean" | "number" | "text" | "json";

/** How a value of a resolved schema is asked for. */
export function kindOf(schema: Schema): Kind {
  if (schema.enum !== undefined) return "choice";
  if (schema.const !== undefined) return "choice";
  if (schema.anyOf !== undefined)
    return schema.anyOf.every((one) => one.const !== undefined) ? "choice" : "variants";
  switch (typeOf(schema)) {
    case "object":
      return Object.keys(schema.properties ?? {}).length > 0 ? "object" : "json";
    case "array":
      return schema.items === undefined ? "json" : "list";
    case "boolean":
      return "boolean";
    case "integer":
    case "number":
      return "number";
    case "string":
      return "text";
    default:
      return "json";
  }
}

/** The type of a value besides null. */
export function typeOf({ type }: Schema): string | undefined {
  return typeof type === "string" ? type : type?.find((one) => one !== "null");
}

/** The words that a choice has. */
export function choicesOf({ enum: choices, const: only, anyOf = [] }: Schema): readonly string[] {
  return (choices ?? (only === undefined ? anyOf.map((one) => one.const) : [only])).map(String);
}

/** What a part of a request is called, in the page's language where it has a word for it. */
export function nameOfField(name: string): string {
  return Object.hasOwn(PARTS, name) ? PARTS[name as keyof typeof PARTS] : inWords(name);
}

/** `per_recipient_seconds` in words: "Per recipient seconds". */
export function inWords(name: string): string {
  const words = name.replaceAll("_", " ").replace(/\burl\b/, "URL");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** An object with one member changed, or left out where its new value is undefined; undefined when nothing is left. */
export function withMember(value: unknown, name: string, member: unknown): object | undefined {
  const { [name]: _, ...others } = record(value);
  const next = member === undefined ? others : { ...others, [name]: member };
  return Object.keys(next).length === 0 ? undefined : next;
}

export function record(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}
