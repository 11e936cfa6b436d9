import { useState } from "react";
import type { ResponseOf } from "../../api/call.ts";
import { useChange } from "../../api/queries.ts";
import { AsCommand } from "../../parts/as-command.tsx";
import { Form } from "../../parts/fields/form.tsx";
import { Select } from "../../parts/fields/select.tsx";
import { toast } from "../../parts/toast.tsx";
import { ORGANIZATION } from "../../view-words.ts";

type Required = ResponseOf<"GET /v1/settings/organization">["two_factors"];
const UPDATE = "PATCH /v1/settings/organization";

/** What can be chosen here; the API takes any roles. */
const CHOICES: Readonly<Record<string, Required>> = {
  none: [],
  admins: ["owner", "admin"],
  all: ["owner", "admin", "agent", "viewer"],
};
const OTHERS = "others";

/** Who has to have a second factor. */
export function RequiredFactors({ kept }: Readonly<{ kept: Required }>) {
  const [choice, setChoice] = useState<string>(choiceOf(kept));
  const update = useChange(UPDATE, { done: () => toast(ORGANIZATION.factorsSaved) });
  const body = { two_factors: CHOICES[choice] ?? kept };
  const options = Object.entries(ORGANIZATION.factorChoices).map(([value, label]) => ({ value, label }));
  const others = { value: OTHERS, label: kept.join(", ") };
  return (
    <Form
      action={ORGANIZATION.saveFactors}
      onSubmit={() => void update.run({ body })}
      problem={update.problem}
      isBusy={update.isRunning}
      isDisabled={choice === choiceOf(kept)}
      aside={<AsCommand cli={null} route={UPDATE} request={{ body }} />}
    >
      <Select
        label={ORGANIZATION.factors}
        hint={ORGANIZATION.factorsHint}
        options={choiceOf(kept) === OTHERS ? [...options, others] : options}
        value={choice}
        onChange={setChoice}
      />
    </Form>
  );
}

function choiceOf(kept: Required): string {
  const names = (roles: Required) => [...roles].sort().join();
  return Object.keys(CHOICES).find((name) => names(CHOICES[name] ?? []) === names(kept)) ?? OTHERS;
}
