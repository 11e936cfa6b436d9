import type { BodyOf } from "../../../api/call.ts";

export type ChannelSettings = NonNullable<BodyOf<"PATCH /v1/channels/{id}">["settings"]>;

/** What holds where nothing is said: a change leaves settings as they are that it does not name. */
const USUAL: Required<ChannelSettings> = {
  paused: false,
  service_window: "enforce",
  delivery: "at_least_once",
  over_limit: "wait",
  hold_on_answer: null,
  rate: {},
  priority: {},
  groups: false,
  calls: "ignore",
  rejected_call_text: null,
  history: "none",
  slow_down: null,
  marketing_messages: null,
  messaging_account_id: null,
  other_messaging_account_ids: [],
  quiet_hours: null,
  proxy: null,
  warmup: null,
  number_checks_per_day: 200,
};

/** The settings that differ from those before; what was taken out is what is usual again. */
export function changedSettings(before: ChannelSettings, after: ChannelSettings): ChannelSettings {
  const names = Object.keys({ ...before, ...after }) as (keyof ChannelSettings)[];
  const changed = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  return Object.fromEntries(changed.map((name) => [name, name in after ? after[name] : USUAL[name]]));
}
