import { Field } from "../../../parts/fields/field.tsx";
import { Select } from "../../../parts/fields/select.tsx";
import { CHANNELS, SETTINGS } from "../../../view-words.ts";
import { choicesOf } from "./choices.ts";
import { HistoryField } from "./history-field.tsx";
import { Section, type SettingsProps, Switch } from "./section.tsx";

/** What a paired number takes part in, and how it connects. */
export function PairedFields(props: SettingsProps) {
  const { settings, onChange, error } = props;
  const { groups = false, calls = "ignore", rejected_call_text: said = null, proxy = null } = settings;
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
      {calls === "reject" && (
        <Field
          label={SETTINGS.callText}
          hint={SETTINGS.callTextHint}
          value={said ?? ""}
          onChange={(text) => onChange({ rejected_call_text: text === "" ? null : text })}
          error={error("rejected_call_text")}
          maxLength={1024}
        />
      )}
      <HistoryField {...props} hint={SETTINGS.historyHint} />
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
