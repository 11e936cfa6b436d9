import { AsCommand } from "../../parts/as-command.tsx";
import { Button } from "../../parts/button.tsx";
import { Buttons, Stack } from "../../parts/fields/form.tsx";
import { ChosenFile } from "../../parts/files/chosen-file.tsx";
import { FileField } from "../../parts/files/file-field.tsx";
import { Sending } from "../../parts/files/sending.tsx";
import { ProblemNote } from "../../parts/problem.tsx";
import { Skeleton } from "../../parts/skeleton.tsx";
import { Detail } from "../../parts/split.tsx";
import { IMPORTS } from "../../view-words.ts";
import { commandOf, EXTENSIONS, type Plan, planFor, queryOf } from "./plan.ts";
import { PreviewShown } from "./preview-shown.tsx";
import { Reading } from "./reading.tsx";
import { type Preview, usePreview } from "./use-preview.ts";
import type { Sending as SendingPlan } from "./use-sending.ts";
import { ValuesForAll } from "./values-for-all.tsx";

/** Takes a file, shows what would become of it, and imports it. */
export function NewImport({ sending }: { sending: SendingPlan }) {
  const { plan, setPlan } = sending;
  return (
    <Detail title={IMPORTS.import} back="/contacts/imports">
      {plan === null ? (
        <FileField
          label={IMPORTS.file}
          hint={IMPORTS.fileHint}
          accept={EXTENSIONS}
          onChoose={(file) => setPlan(planFor(file))}
        />
      ) : (
        <Planned sending={sending} plan={plan} />
      )}
    </Detail>
  );
}

function Planned({ sending, plan }: { sending: SendingPlan; plan: Plan }) {
  const { setPlan, start, progress, cancel } = sending;
  const { preview, problem, isPending } = usePreview(plan);
  const set = (part: Partial<Plan>) => setPlan({ ...plan, ...part });
  const isReady = preview !== null && problem === null && !isPending && !lacksIdentity(preview);
  const query = queryOf(plan);
  return (
    <Stack>
      <ChosenFile
        name={plan.file.name}
        size={plan.file.size}
        removal={IMPORTS.otherFile}
        onRemove={() => setPlan(null)}
      />
      <Reading plan={plan} preview={preview} problem={problem} onChange={set} />
      <ProblemNote problem={problem} />
      {preview === null && problem === null && <Skeleton lines={8} />}
      {preview !== null && <PreviewShown preview={preview} columns={plan.columns} onChange={set} />}
      <ValuesForAll values={plan.values} onChange={(values) => set({ values })} />
      <ProblemNote problem={sending.problem} />
      {progress === null ? (
        <Buttons>
          <AsCommand
            cli={commandOf(plan)}
            route="POST /v1/contacts/import"
            request={{ query }}
            file={plan.file.name}
          />
          <Button isDisabled={!isReady} onPress={() => start(true)}>
            {IMPORTS.tryIt}
          </Button>
          <Button kind="main" isDisabled={!isReady} onPress={() => start(false)}>
            {IMPORTS.start}
          </Button>
        </Buttons>
      ) : (
        <Sending name={plan.file.name} share={progress} onCancel={cancel} />
      )}
    </Stack>
  );
}

/** Whether the file has columns, and none that says who a record is of. */
function lacksIdentity({ columns, found_by }: Preview): boolean {
  return columns.length > 0 && found_by.length === 0;
}
