import { Checkbox } from "../../../parts/fields/checkbox.tsx";
import { Choices } from "../../../parts/fields/choices.tsx";
import { Field } from "../../../parts/fields/field.tsx";
import { Pair } from "../../../parts/fields/form.tsx";
import { ZoneField } from "../../../parts/fields/zone-field.tsx";
import { HERE } from "../../../parts/hours/hours.ts";
import { FORM, HOURS } from "../../../view-words.ts";
import type { Draft } from "./draft.ts";

type Hours = Draft["window"];
type Day = NonNullable<NonNullable<Hours>["days"]>[number];

/** The end of a day, which fields of a time have as its beginning. */
const MIDNIGHT = "24:00";
const USUAL = { from: "09:00", to: "18:00" };

type HoursFieldsProps = {
  hours: Hours;
  onChange: (hours: Hours) => void;
  error: (path: string) => string | null;
};

/** The hours and days in which a broadcast is sent, and whose they are. */
export function HoursFields({ hours, onChange, error }: HoursFieldsProps) {
  return (
    <>
      <Checkbox isOn={hours !== null} onChange={(isOn) => onChange(isOn ? USUAL : null)}>
        {FORM.hours}
      </Checkbox>
      {hours !== null && (
        <>
          <Pair>
            {(["from", "to"] as const).map((name) => (
              <Field
                key={name}
                label={name === "from" ? FORM.hoursFrom : FORM.hoursTo}
                type="time"
                value={hours[name] === MIDNIGHT ? "00:00" : hours[name]}
                onChange={(clock) => onChange({ ...hours, [name]: name === "to" ? endAt(clock) : clock })}
                error={error(`/window/${name}`)}
              />
            ))}
          </Pair>
          <Choices
            label={FORM.days}
            all={FORM.everyDay}
            options={HOURS.days}
            value={hours.days ?? null}
            onChange={(days) => onChange(withDays(hours, days))}
            error={error("/window/days")}
          />
          <ZoneField
            label={FORM.zone}
            hint={FORM.zoneHint(HERE)}
            value={hours.zone === "recipient" ? "" : (hours.zone ?? "")}
            onChange={(zone) => onChange(withZone(hours, zone))}
            error={error("/window/zone")}
          />
        </>
      )}
    </>
  );
}

function endAt(clock: string): string {
  return clock === "00:00" ? MIDNIGHT : clock;
}

function withDays({ days: _, ...hours }: NonNullable<Hours>, days: readonly string[] | null): Hours {
  return days === null ? hours : { ...hours, days: days as Day[] };
}

function withZone({ zone: _, ...hours }: NonNullable<Hours>, zone: string): Hours {
  return zone.trim() === "" ? hours : { ...hours, zone: zone.trim() };
}
