import { isObject, objects } from "../../lib/objects.ts";
import type { CallOutcome } from "../management.ts";
import type { MessageError } from "../message-error.ts";
import { describeError, type GraphError } from "./errors.ts";
import type { Graph, GraphResponse } from "./graph.ts";
import { text } from "./inbound/values.ts";
import { MANAGEMENT_CODES } from "./management-codes.ts";

/** An error of the management endpoints has more than one of a message. */
type ManagementError = GraphError & {
  error_subcode?: number;
  error_user_title?: string;
  error_user_msg?: string;
};

/** Calls the Graph API to manage something; the response's body, as `read` understands it. Never throws. */
export async function manage<Value>(
  graph: Graph,
  request: Parameters<Graph>[0],
  read: (body: Record<string, unknown>) => Value,
): Promise<CallOutcome<Value>> {
  const response = await graph(request);
  return response.kind === "response" ? { kind: "done", value: read(response.body) } : failed(response);
}

/** Pages read at most: far more than any account has, and an end should the pages go round. */
const MOST_PAGES = 500;

/**
 * Reads every page of a list, by cursor: the `next` address that Meta gives is
 * not followed, since it is whatever the response says.
 */
export async function readAll<Item>(
  graph: Graph,
  path: string,
  accessToken: string,
  read: (item: Record<string, unknown>) => Item | null,
  itemsOf = ({ data }: Record<string, unknown>) => objects(data),
): Promise<CallOutcome<Item[]>> {
  const items: Item[] = [];
  let after: string | null = null;
  for (let count = 0; count < MOST_PAGES; count += 1) {
    const cursor: string = after === null ? "" : `&after=${encodeURIComponent(after)}`;
    const response = await graph({ method: "GET", path: path + cursor, accessToken });
    if (response.kind !== "response") return failed(response);
    for (const item of itemsOf(response.body)) {
      const value = read(item);
      if (value !== null) items.push(value);
    }
    after = nextCursor(response.body.paging);
    if (after === null) return { kind: "done", value: items };
  }
  return { kind: "unavailable", reason: "the list has no end" };
}

function nextCursor(paging: unknown): string | null {
  if (!isObject(paging) || typeof paging.next !== "string") return null;
  return isObject(paging.cursors) ? text(paging.cursors.after) : null;
}

function failed(
  response: Exclude<GraphResponse, { kind: "response" }>,
): Exclude<CallOutcome<never>, { kind: "done" }> {
  if (response.kind !== "refused") return { kind: "unavailable", reason: response.reason };
  const error = explain(response.error);
  const wait = response.retryAfterMs;
  return {
    kind: "refused",
    error,
    ...(wait === undefined ? {} : { retryAfterSeconds: Math.ceil(wait / 1000) }),
  };
}

function explain(error: ManagementError): MessageError {
  const described = describeError(error);
  const code = MANAGEMENT_CODES[error.error_subcode ?? 0] ?? MANAGEMENT_CODES[error.code] ?? described.code;
  const detail = error.error_data?.details ?? error.error_user_msg ?? described.detail;
  return { ...described, code, detail, title: error.error_user_title ?? described.title };
}
