import type { Sql } from "../../db/connection/client.ts";
import { findTemplate, type TemplateDefinition } from "../../db/templates/templates.ts";

/** Templates' definitions as the accepting side needs them: read once, forgotten when one changes. */
export type TemplateDefinitions = {
  /**
   * The template of a business account (null: any of the organisation) by name and language; null when it is not known
   * here.
   */
  find(
    organizationId: string,
    wabaId: string | null,
    name: string,
    language: string,
  ): Promise<TemplateDefinition | null>;
  /** Forgets all: one changed, or notifications may have been missed. */
  forget(): void;
};

const CACHE_MS = 60_000;
const CACHE_SIZE = 10_000;

/** A cache that is used only while `listening` says that changes reach this process. */
export function createTemplateDefinitions(sql: Sql, listening: () => boolean): TemplateDefinitions {
  const cache = new Map<string, { definition: TemplateDefinition | null; until: number }>();
  let changes = 0;
  return {
    async find(...key) {
      const text = key.join(" ");
      const cached = cache.get(text);
      if (cached !== undefined && cached.until > Date.now() && listening()) return cached.definition;
      const before = changes;
      const definition = await findTemplate(sql, ...key);
      if (cache.size >= CACHE_SIZE) cache.clear();
      // read before a change that was announced meanwhile: not to be cached
      if (before === changes) cache.set(text, { definition, until: Date.now() + CACHE_MS });
      return definition;
    },
    forget() {
      changes++;
      cache.clear();
    },
  };
}
