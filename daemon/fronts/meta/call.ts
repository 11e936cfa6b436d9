import type { Sql } from "../../../db/connection/client.ts";
import type { Caller } from "../../http/caller.ts";
import type { Api } from "../../http/inside/own-api.ts";

/** One call of a program to an object of the graph. */
export type Call = {
  api: Api;
  sql: Sql;
  caller: Caller;
  request: Request;
  /** The fields of a query and of a body. */
  query: Record<string, string | undefined>;
  body: Record<string, unknown>;
  set: { headers: Record<string, string | number> };
  /** Where this daemon is asked for what Meta has at `graph.facebook.com`, with the version. */
  base: string;
};

export const messagingProduct = { messaging_product: "whatsapp" };
