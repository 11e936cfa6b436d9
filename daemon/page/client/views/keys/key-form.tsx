import { useState } from "react";
import { errorAt } from "../../api/problem.ts";
import { useChange } from "../../api/queries.ts";
import { useMay } from "../../api/session.tsx";
import { AgentFields } from "../../parts/agents/agent-fields.tsx";
import { type AgentDraft, allowedBy, USUAL_AGENT } from "../../parts/agents/guard.ts";
import { type Answers, WhenHeld } from "../../parts/agents/when-held.tsx";
import { AsCommand } from "../../parts/as-command.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { ChannelChoices } from "../../parts/fields/channel-choices.tsx";
import { Field } from "../../parts/fields/field.tsx";
import { Form } from "../../parts/fields/form.tsx";
import { Select } from "../../parts/fields/select.tsx";
import { FOR, KEYS, MAY } from "../../view-words.ts";
import { commandOf } from "./key.ts";
import { PermissionFields } from "./permission-fields.tsx";
import { type Permission, PURPOSES, type Purpose, permissionsFor } from "./purposes.ts";

const CREATE = "POST /v1/api-keys";

type KeyFormProps = { onCreated: (key: string) => void; onClose: () => void };

/** Makes a key: with the permissions of its purpose or those that are chosen; or one for an agent. */
export function KeyForm({ onCreated, onClose }: KeyFormProps) {
  const [name, setName] = useState("");
  const [purpose, setPurpose] = useState<Purpose>("send");
  const [chosen, setChosen] = useState<Permission[]>([]);
  const [agent, setAgent] = useState<AgentDraft | null>(null);
  const [channelIds, setChannelIds] = useState<string[] | null>(null);
  const [bot, setBot] = useState<Answers>(null);
  const [expires, setExpires] = useState("");
  const may = useMay();
  const create = useChange(CREATE, {
    done: ({ key }) => {
      onClose();
      onCreated(key);
    },
  });
  const grantable = (Object.keys(MAY) as Permission[]).filter((one) => one !== "*" && may(one));
  const permissions = purpose === "chosen" ? chosen : permissionsFor(purpose, grantable);
  const hasOwnPermissions = purpose !== "agent" && purpose !== "everything";
  const granted = hasOwnPermissions ? permissions : everything(may("*"), grantable);
  const choosePurpose = (next: Purpose) => {
    if (hasOwnPermissions) setChosen(permissions);
    setAgent(next === "agent" ? USUAL_AGENT : null);
    setPurpose(next);
  };
  const body = {
    name,
    ...(agent === null ? { permissions: granted } : allowedBy(agent)),
    ...(agent === null && bot !== null ? { bot: { when_held: bot } } : {}),
    ...(channelIds === null ? {} : { channel_ids: channelIds }),
    ...(expires === "" ? {} : { expires_at: new Date(expires).toISOString() }),
  };
  const { problem } = create;
  return (
    <Dialog title={KEYS.create} isOpen onClose={onClose} isWide>
      <Form
        action={KEYS.create}
        onSubmit={() => void create.run({ body })}
        onCancel={onClose}
        problem={problem}
        isBusy={create.isRunning}
        aside={<AsCommand cli={commandOf(body)} route={CREATE} request={{ body }} />}
      >
        <Field
          label={KEYS.name}
          value={name}
          onChange={setName}
          error={errorAt(problem, "name")}
          maxLength={128}
          isRequired
          autoFocus
        />
        <Select
          label={KEYS.purpose}
          options={PURPOSES.map((value) => ({ value, ...FOR[value] }))}
          value={purpose}
          onChange={choosePurpose}
        />
        {agent !== null && <AgentFields draft={agent} onChange={setAgent} problem={problem} />}
        {hasOwnPermissions && (
          <PermissionFields
            grantable={grantable}
            value={permissions}
            onChange={(next) => {
              setChosen(next);
              setPurpose("chosen");
            }}
            error={errorAt(problem, "permissions")}
          />
        )}
        <ChannelChoices
          label={KEYS.channels}
          all={KEYS.allChannels}
          value={channelIds}
          onChange={setChannelIds}
          error={errorAt(problem, "channel_ids")}
        />
        {agent === null && <WhenHeld value={bot} onChange={setBot} />}
        <Field
          label={KEYS.expires}
          hint={KEYS.expiresHint}
          type="datetime-local"
          value={expires}
          onChange={setExpires}
          error={errorAt(problem, "expires_at")}
        />
      </Form>
    </Dialog>
  );
}

/** All that the maker may do. */
function everything(mayAll: boolean, grantable: readonly Permission[]): Permission[] {
  return mayAll ? ["*"] : [...grantable];
}
