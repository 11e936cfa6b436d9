import { Field } from "../../../parts/fields/field.tsx";
import { Pair } from "../../../parts/fields/form.tsx";
import { Select } from "../../../parts/fields/select.tsx";
import { ZoneField } from "../../../parts/fields/zone-field.tsx";
import { HERE } from "../../../parts/hours/hours.ts";
import { HOURS, SETTINGS } from "../../../view-words.ts";
import { type Pace, paceOf, type Rate, withPace, withRate } from "./pace.ts";
import { Count, EMPTIED, Section, type SettingsProps, Switch } from "./section.tsx";

const NIGHT = { from: "22:00", to: "07:00", time_zone: HERE };
const REST = { after: 20, seconds: 20 };

/** How fast a number sends, and when it does not. */
export function PaceFields({ settings, isPaired, onChange, error }: SettingsProps) {
  const { rate = {} } = settings;
  const change = (next: Rate) => onChange({ rate: next });
  const pace = isPaired ? paceOf(rate) : "rate";
  return (
    <Section title={SETTINGS.pace}>
      {isPaired && (
        <Select
          label={SETTINGS.paceOf}
          options={Object.entries(SETTINGS.paces).map(([value, label]) => ({ value: value as Pace, label }))}
          value={pace}
          onChange={(next) => change(withPace(rate, next))}
        />
      )}
      {pace === "person" && <Pauses rate={rate} onChange={change} error={error} />}
      <Pair>
        {pace === "rate" && (
          <Count
            label={SETTINGS.perSecond}
            {...(isPaired ? {} : { hint: SETTINGS.perSecondHint })}
            value={rate.per_second}
            onChange={(value) => change(withRate(rate, "per_second", value))}
            error={error("rate/per_second")}
          />
        )}
        <Count
          label={SETTINGS.perRecipient}
          hint={SETTINGS.perRecipientHint}
          value={rate.per_recipient_seconds}
          onChange={(value) => change(withRate(rate, "per_recipient_seconds", value))}
          error={error("rate/per_recipient_seconds")}
        />
      </Pair>
      {isPaired && <QuietHours {...{ settings, onChange, error }} />}
    </Section>
  );
}

type PausesProps = { rate: Rate; onChange: (rate: Rate) => void } & Pick<SettingsProps, "error">;

function Pauses({ rate, onChange, error }: PausesProps) {
  const { gap_seconds = { least: 0, most: 0 }, typing = false, rest = null } = rate;
  return (
    <>
      <Pair>
        {(["least", "most"] as const).map((name) => (
          <Count
            key={name}
            label={SETTINGS.gap[name]}
            value={gap_seconds[name]}
            onChange={(value = EMPTIED) =>
              onChange({ ...rate, gap_seconds: { ...gap_seconds, [name]: value } })
            }
            error={error(`rate/gap_seconds/${name}`)}
          />
        ))}
      </Pair>
      <Switch
        label={SETTINGS.typing}
        hint={SETTINGS.typingHint}
        isOn={typing}
        onChange={(isOn) => onChange({ ...rate, typing: isOn })}
      />
      <Switch
        label={SETTINGS.rest}
        isOn={rest !== null}
        onChange={(isOn) => onChange({ ...rate, rest: isOn ? REST : null })}
      >
        <Pair>
          {(["after", "seconds"] as const).map((name) => (
            <Count
              key={name}
              label={SETTINGS.rests[name]}
              value={rest?.[name]}
              onChange={(value = EMPTIED) =>
                onChange({ ...rate, rest: { ...(rest ?? REST), [name]: value } })
              }
              error={error(`rate/rest/${name}`)}
            />
          ))}
        </Pair>
      </Switch>
    </>
  );
}

function QuietHours({ settings, onChange, error }: Pick<SettingsProps, "settings" | "onChange" | "error">) {
  const { quiet_hours: hours = null } = settings;
  const change = (part: Partial<typeof NIGHT>) => onChange({ quiet_hours: { ...(hours ?? NIGHT), ...part } });
  return (
    <Switch
      label={SETTINGS.quiet}
      hint={SETTINGS.quietHint}
      isOn={hours !== null}
      onChange={(isOn) => onChange({ quiet_hours: isOn ? NIGHT : null })}
    >
      <Pair>
        {(["from", "to"] as const).map((name) => (
          <Field
            key={name}
            label={HOURS[name]}
            type="time"
            value={hours?.[name] ?? ""}
            onChange={(clock) => change({ [name]: clock })}
            error={error(`quiet_hours/${name}`)}
          />
        ))}
      </Pair>
      <ZoneField
        label={HOURS.zone}
        hint={HOURS.zoneHint(HERE)}
        value={hours?.time_zone ?? ""}
        onChange={(time_zone) => change({ time_zone })}
        error={error("quiet_hours/time_zone")}
      />
    </Switch>
  );
}
