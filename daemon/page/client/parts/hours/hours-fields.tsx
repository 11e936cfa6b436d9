import { Plus, X } from "lucide-react";
import { HOURS } from "../../view-words.ts";
import { Button, IconButton } from "../button.tsx";
import { Checkbox } from "../fields/checkbox.tsx";
import { Field } from "../fields/field.tsx";
import { Select } from "../fields/select.tsx";
import { ZoneField } from "../fields/zone-field.tsx";
import style from "./hours.module.css";
import { HERE, type Hours, type HoursOfDay, USUAL_HOURS } from "./hours.ts";

type ErrorAt = (path: string) => string | null;

type HoursFieldsProps = {
  /** What it means that there are hours. */
  label: string;
  /** Null where there are none. */
  hours: Hours | null;
  onChange: (hours: Hours | null) => void;
  error: ErrorAt;
};

/** The hours of each day, by the clocks of a zone, or none. */
export function HoursFields({ label, hours, onChange, error }: HoursFieldsProps) {
  return (
    <>
      <Checkbox isOn={hours !== null} onChange={(isOn) => onChange(isOn ? USUAL_HOURS : null)}>
        {label}
      </Checkbox>
      {hours !== null && (
        <>
          <ZoneField
            label={HOURS.zone}
            hint={HOURS.zoneHint(HERE)}
            value={hours.zone}
            onChange={(zone) => onChange({ ...hours, zone })}
            error={error("/hours/zone")}
          />
          <Days hours={hours} onChange={onChange} error={error} />
        </>
      )}
    </>
  );
}

type DaysProps = { hours: Hours; onChange: (hours: Hours) => void; error: ErrorAt };

function Days({ hours, onChange, error }: DaysProps) {
  const { days } = hours;
  const set = (next: HoursOfDay[]) => onChange({ ...hours, days: next });
  return (
    <>
      {days.map((day, at) => (
        <fieldset key={`${String(at)}`} className={style.day} aria-label={HOURS.hoursOf(at + 1)}>
          <DayFields
            day={day}
            onChange={(changed) => set(days.with(at, changed))}
            error={(name) => error(`/hours/days/${at}/${name}`)}
          />
          {days.length > 1 && (
            <IconButton label={HOURS.remove(at + 1)} icon={X} onPress={() => set(days.toSpliced(at, 1))} />
          )}
        </fieldset>
      ))}
      <div>
        <Button icon={Plus} onPress={() => set([...days, ...days.slice(-1)])}>
          {HOURS.add}
        </Button>
      </div>
    </>
  );
}

type DayFieldsProps = { day: HoursOfDay; onChange: (day: HoursOfDay) => void; error: ErrorAt };

function DayFields({ day, onChange, error }: DayFieldsProps) {
  return (
    <>
      <Select
        label={HOURS.day}
        options={HOURS.days}
        value={day.day}
        onChange={(name) => onChange({ ...day, day: name })}
        error={error("day")}
      />
      {(["from", "to"] as const).map((name) => (
        <Field
          key={name}
          label={HOURS[name]}
          type="time"
          value={day[name]}
          onChange={(clock) => onChange({ ...day, [name]: clock })}
          error={error(name)}
        />
      ))}
    </>
  );
}
