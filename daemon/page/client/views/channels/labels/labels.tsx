import { X } from "lucide-react";
import { type FormEvent, useState } from "react";
import { errorAt } from "../../../api/problem.ts";
import { useAsk, useChange } from "../../../api/queries.ts";
import { useMay } from "../../../api/session.tsx";
import { AsCommand, quoted } from "../../../parts/as-command.tsx";
import { Button, IconButton } from "../../../parts/button.tsx";
import parts from "../../../parts/contacts/contacts.module.css";
import { Field } from "../../../parts/fields/field.tsx";
import { ProblemNote, problemText } from "../../../parts/problem.tsx";
import common from "../../../style/common.module.css";
import { LABELS } from "../../../view-words.ts";
import style from "../channels.module.css";
import { type Label, RemoveLabel } from "./remove-label.tsx";

const ROUTE = "GET /v1/channels/{id}/labels";
const CREATE = "POST /v1/channels/{id}/labels";

/** The labels that a number has in the Business app; who may, adds and removes them. */
export function ChannelLabels({ id }: { id: string }) {
  const request = { path: { id } };
  const mayManage = useMay()("channels:manage");
  const { data, error, refetch } = useAsk(ROUTE, request);
  const labels = data?.data ?? [];
  const [removed, setRemoved] = useState<Label | null>(null);
  return (
    <section className={style.block} aria-labelledby="labels">
      <header className={style.heading}>
        <h3 id="labels">{LABELS.title}</h3>
        <AsCommand cli={`channels labels list ${id}`} route={ROUTE} request={request} />
      </header>
      {error !== null && <ProblemNote problem={error} onTryAgain={() => void refetch()} />}
      {data?.available === false && <p className={common.quiet}>{LABELS.unavailable}</p>}
      {data?.available === true && <p className={common.quiet}>{LABELS.text}</p>}
      <ul className={parts.tags}>
        {labels.map((label) => (
          <li key={label.id}>
            {label.name}
            {mayManage && (
              <IconButton label={LABELS.remove(label.name)} icon={X} onPress={() => setRemoved(label)} />
            )}
          </li>
        ))}
      </ul>
      {removed !== null && <RemoveLabel id={id} label={removed} onClose={() => setRemoved(null)} />}
      {mayManage && data?.available === true && <AddLabel id={id} />}
    </section>
  );
}

function AddLabel({ id }: { id: string }) {
  const [typed, setTyped] = useState("");
  const add = useChange(CREATE, { done: () => setTyped("") });
  const body = { name: typed.trim() };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (body.name !== "") void add.run({ path: { id }, body });
  };
  return (
    <form className={parts.inline} onSubmit={submit}>
      <Field
        label={LABELS.name}
        value={typed}
        onChange={setTyped}
        maxLength={64}
        error={errorAt(add.problem, "name") ?? (add.problem && problemText(add.problem))}
      />
      <AsCommand
        cli={`channels labels create ${id} ${quoted(body.name)}`}
        route={CREATE}
        request={{ path: { id }, body }}
      />
      <Button type="submit" isBusy={add.isRunning}>
        {LABELS.add}
      </Button>
    </form>
  );
}
