import { Select } from "../../../parts/fields/select.tsx";
import { SETTINGS } from "../../../view-words.ts";
import { choicesOf } from "./choices.ts";
import type { SettingsProps } from "./section.tsx";

/** Which messages of before are copied; `hint` says from where. */
export function HistoryField({ settings, onChange, error, hint }: SettingsProps & { hint: string }) {
  return (
    <Select
      label={SETTINGS.history}
      hint={hint}
      options={choicesOf(SETTINGS.histories)}
      value={settings.history ?? "none"}
      onChange={(history) => onChange({ history })}
      error={error("history")}
    />
  );
}
