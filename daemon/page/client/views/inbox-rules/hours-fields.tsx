import { Plus, X } from "lucide-react";
import { Button, IconButton } from "../../parts/button.tsx";
import { Checkbox } from "../../parts/fields/checkbox.tsx";
import { Field } from "../../parts/fields/field.tsx";
import { Select } from "../../parts/fields/select.tsx";
import style from "./inbox-rules.module.css";
import { HERE, type Hours, type OpenDay, type Rules, USUAL_HOURS } from "./rules.ts";
import { RULES } from "./words.ts";

type ErrorAt = (path: string) => string | null;

type HoursFieldsProps = {
  hours: Rules["hours"];
  onChange: (hours: Rules["hours"]) => void;
  error: ErrorAt;
};

/** When somebody answers: the hours of each day, by the clocks of a zone. */
export function HoursFields({ hours, onChange, error }: HoursFieldsProps) {
  return (
    <>
      <Checkbox isOn={hours !== null} onChange={(isOn) => onChange(isOn ? USUAL_HOURS : null)}>
        {RULES.hasHours}
      </Checkbox>
      {hours !== null && (
        <>
          <Field
            label={RULES.zone}
            hint={RULES.zoneHint(HERE)}
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
  const set = (next: OpenDay[]) => onChange({ ...hours, days: next });
  return (
    <>
      {days.map((day, at) => (
        <fieldset key={`${String(at)}`} className={style.day} aria-label={RULES.hoursOf(at + 1)}>
          <DayFields
            day={day}
            onChange={(changed) => set(days.with(at, changed))}
            error={(name) => error(`/hours/days/${at}/${name}`)}
          />
          {days.length > 1 && (
            <IconButton
              label={RULES.removeHours(at + 1)}
              icon={X}
              onPress={() => set(days.toSpliced(at, 1))}
            />
          )}
        </fieldset>
      ))}
      <div>
        <Button icon={Plus} onPress={() => set([...days, ...days.slice(-1)])}>
          {RULES.addHours}
        </Button>
      </div>
    </>
  );
}

type DayFieldsProps = { day: OpenDay; onChange: (day: OpenDay) => void; error: ErrorAt };

function DayFields({ day, onChange, error }: DayFieldsProps) {
  return (
    <>
      <Select
        label={RULES.day}
        options={RULES.days}
        value={day.day}
        onChange={(name) => onChange({ ...day, day: name })}
        error={error("day")}
      />
      {(["from", "to"] as const).map((name) => (
        <Field
          key={name}
          label={RULES[name]}
          type="time"
          value={day[name]}
          onChange={(clock) => onChange({ ...day, [name]: clock })}
          error={error(name)}
        />
      ))}
    </>
  );
}
