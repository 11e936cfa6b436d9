/** Reading of JSON that others wrote: nothing is taken for granted, nothing throws. */

import { isObject } from "../../../lib/objects.ts";
import { toPostgresText } from "../../../lib/postgres-text.ts";

export type Json = Record<string, unknown>;

export function object(value: unknown): Json {
  return isObject(value) ? value : {};
}

/** A member of what may be an object. */
export function field(value: unknown, name: string): unknown {
  return isObject(value) ? value[name] : undefined;
}

/** A string that Postgres can hold as text: without NUL and lone surrogates. */
export function text(value: unknown): string | null {
  return typeof value === "string" ? toPostgresText(value) : null;
}

/** An id of digits, such as a phone number id, as a number or as text; null for what is none. */
export function numericId(value: unknown): string | null {
  const found = typeof value === "number" ? String(value) : (text(value) ?? "");
  return /^\d+$/.test(found) ? found : null;
}

/** The members that are there, without those that are null or undefined. */
export function present(members: Json): Json {
  return Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== null && value !== undefined),
  );
}

/** When something ends, in seconds since 1970; now when that is no time. */
export function endOf(timestamp: unknown): Date {
  const seconds = Number(timestamp);
  return Number.isFinite(seconds) && seconds > 0 && seconds < 1e11 ? new Date(seconds * 1000) : new Date();
}

/**
 * Parses JSON, integers beyond 2^53 as their digits: Meta sends ids of
 * templates as numbers that would lose their last digits. Throws on what is
 * not JSON.
 */
export function parseWithIds(json: string): unknown {
  if (!LONG_NUMBER.test(json)) return JSON.parse(json);
  const exact = (_key: string, value: unknown, context?: { source?: string }) =>
    typeof value === "number" && LONG_INTEGER.test(context?.source ?? "") ? context?.source : value;
  return JSON.parse(json, exact);
}

const LONG_NUMBER = /[:[,]\s*-?\d{16}/;
const LONG_INTEGER = /^-?\d{16,}$/;
