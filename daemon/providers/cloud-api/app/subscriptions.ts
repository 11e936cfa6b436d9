import { objects } from "../../../lib/objects.ts";
import type { CallOutcome } from "../../management.ts";
import type { Graph } from "../graph.ts";
import { READ_FIELDS } from "../inbound/inbound.ts";
import { text } from "../inbound/values.ts";
import { manage } from "../management.ts";
import { type MetaApp, tokenOfApp } from "./meta-app.ts";

/** Fields that Meta's pages spell in two ways, by the rarer one: an app has one of them. */
const SPELLINGS = new Map([["business_username_update", "business_username_updates"]]);

/**
 * The fields of webhooks that are read here and that the app is not subscribed to: Meta drops what happens in them.
 * Source: Meta, Graph API, "App Subscriptions". Never throws.
 */
export async function missingFields(
  graph: Graph,
  app: MetaApp,
  signal: AbortSignal,
): Promise<CallOutcome<string[]>> {
  const path = `/${app.id}/subscriptions`;
  return await manage(graph, { method: "GET", path, accessToken: tokenOfApp(app), signal }, readMissing);
}

function readMissing({ data }: Record<string, unknown>): string[] {
  const subscriptions = objects(data).filter(
    ({ object, active }) => object === "whatsapp_business_account" && active === true,
  );
  const names = subscriptions.flatMap(({ fields }) => objects(fields).map(({ name }) => text(name) ?? ""));
  const subscribed = new Set(names.map(spelled));
  return [...new Set(READ_FIELDS.map(spelled))].filter((name) => !subscribed.has(name));
}

function spelled(name: string): string {
  return SPELLINGS.get(name) ?? name;
}
