import type { EndpointForm } from "./form.ts";
import { WAYPOST } from "./waypost.ts";

/** The forms that an endpoint can have. */
export type Forms = {
  names: readonly string[];
  /** The form of this name; null when there is none. */
  find(name: string): EndpointForm | null;
};

/** Waypost's own form, and others beside it. */
export function createForms(others: readonly EndpointForm[]): Forms {
  const byName = new Map([WAYPOST, ...others].map((form) => [form.name, form]));
  return { names: [...byName.keys()], find: (name) => byName.get(name) ?? null };
}
