import type { ValueError } from "@sinclair/typebox/errors";
import { Value } from "@sinclair/typebox/value";
import { EVENTS, type EventType } from "../events/catalogue.ts";
import { problem } from "../http/problem.ts";
import { isObject } from "../lib/objects.ts";
import { isPostgresText } from "../lib/postgres-text.ts";

type Members = Record<string, unknown>;

/** Members that stay as they are: the organisation, and the mark of a test. */
const FIXED = ["organization_id", "test"];

/** The objects into which members are merged that are null in the examples. */
const UNSET: Members = {
  error: {
    code: "recipient_unreachable",
    title: "Message undeliverable",
    detail: "The number is not on WhatsApp",
    provider_code: null,
    retryable: false,
  },
};

/**
 * The body of a test event: the catalogue's example for this organisation, marked as a test, with `overrides` in place
 * of its members. Throws a 422 for members that the event does not have, and for values that it can't have.
 */
export function testBody(type: EventType, organizationId: string, overrides: Members): string {
  const { example, body } = EVENTS[type];
  for (const name of Object.keys(overrides)) refuseUnknown(name, example);
  const merged = merge(example, overrides);
  const wrong = Value.Errors(body, merged).First();
  if (wrong !== undefined) throw refusal(wrong.path, describe(wrong));
  if (!isPostgresText(merged)) throw refusal("", "a text has a NUL character or half of a surrogate pair");
  return JSON.stringify({ ...merged, organization_id: organizationId, test: true });
}

/** Objects are merged, everything else is replaced. */
function merge(example: Members, overrides: Members): Members {
  const merged = new Map(Object.entries(example));
  for (const [name, value] of Object.entries(overrides)) {
    const before = merged.get(name) ?? UNSET[name];
    merged.set(name, isObject(before) && isObject(value) ? merge(before, value) : value);
  }
  return Object.fromEntries(merged);
}

function refuseUnknown(name: string, example: Members): void {
  if (FIXED.includes(name)) throw refusal(`/${name}`, "can't be replaced");
  if (Object.hasOwn(example, name)) return;
  const known = Object.keys(example).filter((one) => !FIXED.includes(one));
  throw refusal(`/${name}`, `the event has no such field; the fields are ${known.join(", ")}`);
}

function describe({ message }: ValueError): string {
  return message.charAt(0).toLowerCase() + message.slice(1);
}

function refusal(path: string, message: string) {
  const at = `/overrides${path}`;
  return problem(422, "invalid_request", `${at}: ${message}`, { errors: [{ path: at, message }] });
}
