import type { EndpointForm } from "./form.ts";
import { WAYPOST } from "./waypost.ts";

/** The forms that an endpoint can have. */
export type Forms = {
  all: readonly EndpointForm[];
  /** The form of this name; null when there is none. */
  find(name: string): EndpointForm | null;
};

/** Waypost's own form, and others beside it. */
export function createForms(others: readonly EndpointForm[]): Forms {
  const byName = new Map([WAYPOST, ...others].map((form) => [form.name, form]));
  return { all: [...byName.values()], find: (name) => byName.get(name) ?? null };
}
