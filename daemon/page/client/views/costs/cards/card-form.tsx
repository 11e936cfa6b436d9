import { useState } from "react";
import type { ResponseOf } from "../../../api/call.ts";
import { errorAt } from "../../../api/problem.ts";
import { useAsk, useChange } from "../../../api/queries.ts";
import { AsCommand } from "../../../parts/as-command.tsx";
import { Dialog } from "../../../parts/dialog.tsx";
import { CurrencyField } from "../../../parts/fields/currency-field.tsx";
import { Field } from "../../../parts/fields/field.tsx";
import { Form, Pair } from "../../../parts/fields/form.tsx";
import { Select } from "../../../parts/fields/select.tsx";
import { toast } from "../../../parts/toast.tsx";
import { CARDS } from "../../../view-words.ts";
import { type CardFields, cardBodyOf, isFilled, isJson } from "./card-body.ts";
import { FilesFields } from "./files-fields.tsx";
import { emptyRow, OTHER, rowsOf } from "./prices.ts";
import { PricesFields } from "./prices-fields.tsx";

type Card = NonNullable<ResponseOf<"GET /v1/rate-card">["card"]>;

const ROUTE = "PUT /v1/rate-card";
/** Asks whether prices that are ten times off others are meant so. */
const UNLIKELY = "unlikely_prices";
const EMPTY: CardFields = {
  ...{ from: "files", rates: "", tiers: "", currency: "", validFrom: "" },
  rows: [emptyRow(null), emptyRow(OTHER)],
};

/** Sets a rate card from Meta's files or prices that are typed; it replaces the one from the same day. */
export function CardForm({ onClose }: { onClose: () => void }) {
  const { data } = useAsk("GET /v1/rate-card", { query: {} });
  const [fields, setFields] = useState(() => (data?.card ? fieldsOf(data.card) : EMPTY));
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
  const choices = (["files", "typed"] as const).map((value) => ({ value, ...CARDS.sources[value] }));
  const submit = () =>
    body !== null && set.run({ body: { ...body, ...(isAsking ? { confirmed: true } : {}) } });
  return (
    <Dialog title={CARDS.set} isOpen onClose={onClose} isWide={fields.from === "typed"}>
      <Form
        action={isAsking ? CARDS.setAnyway : CARDS.set}
        onSubmit={() => void submit()}
        onCancel={onClose}
        problem={problem}
        isBusy={set.isRunning}
        isDisabled={body === null || !isFilled(fields)}
        aside={body !== null && <AsCommand cli={commandOf(fields)} route={ROUTE} request={{ body }} />}
      >
        <Select
          label={CARDS.from}
          options={choices}
          value={fields.from}
          onChange={(from) => change({ from })}
        />
        {fields.from === "files" ? (
          <FilesFields {...{ fields, isUnread, error }} onChange={change} />
        ) : (
          <PricesFields rows={fields.rows} onChange={(rows) => change({ rows })} problem={problem} />
        )}
        <Pair>
          <Field
            label={CARDS.validFrom}
            hint={fields.from === "files" ? CARDS.validFromHint : CARDS.fromToday}
            type="date"
            value={fields.validFrom}
            onChange={(validFrom) => change({ validFrom })}
            error={error("valid_from")}
          />
          <CurrencyField
            label={CARDS.currency}
            {...(fields.from === "files" ? { hint: CARDS.currencyHint } : {})}
            value={fields.currency}
            onChange={(currency) => change({ currency })}
            error={error("currency")}
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

/** What is valid now, as a beginning of what is typed; its files are not kept. */
function fieldsOf({ prices, currency }: Card): CardFields {
  return { ...EMPTY, rows: rowsOf(prices), currency };
}

function commandOf({ from, rates, tiers, currency, validFrom }: CardFields): string {
  const isFile = from === "files" && !isJson(rates);
  return [
    `rate-card set ${isFile ? "rates.csv" : "card.json"}`,
    isFile && tiers.trim() !== "" && "--tiers tiers.csv",
    currency !== "" && `--currency ${currency}`,
    validFrom !== "" && `--valid-from ${validFrom}`,
  ]
    .filter(Boolean)
    .join(" ");
}
