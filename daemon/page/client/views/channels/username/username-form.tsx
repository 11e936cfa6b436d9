import { useState } from "react";
import { errorAt, type Problem } from "../../../api/problem.ts";
import { ASKED_AT_WHATSAPP, useAsk, useChange } from "../../../api/queries.ts";
import { AsCommand, quoted } from "../../../parts/as-command.tsx";
import { Button } from "../../../parts/button.tsx";
import { Dialog } from "../../../parts/dialog.tsx";
import { Checkbox } from "../../../parts/fields/checkbox.tsx";
import { Field } from "../../../parts/fields/field.tsx";
import { Form } from "../../../parts/fields/form.tsx";
import { sentence } from "../../../parts/problem.tsx";
import { toast } from "../../../parts/toast.tsx";
import common from "../../../style/common.module.css";
import { USERNAME } from "../../../view-words.ts";
import style from "../channels.module.css";

const ROUTE = "PUT /v1/channels/{id}/username";

type UsernameFormProps = { id: string; before: string; onClose: () => void };

/** Claims a user name for a number; one that another number of the business has is taken when that is meant. */
export function UsernameForm({ id, before, onClose }: UsernameFormProps) {
  const [username, setUsername] = useState(before);
  const [takes, setTakes] = useState(false);
  const claim = useChange(ROUTE, {
    done: ({ username, state }) => {
      toast(USERNAME.claimed(username, state));
      onClose();
    },
    touches: [ASKED_AT_WHATSAPP],
  });
  const request = {
    path: { id },
    body: { username, ...(takes && { transfer_action: "force_transfer" as const }) },
  };
  /** What was refused was another name. */
  function write(name: string) {
    setUsername(name);
    setTakes(false);
    claim.clear();
  }
  return (
    <Dialog title={USERNAME.set} isOpen onClose={onClose}>
      <Form
        action={USERNAME.set}
        onSubmit={() => void claim.run(request)}
        onCancel={onClose}
        problem={refusalOf(claim.problem) === null ? claim.problem : null}
        isBusy={claim.isRunning}
        aside={
          <AsCommand
            cli={`channels username set ${id} ${quoted(username)}${takes ? " --transfer" : ""}`}
            route={ROUTE}
            request={request}
          />
        }
      >
        <Field
          label={USERNAME.title}
          hint={USERNAME.hint}
          value={username}
          onChange={write}
          error={refusalOf(claim.problem)}
          maxLength={80}
          isRequired
          autoFocus
        />
        {(takes || isElsewhere(claim.problem)) && (
          <Checkbox isOn={takes} onChange={setTakes}>
            {USERNAME.take(username)}
          </Checkbox>
        )}
        <Suggestions id={id} onChoose={write} />
      </Form>
    </Dialog>
  );
}

function isElsewhere(problem: Problem | null): boolean {
  return problem?.code === "username_in_use";
}

/** Why a name was refused, here or by WhatsApp, which names no field; null for what is not about the name. */
function refusalOf(problem: Problem | null): string | null {
  if (problem === null) return null;
  if (isElsewhere(problem)) return USERNAME.elsewhere;
  const wrong = errorAt(problem, "username") ?? (problem.status === 422 ? problem.detail : null);
  return wrong && sentence(wrong);
}

/** What WhatsApp keeps for the number; it may keep none, and a name is set without them as well. */
function Suggestions({ id, onChoose }: { id: string; onChoose: (name: string) => void }) {
  const { data } = useAsk("GET /v1/channels/{id}/username/suggestions", { path: { id } });
  if (data === undefined || data.data.length === 0) return null;
  return (
    <section className={common.block} aria-label={USERNAME.suggested}>
      <p className={common.quiet}>{USERNAME.suggested}:</p>
      <p className={style.score}>
        {data.data.map(({ username }) => (
          <Button key={username} onPress={() => onChoose(username)}>
            {username}
          </Button>
        ))}
      </p>
    </section>
  );
}
