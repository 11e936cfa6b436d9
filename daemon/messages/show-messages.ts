import type { Queryable } from "../../db/connection/client.ts";
import type { MessageRow } from "../../db/messages/messages.ts";
import type { Providers } from "../providers/provider.ts";
import { withSides } from "./files/with-sides.ts";
import { showMessage } from "./record.ts";
import type { TemplateDefinitions } from "./template-definitions.ts";
import { withWaiting } from "./waiting/with-waiting.ts";

/** What records of messages are made with. */
export type ShowDependencies = { providers: Providers; templates: Pick<TemplateDefinitions, "find"> };

/** Messages of one organisation as the API shows them, with what those that wait are waiting for. */
export async function showMessages(
  sql: Queryable,
  { providers, templates }: ShowDependencies,
  rows: readonly MessageRow[],
) {
  const shown = await withWaiting(sql, providers, await withSides(sql, rows));
  return await Promise.all(shown.map(({ row, waiting }) => showMessage(templates, row, waiting)));
}
