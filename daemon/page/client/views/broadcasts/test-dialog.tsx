import { useState } from "react";
import type { ResponseOf } from "../../api/call.ts";
import { Problem, problemIn } from "../../api/problem.ts";
import { useChange } from "../../api/queries.ts";
import { AsCommand, quoted } from "../../parts/as-command.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { TextArea } from "../../parts/fields/field.tsx";
import { Form } from "../../parts/fields/form.tsx";
import { toast } from "../../parts/toast.tsx";
import { BROADCASTS } from "../../view-words.ts";

const TEST = "POST /v1/broadcasts/{id}/test";

/** Sends the message to numbers of one's own, before anybody else gets it. */
export function TestDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const [text, setText] = useState("");
  const [refused, setRefused] = useState<Problem | null>(null);
  const to = text.split(/[\n,;]/).flatMap((line) => (line.trim() === "" ? [] : [line.trim()]));
  const request = { path: { id }, body: { to } };
  const test = useChange(TEST, {
    done: ({ data }) => {
      const problem = firstProblem(data, to);
      setRefused(problem);
      if (problem !== null) return;
      toast(BROADCASTS.tested(data.length));
      onClose();
    },
    touches: ["/v1/messages"],
  });
  return (
    <Dialog title={BROADCASTS.test} isOpen onClose={onClose}>
      <Form
        action={BROADCASTS.test}
        onSubmit={() => void test.run(request)}
        onCancel={onClose}
        problem={test.problem ?? refused}
        isBusy={test.isRunning}
        aside={
          <AsCommand
            cli={`broadcasts test ${id}${to.map((one) => ` --to ${quoted(one)}`).join("")}`}
            route={TEST}
            request={request}
          />
        }
      >
        <TextArea
          label={BROADCASTS.testTo}
          hint={BROADCASTS.testHint}
          value={text}
          onChange={setText}
          error={
            test.problem?.errors.map(
              ({ path, message }) => `${to[Number(path.split("/")[2])] ?? path}: ${message}`,
            )[0] ?? null
          }
          rows={3}
          isRequired
        />
      </Form>
    </Dialog>
  );
}

/** What was refused of some of the numbers, of which others may have been written to. */
function firstProblem(data: ResponseOf<typeof TEST>["data"], to: readonly string[]): Problem | null {
  for (const [at, item] of data.entries()) {
    if (!("problem" in item)) continue;
    const { status, code, detail } = problemIn(item.status, item.problem);
    return new Problem(status, code, `${to[at]}: ${detail}`);
  }
  return null;
}
