import { useAsk } from "../../api/queries.ts";
import { useMay } from "../../api/session.tsx";
import { Checkbox } from "../../parts/fields/checkbox.tsx";
import { Choices } from "../../parts/fields/choices.tsx";
import { Field } from "../../parts/fields/field.tsx";
import { Select } from "../../parts/fields/select.tsx";
import style from "./consent.module.css";
import type { LimitsOf } from "./use-limits.ts";
import { CONSENT } from "./words.ts";

/** What the program may do, which people it may write to, how often and with which numbers. */
export function Limits({ limits }: { limits: LimitsOf }) {
  const { offered, chosen, choose } = limits;
  const { permissions, recipients, approval } = chosen;
  return (
    <>
      <fieldset className={style.may}>
        <legend>{CONSENT.mayLabel}</legend>
        {offered.map((one) => (
          <Checkbox
            key={one}
            isOn={permissions.includes(one)}
            onChange={(isOn) =>
              choose({
                permissions: isOn ? [...permissions, one] : permissions.filter((other) => other !== one),
              })
            }
          >
            {CONSENT.may[one] ?? one}
          </Checkbox>
        ))}
      </fieldset>
      {permissions.includes("messages:send") && (
        <>
          <Select
            label={CONSENT.writesTo}
            options={CONSENT.recipients}
            value={recipients}
            onChange={(value) => choose({ recipients: value as typeof recipients })}
          />
          <Select
            label={CONSENT.approval}
            options={CONSENT.approvals}
            value={approval}
            onChange={(value) => choose({ approval: value as typeof approval })}
          />
          <Field
            label={CONSENT.hourly}
            hint={CONSENT.hourlyHint}
            type="number"
            value={chosen.hourly}
            onChange={(hourly) => choose({ hourly })}
          />
          {recipients !== "answered" && (
            <Field
              label={CONSENT.daily}
              hint={CONSENT.dailyHint}
              type="number"
              value={chosen.daily}
              onChange={(daily) => choose({ daily })}
            />
          )}
        </>
      )}
      <Numbers limits={limits} />
    </>
  );
}

function Numbers({ limits: { chosen, choose } }: { limits: LimitsOf }) {
  const may = useMay();
  const { data } = useAsk("GET /v1/channels", { query: { limit: 100 } }, { enabled: may("channels:read") });
  if (data === undefined || data.data.length === 0) return null;
  return (
    <Choices
      label={CONSENT.channels}
      all={CONSENT.allChannels}
      options={data.data.map(({ id, name }) => ({ value: id, label: name }))}
      value={chosen.channelIds}
      onChange={(channelIds) => choose({ channelIds })}
    />
  );
}
