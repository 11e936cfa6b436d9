import { useState } from "react";
import { errorAt } from "../../api/problem.ts";
import { useChange } from "../../api/queries.ts";
import { AsCommand } from "../../parts/as-command.tsx";
import { ComboBox } from "../../parts/fields/combo-box.tsx";
import { countryOptions } from "../../parts/fields/countries.ts";
import { Form } from "../../parts/fields/form.tsx";
import { toast } from "../../parts/toast.tsx";
import { ORGANIZATION } from "../../view-words.ts";
import type { Settings } from "./opt-out.ts";
import { OptOutFields } from "./opt-out-fields.tsx";

const UPDATE = "PATCH /v1/settings/contacts";

/** The country of numbers, and the words by which people stop messages. What nobody changes here follows what is kept. */
export function ContactSettings({ kept }: { kept: Settings }) {
  const [changed, setChanged] = useState<Partial<Settings>>({});
  const update = useChange(UPDATE, { done: () => toast(ORGANIZATION.saved) });
  const { default_country, opt_out } = { ...kept, ...changed };
  const change = (part: Partial<Settings>) => setChanged({ ...changed, ...part });
  const save = async () => {
    if ((await update.run({ body: changed })) !== null) setChanged((now) => (now === changed ? {} : now));
  };
  return (
    <Form
      action={ORGANIZATION.save}
      onSubmit={() => void save()}
      problem={update.problem}
      isBusy={update.isRunning}
      isDisabled={Object.keys(changed).length === 0}
      aside={<AsCommand cli={null} route={UPDATE} request={{ body: changed }} />}
    >
      <ComboBox
        label={ORGANIZATION.country}
        hint={ORGANIZATION.countryHint}
        options={countryOptions()}
        value={default_country}
        onChange={(code) => change({ default_country: code })}
        error={errorAt(update.problem, "default_country")}
      />
      <OptOutFields
        optOut={opt_out}
        onChange={(next) => change({ opt_out: next })}
        problem={update.problem}
      />
    </Form>
  );
}
