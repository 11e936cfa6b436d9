import type { AudienceContact } from "../../../db/broadcasts/audience.ts";
import { type Person, personOf } from "../../contacts/field-of.ts";
import { Problem } from "../../http/problem.ts";
import { canonicalContent, typeOn } from "../../messages/accept/content.ts";
import { withIds } from "../../messages/files/check-uploads.ts";
import type { Plan } from "../plan/plan.ts";
import { componentsFor, MissingParameter } from "./components.ts";
import type { Route } from "./definition.ts";

/** One person's message, as messages are stored. */
export type Message = { content: Record<string, unknown>; mediaIds: string[] | null };

/** Why a person's message can't be made. */
export type Unmade = "missing_parameter" | "invalid_parameter";

/** The message for one contact, or why there is none. */
export function messageFor(
  { platform, definition }: Route,
  template: Plan["template"],
  contact: AudienceContact,
): Message | Unmade {
  try {
    return made(platform, definition, template, personOf(contact));
  } catch (cause) {
    if (cause instanceof MissingParameter) return "missing_parameter";
    if (cause instanceof Problem) return "invalid_parameter";
    throw cause;
  }
}

function made(
  platform: Route["platform"],
  definition: Route["definition"],
  { name, language, parameters = {} }: Plan["template"],
  person: Person,
): Message {
  const components = componentsFor(parameters, definition, person);
  const given = { template: { name, language: { code: language }, components } };
  const { content, uses } = canonicalContent(platform, typeOn(platform, "template"), given);
  if (uses.length === 0) return { content, mediaIds: null };
  return { content: withIds(content), mediaIds: [...new Set(uses.map(({ id }) => id))] };
}
