import { createHash } from "node:crypto";
import type { Sql } from "../../../db/connection/client.ts";
import type { Caller } from "../../http/caller.ts";
import type { Api } from "../../http/inside/own-api.ts";
import type { Json } from "./given.ts";

/** A file that came in a form. */
export type GivenFile = { bytes: Uint8Array; name: string; type: string };

/** One request to a front. */
export type Call = {
  api: Api;
  sql: Sql;
  caller: Caller;
  params: Record<string, string>;
  query: Json;
  body: Json;
  file: GivenFile | null;
  /** The `Idempotency-Key` that it brought. */
  key: string | undefined;
  /** What the client takes as an answer. */
  accept: string | undefined;
  /** Where the client finds this daemon. */
  url: string;
};

/** The key of one of several things that a request does: the first has the client's own. */
export function keyOf({ key }: Pick<Call, "key">, what: string | number = 0): string | undefined {
  if (key === undefined || what === 0) return key;
  return createHash("sha256").update(`${key} ${what}`).digest("hex");
}
