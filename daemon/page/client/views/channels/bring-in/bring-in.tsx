import { useState } from "react";
import { useLocation } from "wouter";
import { useChange } from "../../../api/queries.ts";
import { PAIRED } from "../../../parts/alarms/next-step.ts";
import { AsCommand, quoted } from "../../../parts/as-command.tsx";
import { Checkbox } from "../../../parts/fields/checkbox.tsx";
import { Field } from "../../../parts/fields/field.tsx";
import { Form } from "../../../parts/fields/form.tsx";
import { toast } from "../../../parts/toast.tsx";
import common from "../../../style/common.module.css";
import { CHANNELS } from "../../../view-words.ts";
import { FoundSessions, type Store } from "./found-sessions.tsx";
import { StoreFiles } from "./store-files.tsx";

const WORDS = CHANNELS.bringIn;
const touches = ["/v1/channels", "/v1/overview"];

/** Takes a paired number over from another program's files: says what they hold first, then connects a new channel with it. */
export function BringIn({ onClose }: { onClose: () => void }) {
  const [files, setFiles] = useState<Record<string, string>>({});
  const [store, setStore] = useState<Store | null>(null);
  const [session, setSession] = useState("");
  const [name, setName] = useState("");
  const [isStopped, setStopped] = useState(false);
  // of an attempt that was refused after it was made
  const [made, setMade] = useState<string | null>(null);
  const [, go] = useLocation();
  const look = useChange("POST /v1/channels/session-stores");
  const create = useChange("POST /v1/channels", { touches });
  const take = useChange("POST /v1/channels/{id}/session", { touches });

  async function choose(chosen: Record<string, string>): Promise<void> {
    setFiles(chosen);
    setStore(null);
    const found = await look.run({ body: { files: chosen } });
    if (found === null) return;
    setStore(found);
    const first = found.sessions.find(({ problem }) => problem === null);
    setSession(first?.name ?? "");
    setName(first?.account_name ?? first?.name ?? "");
  }
  async function connect(): Promise<void> {
    const whole = await look.run({ body: { files, session } });
    if (whole?.session === undefined) return;
    const id = made ?? (await create.run({ body: { platform: PAIRED, name } }))?.id;
    if (id === undefined) return;
    setMade(id);
    if ((await take.run({ path: { id }, body: whole.session })) === null) return;
    toast(CHANNELS.added);
    onClose();
    go(`/channels/${id}`);
  }
  return (
    <Form
      action={WORDS.action}
      onSubmit={() => void connect()}
      onCancel={onClose}
      problem={look.problem ?? create.problem ?? take.problem}
      isBusy={look.isRunning || create.isRunning || take.isRunning}
      isDisabled={session === "" || !isStopped}
      aside={
        <AsCommand
          cli={`channels import-session --from ./auth_info_baileys --name ${quoted(name)}`}
          route="POST /v1/channels/{id}/session"
          request={{ path: { id: made ?? "ch_…" }, body: {} as never }}
        />
      }
    >
      <p className={common.quiet}>{WORDS.text}</p>
      <StoreFiles onChoose={(chosen) => void choose(chosen)} />
      {store !== null && <FoundSessions store={store} chosen={session} onChoose={setSession} />}
      {session !== "" && (
        <>
          <Field label={CHANNELS.name} value={name} onChange={setName} maxLength={128} isRequired />
          <Checkbox isOn={isStopped} onChange={setStopped}>
            {WORDS.stopped}
          </Checkbox>
        </>
      )}
    </Form>
  );
}
