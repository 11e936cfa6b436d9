import { useState } from "react";
import { errorAt } from "../../../api/problem.ts";
import { useChange } from "../../../api/queries.ts";
import { AsCommand } from "../../../parts/as-command.tsx";
import { Dialog } from "../../../parts/dialog.tsx";
import { Field } from "../../../parts/fields/field.tsx";
import { Form, Pair, Stack } from "../../../parts/fields/form.tsx";
import { toast } from "../../../parts/toast.tsx";
import { CARDS } from "../../../words.ts";
import style from "../costs.module.css";
import { type CardFields, cardBodyOf, isJson } from "./card-body.ts";
import { RatesField } from "./rates-field.tsx";

const ROUTE = "PUT /v1/rate-card";
/** Asks whether prices that are ten times off others are meant so. */
const UNLIKELY = "unlikely_prices";
const EMPTY: CardFields = { rates: "", tiers: "", currency: "", validFrom: "" };

/** Sets a rate card from Meta's files, or JSON; it replaces the one from the same day. */
export function CardForm({ onClose }: { onClose: () => void }) {
  const [fields, setFields] = useState(EMPTY);
  const set = useChange(ROUTE, {
    touches: ["/v1/costs"],
    done: () => {
      toast(CARDS.isSet);
      onClose();
    },
  });
  const change = (part: Partial<CardFields>) => {
    set.clear();
    setFields({ ...fields, ...part });
  };
  const isAsking = set.problem?.code === UNLIKELY;
  const body = cardBodyOf(fields);
  // what is asked about stands above the buttons
  const problem = isAsking ? null : set.problem;
  const error = (name: string) => errorAt(problem, name);
  const isUnread = fields.rates !== "" && body === null;
  const submit = () =>
    body !== null && set.run({ body: { ...body, ...(isAsking ? { confirmed: true } : {}) } });
  return (
    <Dialog title={CARDS.set} isOpen onClose={onClose}>
      <Form
        action={isAsking ? CARDS.setAnyway : CARDS.set}
        onSubmit={() => void submit()}
        onCancel={onClose}
        problem={problem}
        isBusy={set.isRunning}
        isDisabled={body === null || fields.rates.trim() === ""}
        aside={body !== null && <AsCommand cli={commandOf(fields)} route={ROUTE} request={{ body }} />}
      >
        <RatesField
          label={CARDS.rates}
          hint={CARDS.ratesHint}
          accept=".csv,.json,text/csv,application/json"
          value={fields.rates}
          onChange={(rates) => change({ rates })}
          error={isUnread ? CARDS.noJson : error("csv")}
        />
        {!isJson(fields.rates) && (
          <details className={style.more} open={error("tiers_csv") !== null}>
            <summary>{CARDS.tiers}</summary>
            <Stack>
              <RatesField
                label={CARDS.tiersFile}
                hint={CARDS.tiersHint}
                accept=".csv,text/csv"
                value={fields.tiers}
                onChange={(tiers) => change({ tiers })}
                error={error("tiers_csv")}
              />
            </Stack>
          </details>
        )}
        <Pair>
          <Field
            label={CARDS.validFrom}
            hint={CARDS.validFromHint}
            type="date"
            value={fields.validFrom}
            onChange={(validFrom) => change({ validFrom })}
            error={error("valid_from")}
          />
          <Field
            label={CARDS.currency}
            hint={CARDS.currencyHint}
            value={fields.currency}
            onChange={(currency) => change({ currency })}
            error={error("currency")}
            maxLength={3}
          />
        </Pair>
        {isAsking && (
          <div role="alert">
            <p>{CARDS.unlikely}</p>
            <ul>
              {set.problem?.errors.map(({ message }) => (
                <li key={message}>{message}</li>
              ))}
            </ul>
          </div>
        )}
      </Form>
    </Dialog>
  );
}

function commandOf({ rates, tiers, currency, validFrom }: CardFields): string {
  return [
    `rate-card set ${isJson(rates) ? "card.json" : "rates.csv"}`,
    !isJson(rates) && tiers.trim() !== "" && "--tiers tiers.csv",
    currency !== "" && `--currency ${currency.toUpperCase()}`,
    validFrom !== "" && `--valid-from ${validFrom}`,
  ]
    .filter(Boolean)
    .join(" ");
}
