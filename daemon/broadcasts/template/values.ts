import { fieldOf, type Person } from "../../contacts/field-of.ts";
import type { Parameter } from "../plan/parameter.ts";

/** The value of a variable for a person; null when they lack the field and there is no fallback. */
export function wordFor(parameter: Parameter, person: Person): string | null {
  if (typeof parameter === "string") return parameter;
  return oneLine(fieldOf(parameter.field, person)) ?? parameter.fallback ?? null;
}

/** WhatsApp refuses line breaks, tabs and runs of spaces in what is put into a template. */
function oneLine(text: string | null): string | null {
  return text?.replace(/\s+/g, " ").trim() ?? null;
}
