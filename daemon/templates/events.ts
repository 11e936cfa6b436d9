import { applyTemplateNews as applyNews } from "../../db/templates.ts";
import type { Apply } from "../inbound/apply.ts";
import { readTemplateEvent } from "../providers/official/template-events.ts";

/**
 * What a provider told of an account's templates becomes their status, quality
 * and category; `template.status_update` follows from the change. News of a
 * template that is not known here is left out: the next synchronisation brings it.
 */
export const applyTemplateNews: Apply<"template"> = async (sql, channels, news) => {
  const wabaId = channels.find(({ waba_id }) => waba_id !== null)?.waba_id ?? null;
  if (wabaId === null) return;
  for (const { field, value, providerTemplateId } of news) {
    const event = readTemplateEvent(field, value, providerTemplateId);
    if (event !== null) await applyNews(sql, wabaId, event);
  }
};
