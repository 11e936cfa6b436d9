import { useState } from "react";
import type { BodyOf, ResponseOf } from "../../api/call.ts";
import { errorAt } from "../../api/problem.ts";
import { useAsk, useChange } from "../../api/queries.ts";
import { useMay } from "../../api/session.tsx";
import { AsCommand } from "../../parts/as-command.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Field } from "../../parts/fields/field.tsx";
import { Form } from "../../parts/fields/form.tsx";
import { Facts } from "../../parts/split.tsx";
import { toast } from "../../parts/toast.tsx";
import common from "../../style/common.module.css";
import { RETENTION } from "../../view-words.ts";

const ROUTE = "/v1/settings/retention";
const KINDS = ["messages", "files", "events", "logs"] as const;

type Kept = ResponseOf<`GET ${typeof ROUTE}`>;
type Body = BodyOf<`PUT ${typeof ROUTE}`>;
type Going = ResponseOf<`POST ${typeof ROUTE}/preview`>["data"];

/** For how many days things are kept; days of channels are set elsewhere, and stay. */
export function Retention() {
  const may = useMay();
  const { data } = useAsk(`GET ${ROUTE}`, {}, { enabled: may("users:manage") });
  if (data === undefined) return null;
  return (
    <section className={common.block}>
      <h2>{RETENTION.title}</h2>
      <p className={common.quiet}>{RETENTION.text}</p>
      <Days key={JSON.stringify(data)} kept={data} />
    </section>
  );
}

/** What is typed; what it would delete is shown before it is saved. */
function Days({ kept: { most, ...set } }: { kept: Kept }) {
  const [body, setBody] = useState<Body>(set);
  const [going, setGoing] = useState<Going | null>(null);
  const preview = useChange(`POST ${ROUTE}/preview`, { done: ({ data }) => setGoing(data) });
  const type = (kind: (typeof KINDS)[number], text: string) =>
    setBody({ ...body, [kind]: /^\d+$/.test(text) ? Number(text) : null });
  return (
    <Form
      action={RETENTION.look}
      onSubmit={() => void preview.run({ body })}
      problem={preview.problem}
      isBusy={preview.isRunning}
      isDisabled={KINDS.every((kind) => body[kind] === set[kind])}
      aside={<AsCommand cli="retention show" route={`POST ${ROUTE}/preview`} request={{ body }} />}
    >
      {KINDS.map((kind) => (
        <Field
          key={kind}
          label={RETENTION.kinds[kind]}
          hint={RETENTION.most(most[kind])}
          type="number"
          value={String(body[kind] ?? "")}
          onChange={(text) => type(kind, text)}
          placeholder={String(most[kind])}
          error={errorAt(preview.problem, kind)}
        />
      ))}
      {going !== null && <Confirmation going={going} body={body} onClose={() => setGoing(null)} />}
    </Form>
  );
}

/** Names the numbers of what will be deleted. */
function Confirmation({ going, body, onClose }: { going: Going; body: Body; onClose: () => void }) {
  const update = useChange(`PUT ${ROUTE}`, {
    done: () => {
      onClose();
      toast(RETENTION.saved);
    },
  });
  const numbers = KINDS.map((kind) => {
    const some = going.filter((one) => one.kind === kind);
    const count = some.reduce((sum, one) => sum + one.count, 0);
    const isEstimate = some.some((one) => one.is_estimate);
    return [RETENTION.kinds[kind], count === 0 ? null : RETENTION.number(count, isEstimate)] as const;
  });
  const isHarmless = going.length === 0;
  return (
    <Dialog title={isHarmless ? RETENTION.nothing : RETENTION.confirm} isOpen onClose={onClose}>
      <Form
        action={isHarmless ? RETENTION.save : RETENTION.deleteAndSave}
        onSubmit={() => void update.run({ body })}
        onCancel={onClose}
        problem={update.problem}
        isBusy={update.isRunning}
        isDanger={!isHarmless}
        aside={<AsCommand cli="retention show" route={`PUT ${ROUTE}`} request={{ body }} />}
      >
        <Facts facts={numbers} />
        {!isHarmless && <p>{RETENTION.forGood}</p>}
      </Form>
    </Dialog>
  );
}
