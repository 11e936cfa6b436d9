import { useState } from "react";
import { errorAt } from "../../api/problem.ts";
import { useAsk, useChange } from "../../api/queries.ts";
import { useMay } from "../../api/session.tsx";
import { AsCommand } from "../../parts/as-command.tsx";
import { Field } from "../../parts/fields/field.tsx";
import { Form } from "../../parts/fields/form.tsx";
import { toast } from "../../parts/toast.tsx";
import { ORGANIZATION } from "../../view-words.ts";

const UPDATE = "PATCH /v1/settings/organization";

/** What the organisation is called, to be changed by who manages its users. */
export function OrganizationName() {
  const may = useMay();
  const { data } = useAsk("GET /v1/settings/organization", {});
  const [typed, setTyped] = useState<string | null>(null);
  const update = useChange(UPDATE, {
    done: () => {
      setTyped(null);
      toast(ORGANIZATION.nameSaved);
    },
  });
  if (data === undefined) return null;
  if (!may("users:manage")) return <p>{data.name}</p>;
  const body = { name: typed ?? data.name };
  return (
    <Form
      action={ORGANIZATION.saveName}
      onSubmit={() => void update.run({ body })}
      problem={update.problem}
      isBusy={update.isRunning}
      isDisabled={typed === null || typed.trim() === "" || typed === data.name}
      aside={<AsCommand cli={null} route={UPDATE} request={{ body }} />}
    >
      <Field
        label={ORGANIZATION.name}
        value={body.name}
        onChange={setTyped}
        error={errorAt(update.problem, "name")}
        isRequired
      />
    </Form>
  );
}
