import type { BodyOf } from "../../../api/call.ts";
import { Problem } from "../../../api/problem.ts";
import { CONTACTS, FORM } from "../../../view-words.ts";
import type { Broadcast } from "../states.ts";

/** A broadcast while it is written: as the API takes it, with nothing left out. */
export type Draft = Omit<Required<BodyOf<"POST /v1/broadcasts">>, "channel_id">;
export type Audience = Draft["audience"];
export type AudienceFile = NonNullable<Audience["file"]>;
export type Template = Draft["template"];
export type Parameters = NonNullable<Template["parameters"]>;
export type Parameter = NonNullable<Parameters["header"]>;

/** How it is sent where nothing else is said. */
export const USUAL = {
  ...{ starts_at: null, rate_per_second: null, priority: "low", stop: null, limit: null },
  require_consent: false,
} as const;

const NEW: Draft = {
  ...{ name: "", channel_ids: [], template: { name: "", language: "" }, audience: {}, window: null },
  ...USUAL,
};
const NAMES = Object.keys(NEW) as (keyof Draft)[];

/** What a form begins with: a draft as it is, or a new one with what is known of it already. */
export function draftOf(broadcast: Broadcast | null, begun: Partial<Draft> = {}): Draft {
  if (broadcast === null) return { ...NEW, ...begun };
  return Object.fromEntries(NAMES.map((name) => [name, broadcast[name]])) as Draft;
}

/** With what need not be said: its name is the template's, and it is sent from the first channel. */
export function withDefaults(draft: Draft, channelId: string | undefined): Draft {
  const { name, channel_ids, template } = draft;
  return {
    ...draft,
    name: name.trim() === "" ? template.name : name,
    channel_ids: channel_ids.length === 0 && channelId !== undefined ? [channelId] : channel_ids,
  };
}

/** The members that a form has changed: what is not sent stays as it is. */
export function changesOf(before: Draft, draft: Draft): Partial<Draft> {
  const changed = NAMES.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(draft[name]));
  return Object.fromEntries(changed.map((name) => [name, draft[name]]));
}

/** What the API would take in another sense, or refuse by patterns that say nothing to people. */
export function wrongIn({ template, audience }: Draft): Problem | null {
  const wrong = (path: string, message: string) =>
    new Problem(422, "invalid_request", message, null, [{ path, message }]);
  if (template.name === "") return wrong("/template", FORM.chooseTemplate);
  if (Object.keys(audience).length === 0) return wrong("/audience", FORM.chooseAudience);
  const { q, ...others } = audience.filter ?? {};
  if (q === "" && Object.keys(others).length === 0) return wrong("/audience/filter/q", FORM.matchSomething);
  if (audience.contact_ids?.length === 0) return wrong("/audience/contact_ids", FORM.chooseContacts);
  if (audience.list_id === "") return wrong("/audience/list_id", CONTACTS.chooseList);
  if (audience.import_id === "") return wrong("/audience/import_id", FORM.chooseImport);
  if (audience.file?.media_id === "") return wrong("/audience/file/media_id", FORM.chooseFile);
  return null;
}
