import { Pair } from "../../../parts/fields/form.tsx";
import { Select } from "../../../parts/fields/select.tsx";
import { SETTINGS } from "../../../view-words.ts";
import { choicesOf } from "./choices.ts";
import { Count, EMPTIED, Section, type SettingsProps, Switch } from "./section.tsx";

const WARMUP = { new_contacts_per_day: 20, most_per_day: 1000 };

/** How many people who never wrote are written to. */
export function PeopleFields({ settings, isPaired, onChange, error }: SettingsProps) {
  const { warmup = null, number_checks_per_day, over_limit = "wait" } = settings;
  if (!isPaired)
    return (
      <Section title={SETTINGS.people}>
        <Select
          label={SETTINGS.overLimit}
          hint={SETTINGS.overLimitHint}
          options={choicesOf(SETTINGS.overLimits)}
          value={over_limit}
          onChange={(value) => onChange({ over_limit: value })}
          error={error("over_limit")}
        />
      </Section>
    );
  return (
    <Section title={SETTINGS.people}>
      <Switch
        label={SETTINGS.warmup}
        hint={SETTINGS.warmupHint}
        isOn={warmup !== null}
        onChange={(isOn) => onChange({ warmup: isOn ? WARMUP : null })}
      >
        <Pair>
          {(["new_contacts_per_day", "most_per_day"] as const).map((name) => (
            <Count
              key={name}
              label={SETTINGS.warmups[name]}
              value={warmup?.[name]}
              onChange={(value = EMPTIED) => onChange({ warmup: { ...(warmup ?? WARMUP), [name]: value } })}
              error={error(`warmup/${name}`)}
            />
          ))}
        </Pair>
      </Switch>
      <Count
        label={SETTINGS.checks}
        hint={SETTINGS.checksHint}
        value={number_checks_per_day}
        onChange={(value = EMPTIED) => onChange({ number_checks_per_day: value })}
        error={error("number_checks_per_day")}
      />
    </Section>
  );
}
