import { Pair } from "../../../parts/fields/form.tsx";
import { Select } from "../../../parts/fields/select.tsx";
import { HEALTH, SETTINGS } from "../../../view-words.ts";
import { choicesOf } from "./choices.ts";
import { Count, EMPTIED, Section, type SettingsProps, Switch } from "./section.tsx";

const AN_HOUR = { minutes: 60 };
const SLOWER = { below: 70, factor: 4 };

/** Who answers, and who refuses what comes too late. */
export function AnsweringFields({ settings, isPaired, onChange, error }: SettingsProps) {
  const { hold_on_answer: hold = null, service_window = "enforce" } = settings;
  return (
    <Section title={SETTINGS.answering}>
      <Switch
        label={SETTINGS.hold}
        hint={SETTINGS.holdHint}
        isOn={hold !== null}
        onChange={(isOn) => onChange({ hold_on_answer: isOn ? AN_HOUR : null })}
      >
        <Count
          label={SETTINGS.holdMinutes}
          value={hold?.minutes}
          onChange={(minutes = 0) => onChange({ hold_on_answer: { minutes } })}
          error={error("hold_on_answer/minutes")}
        />
      </Switch>
      {!isPaired && (
        <Select
          label={SETTINGS.window}
          hint={SETTINGS.windowHint}
          options={choicesOf(SETTINGS.windows)}
          value={service_window}
          onChange={(value) => onChange({ service_window: value })}
          error={error("service_window")}
        />
      )}
    </Section>
  );
}

/** What happens when an answer is lost, or a number stands badly. */
export function TroubleFields({ settings, onChange, error }: SettingsProps) {
  const { delivery = "at_least_once", slow_down: slow = null } = settings;
  return (
    <Section title={SETTINGS.trouble}>
      <Select
        label={SETTINGS.delivery}
        options={choicesOf(SETTINGS.deliveries)}
        value={delivery}
        onChange={(value) => onChange({ delivery: value })}
        error={error("delivery")}
      />
      <Switch
        label={HEALTH.slowDown}
        isOn={slow !== null}
        onChange={(isOn) => onChange({ slow_down: isOn ? SLOWER : null })}
      >
        <Pair>
          {(["below", "factor"] as const).map((name) => (
            <Count
              key={name}
              label={SETTINGS.slow[name]}
              value={slow?.[name]}
              onChange={(value = EMPTIED) => onChange({ slow_down: { ...(slow ?? SLOWER), [name]: value } })}
              error={error(`slow_down/${name}`)}
            />
          ))}
        </Pair>
      </Switch>
    </Section>
  );
}
