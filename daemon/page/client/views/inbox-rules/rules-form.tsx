import { useState } from "react";
import { errorAt } from "../../api/problem.ts";
import { useChange } from "../../api/queries.ts";
import { AsCommand, quoted } from "../../parts/as-command.tsx";
import { Checkbox } from "../../parts/fields/checkbox.tsx";
import { Field } from "../../parts/fields/field.tsx";
import { Form } from "../../parts/fields/form.tsx";
import { Select } from "../../parts/fields/select.tsx";
import { HoursFields } from "../../parts/hours/hours-fields.tsx";
import { toast } from "../../parts/toast.tsx";
import { RULES } from "../../view-words.ts";
import { AwayFields } from "./away-fields.tsx";
import type { Rules } from "./rules.ts";

const PUT = "PUT /v1/settings/inbox";

/** All rules. Those that nobody changes here follow what is kept, also while it is changed elsewhere. */
export function RulesForm({ kept }: { kept: Rules }) {
  const [changed, setChanged] = useState<Partial<Rules>>({});
  const put = useChange(PUT, { done: () => toast(RULES.saved) });
  const rules = { ...kept, ...changed };
  const change = (part: Partial<Rules>) => setChanged({ ...changed, ...part });
  const error = (path: string) => errorAt(put.problem, path);
  const save = async () => {
    if ((await put.run({ body: rules })) !== null) setChanged((now) => (now === changed ? {} : now));
  };
  return (
    <Form
      action={RULES.save}
      onSubmit={() => void save()}
      problem={put.problem}
      isBusy={put.isRunning}
      aside={
        <AsCommand
          cli={`conversations settings --file ${quoted(JSON.stringify(rules))}`}
          route={PUT}
          request={{ body: rules }}
        />
      }
    >
      <Select
        label={RULES.assign}
        options={RULES.assigns}
        value={rules.assign}
        onChange={(assign) => change({ assign })}
        error={error("/assign")}
      />
      <Checkbox isOn={rules.reopen} onChange={(reopen) => change({ reopen })}>
        {RULES.reopen}
      </Checkbox>
      <Field
        label={RULES.closeAfter}
        hint={RULES.closeHint}
        type="number"
        value={String(rules.close_after_days ?? "")}
        onChange={(days) => change({ close_after_days: days === "" ? null : Number(days) })}
        error={error("/close_after_days")}
      />
      <HoursFields
        label={RULES.hasHours}
        hours={rules.hours}
        onChange={(hours) => change(hours === null ? { hours, away: null } : { hours })}
        error={error}
      />
      {rules.hours !== null && (
        <AwayFields away={rules.away} onChange={(away) => change({ away })} error={error} />
      )}
    </Form>
  );
}
