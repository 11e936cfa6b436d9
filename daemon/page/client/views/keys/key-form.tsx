import { useState } from "react";
import { errorAt } from "../../api/problem.ts";
import { useAsk, useChange } from "../../api/queries.ts";
import { bodySchema, choicesAt, useApiDocument } from "../../api/schemas.ts";
import { useMay } from "../../api/session.tsx";
import { AsCommand, quoted } from "../../parts/as-command.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Choices } from "../../parts/fields/choices.tsx";
import { Field } from "../../parts/fields/field.tsx";
import { Form } from "../../parts/fields/form.tsx";
import { KEYS } from "./words.ts";

type KeyFormProps = { onCreated: (key: string) => void; onClose: () => void };

/** Makes a key: with the permissions that are chosen, or with all of those that its maker has. */
export function KeyForm({ onCreated, onClose }: KeyFormProps) {
  const [name, setName] = useState("");
  const [permissions, setPermissions] = useState<string[] | null>(null);
  const [channelIds, setChannelIds] = useState<string[] | null>(null);
  const [expires, setExpires] = useState("");
  const may = useMay();
  const { document } = useApiDocument();
  const channels = useAsk("GET /v1/channels", { query: { limit: 100 } }, { enabled: may("channels:read") });
  const create = useChange("POST /v1/api-keys", {
    done: ({ key }) => {
      onClose();
      onCreated(key);
    },
  });
  const known =
    document === undefined
      ? []
      : choicesAt(document, bodySchema(document, "POST /v1/api-keys"), "permissions");
  const grantable = known.filter((permission) => permission !== "*" && may(permission));
  const body = {
    name,
    permissions: permissions ?? (may("*") ? ["*"] : grantable),
    ...(channelIds === null ? {} : { channel_ids: channelIds }),
    ...(expires === "" ? {} : { expires_at: new Date(expires).toISOString() }),
  };
  const cli = [
    "keys create",
    `--name ${quoted(name)}`,
    ...body.permissions.map((one) => `--permission ${quoted(one)}`),
  ];
  return (
    <Dialog title={KEYS.create} isOpen onClose={onClose} isWide>
      <Form
        action={KEYS.create}
        onSubmit={() => void create.run({ body })}
        onCancel={onClose}
        problem={create.problem}
        isBusy={create.isRunning}
        aside={<AsCommand cli={cli.join(" ")} route="POST /v1/api-keys" request={{ body }} />}
      >
        <Field
          label={KEYS.name}
          value={name}
          onChange={setName}
          error={errorAt(create.problem, "name")}
          maxLength={128}
          isRequired
          autoFocus
        />
        <Choices
          label={KEYS.permissions}
          all={KEYS.everything}
          options={grantable.map((one) => ({ value: one, label: one }))}
          value={permissions}
          onChange={setPermissions}
          error={errorAt(create.problem, "permissions")}
        />
        {channels.data !== undefined && channels.data.data.length > 0 && (
          <Choices
            label={KEYS.channels}
            all={KEYS.allChannels}
            options={channels.data.data.map((one) => ({ value: one.id, label: one.name }))}
            value={channelIds}
            onChange={setChannelIds}
            error={errorAt(create.problem, "channel_ids")}
          />
        )}
        <Field
          label={KEYS.expires}
          hint={KEYS.expiresHint}
          type="datetime-local"
          value={expires}
          onChange={setExpires}
          error={errorAt(create.problem, "expires_at")}
        />
      </Form>
    </Dialog>
  );
}
