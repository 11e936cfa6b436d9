import { Field } from "../../../parts/fields/field.tsx";
import { Select } from "../../../parts/fields/select.tsx";
import { CHANNELS, SETTINGS } from "../../../view-words.ts";
import { choicesOf } from "./choices.ts";
import { Section, type SettingsProps, Switch } from "./section.tsx";

/** What a paired number takes part in, and how it connects. */
export function PairedFields({ settings, onChange, error }: SettingsProps) {
  const { groups = false, calls = "ignore", history = "none", proxy = null } = settings;
  return (
    <Section title={SETTINGS.phone}>
      <Switch
        label={SETTINGS.groups}
        hint={SETTINGS.groupsHint}
        isOn={groups}
        onChange={(isOn) => onChange({ groups: isOn })}
      />
      <Select
        label={SETTINGS.calls}
        options={choicesOf(SETTINGS.callChoices)}
        value={calls}
        onChange={(value) => onChange({ calls: value })}
        error={error("calls")}
      />
      <Select
        label={SETTINGS.history}
        hint={SETTINGS.historyHint}
        options={choicesOf(SETTINGS.histories)}
        value={history}
        onChange={(value) => onChange({ history: value })}
        error={error("history")}
      />
      <Field
        label={CHANNELS.proxy}
        hint={`${CHANNELS.proxyHint} ${SETTINGS.proxyHint}`}
        value={proxy?.url ?? ""}
        onChange={(url) => onChange({ proxy: url === "" ? null : { url } })}
        error={error("proxy/url") ?? error("proxy")}
        isMono
      />
    </Section>
  );
}
