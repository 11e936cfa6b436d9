import { useState } from "react";
import { zoneHere } from "../../../languages/forms.ts";
import { errorAt } from "../../api/problem.ts";
import { useChange } from "../../api/queries.ts";
import { AsCommand } from "../../parts/as-command.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { CurrencyField } from "../../parts/fields/currency-field.tsx";
import { Field } from "../../parts/fields/field.tsx";
import { Form, Pair } from "../../parts/fields/form.tsx";
import { Select } from "../../parts/fields/select.tsx";
import { ZoneField } from "../../parts/fields/zone-field.tsx";
import { BUDGETS } from "../../view-words.ts";
import type { Budget } from "./budget.tsx";
import { type Scoped, ScopeFields } from "./scope-fields.tsx";

const CREATE = "POST /v1/budgets";
const UPDATE = "PATCH /v1/budgets/{id}";

const optionsOf = <Value extends string>(labels: Record<Value, string>) =>
  Object.entries<string>(labels).map(([value, label]) => ({ value: value as Value, label }));

/** Makes a budget, or changes one: its amount, its warning and what it stops. */
export function BudgetForm({ budget, onClose }: { budget?: Budget; onClose: () => void }) {
  const [scoped, setScoped] = useState<Scoped>({ scope: "organization", id: "" });
  const [amount, setAmount] = useState(budget === undefined ? "" : String(budget.amount));
  const [currency, setCurrency] = useState("EUR");
  const [period, setPeriod] = useState<Budget["period"]>("month");
  const [zone, setZone] = useState(zoneHere);
  const [warnAt, setWarnAt] = useState(String(Math.round((budget?.warn_at ?? 0.8) * 10_000) / 100));
  const [stop, setStop] = useState<Budget["stop"]>(budget?.stop ?? "marketing");
  const create = useChange(CREATE, { done: onClose });
  const update = useChange(UPDATE, { done: onClose });
  const { problem, isRunning } = budget === undefined ? create : update;

  const changes = { amount: Number(amount), warn_at: Number(warnAt) / 100, stop };
  const creation = {
    body: {
      scope: scoped.scope,
      ...(scoped.scope === "organization" ? {} : { scope_id: scoped.id }),
      ...{ period, time_zone: zone, currency, ...changes },
    },
  };
  const shared = `--warn-at ${changes.warn_at} --stop ${stop}`;
  const aside =
    budget === undefined ? (
      <AsCommand
        cli={`budgets create ${amount}${currency} --period ${period} --zone ${zone} ${flagOf(scoped)}${shared}`}
        route={CREATE}
        request={creation}
      />
    ) : (
      <AsCommand
        cli={`budgets set ${budget.id} --amount ${amount} ${shared}`}
        route={UPDATE}
        request={{ path: { id: budget.id }, body: changes }}
      />
    );
  const submit = () =>
    budget === undefined ? create.run(creation) : update.run({ path: { id: budget.id }, body: changes });
  return (
    <Dialog title={budget === undefined ? BUDGETS.create : BUDGETS.edit} isOpen onClose={onClose}>
      <Form
        action={budget === undefined ? BUDGETS.create : BUDGETS.save}
        onSubmit={() => void submit()}
        onCancel={onClose}
        problem={problem}
        isBusy={isRunning}
        aside={aside}
      >
        {budget === undefined && (
          <ScopeFields value={scoped} onChange={setScoped} error={errorAt(problem, "scope_id")} />
        )}
        <Pair>
          <Field
            label={BUDGETS.amount}
            type="number"
            value={amount}
            onChange={setAmount}
            error={errorAt(problem, "amount")}
            isRequired
            autoFocus
          />
          {budget === undefined && (
            <CurrencyField
              label={BUDGETS.currency}
              value={currency}
              onChange={setCurrency}
              error={errorAt(problem, "currency")}
            />
          )}
        </Pair>
        {budget === undefined && (
          <Pair>
            <Select
              label={BUDGETS.period}
              options={optionsOf(BUDGETS.periods)}
              value={period}
              onChange={setPeriod}
            />
            <ZoneField
              label={BUDGETS.zone}
              value={zone}
              onChange={setZone}
              error={errorAt(problem, "time_zone")}
            />
          </Pair>
        )}
        <Pair>
          <Field
            label={BUDGETS.warnAt}
            hint={BUDGETS.warnAtHint}
            type="number"
            value={warnAt}
            onChange={setWarnAt}
            error={errorAt(problem, "warn_at")}
            isRequired
          />
          <Select label={BUDGETS.stop} options={optionsOf(BUDGETS.stops)} value={stop} onChange={setStop} />
        </Pair>
      </Form>
    </Dialog>
  );
}

function flagOf({ scope, id }: Scoped): string {
  return scope === "organization" ? "" : `--${scope} ${id} `;
}
