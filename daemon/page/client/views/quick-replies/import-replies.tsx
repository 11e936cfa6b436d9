import { useState } from "react";
import type { BodyOf, ResponseOf } from "../../api/call.ts";
import { useChange } from "../../api/queries.ts";
import { AsCommand, quoted } from "../../parts/as-command.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Form } from "../../parts/fields/form.tsx";
import { ChosenFile } from "../../parts/files/chosen-file.tsx";
import { FileField } from "../../parts/files/file-field.tsx";
import { State, type Tone } from "../../parts/state.tsx";
import { toast } from "../../parts/toast.tsx";
import { FILES, REPLIES } from "../../view-words.ts";
import style from "./quick-replies.module.css";

const ROUTE = "POST /v1/quick_replies/import";
const TONES: Readonly<Record<Step["action"], Tone>> = {
  create: "good",
  change: "warn",
  none: "quiet",
  refused: "bad",
};

type Step = ResponseOf<typeof ROUTE>["data"][number];
type Chosen = Required<Pick<BodyOf<typeof ROUTE>, "name" | "text">> & { size: number };

/** Imports the quick replies of a file, once somebody has seen what becomes of each. */
export function ImportReplies({ onClose }: { onClose: () => void }) {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [steps, setSteps] = useState<readonly Step[]>([]);
  const look = useChange(ROUTE, { done: ({ data }) => setSteps(data) });
  const take = useChange(ROUTE);
  const choose = async (file: File) => {
    const { name, size } = file;
    const text = await file.text().catch(() => "");
    setChosen({ name, text, size });
    await look.run({ body: { name, text, dry_run: true } });
  };
  const drop = () => {
    setChosen(null);
    setSteps([]);
  };
  const wanted = steps.filter(({ action }) => action === "create" || action === "change").length;
  const body = chosen === null ? null : { name: chosen.name, text: chosen.text };
  const submit = async () => {
    const answer = body === null ? null : await take.run({ body });
    if (answer === null) return;
    toast(REPLIES.imported(wanted));
    onClose();
  };
  return (
    <Dialog title={REPLIES.import} isOpen onClose={onClose} isWide>
      <Form
        action={REPLIES.import}
        onSubmit={() => void submit()}
        onCancel={onClose}
        problem={take.problem ?? look.problem}
        isBusy={take.isRunning || look.isRunning}
        isDisabled={wanted === 0}
        aside={
          body !== null && (
            <AsCommand cli={`quick-replies import ${quoted(body.name)}`} route={ROUTE} request={{ body }} />
          )
        }
      >
        {chosen === null ? (
          <FileField
            label={FILES.file}
            hint={REPLIES.importHint}
            accept=".csv,.json,.yaml,.yml"
            onChoose={(file) => void choose(file)}
          />
        ) : (
          <ChosenFile
            name={chosen.name}
            size={chosen.size}
            removal={FILES.remove(chosen.name)}
            onRemove={drop}
          />
        )}
        {steps.length > 0 && (
          <ul className={style.steps} aria-label={REPLIES.steps}>
            {steps.map(({ shortcut, action, detail }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a file may have one shortcut twice
              <li key={at}>
                <strong>/{shortcut}</strong>{" "}
                <State tone={TONES[action]}>{REPLIES.actionsOfFile[action]}</State>
                {detail !== null && <p>{detail}</p>}
              </li>
            ))}
          </ul>
        )}
      </Form>
    </Dialog>
  );
}
