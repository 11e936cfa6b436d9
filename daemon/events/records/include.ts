import type { Sql } from "../../../db/connection/client.ts";
import type { EventRow } from "../../../db/events/events.ts";
import { requireToo } from "../../auth/require-too.ts";
import type { Caller } from "../../http/caller.ts";
import type { Permission } from "../../http/permissions.ts";
import { problem } from "../../http/problem.ts";
import { Type } from "../../lib/typebox.ts";

/** What events that name a message can carry beside their own fields, and the permission that reads it. */
export const INCLUDABLE = {
  message: "messages:read",
  contact: "contacts:read",
} as const satisfies Record<string, Permission>;

export type Includable = keyof typeof INCLUDABLE;

const INCLUDABLES = Object.keys(INCLUDABLE) as Includable[];

function isIncludable(name: string): name is Includable {
  return Object.hasOwn(INCLUDABLE, name);
}

/** Gives events the records that a reader wants of them, as they are now, behind the fields of their bodies; `base` is the daemon's address for the reader. */
export type Carry = (
  sql: Sql,
  reader: { organizationId: string; channelIds: readonly string[] | null; base: string },
  include: readonly Includable[],
  rows: readonly EventRow[],
) => Promise<readonly EventRow[]>;

/** What a request for events takes to have them carry records. */
export const IncludeQuery = Type.Optional(
  Type.String({
    maxLength: 64,
    description:
      "What events that name a message carry in their `body`, as it is now, separated by commas: `message`, as `GET /v1/messages/{id}` shows it, with a `download_url` beside each `media_id` (needs `messages:read`), and `contact` (needs `contacts:read`). What is not there any more is named in `omitted`",
  }),
);

/** The records that a request asks for. Throws 422 for an unknown one. */
export function includeOf(list: string | undefined): Includable[] {
  if (list === undefined) return [];
  return [...new Set(list.split(",").map((name) => known(name.trim())))];
}

/** Throws 403 for somebody who may not read all of some records. */
export function requireRecords(caller: Caller, include: readonly Includable[]): void {
  for (const name of include) requireToo(caller, INCLUDABLE[name]);
}

function known(name: string): Includable {
  if (isIncludable(name)) return name;
  const message =
    name === "files"
      ? "only endpoints get files themselves; `message` has a `download_url` for each"
      : `events can't carry ${JSON.stringify(name)}; they can carry ${INCLUDABLES.join(", ")}`;
  throw problem(422, "invalid_request", `/include: ${message}`, {
    errors: [{ path: "/include", message }],
  });
}
