import { useState } from "react";
import { useLocation } from "wouter";
import { errorAt } from "../../api/problem.ts";
import { useChange } from "../../api/queries.ts";
import { PAIRED } from "../../parts/alarms/next-step.ts";
import { AsCommand, quoted } from "../../parts/as-command.tsx";
import { Field } from "../../parts/fields/field.tsx";
import { Form } from "../../parts/fields/form.tsx";
import { toast } from "../../parts/toast.tsx";
import common from "../../style/common.module.css";
import { CHANNELS } from "../../view-words.ts";

/** Makes a channel of a number that is still to be paired, and leads to it. */
export function NewPairing({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState("");
  const [proxy, setProxy] = useState("");
  const [, go] = useLocation();
  const requestWith = (url: string) => ({
    body: { platform: PAIRED, name, ...(url === "" ? {} : { settings: { proxy: { url } } }) },
  });
  const create = useChange("POST /v1/channels", {
    done: ({ id }) => {
      toast(CHANNELS.added);
      onClose();
      go(`/channels/${id}`);
    },
    touches: ["/v1/overview"],
  });
  return (
    <Form
      action={CHANNELS.goOn}
      onSubmit={() => void create.run(requestWith(proxy))}
      onCancel={onClose}
      problem={create.problem}
      isBusy={create.isRunning}
      aside={
        <AsCommand
          cli={`channels pair --name ${quoted(name)}${proxy === "" ? "" : " --proxy -"}`}
          route="POST /v1/channels"
          request={requestWith(proxy && "…")}
        />
      }
    >
      <p className={common.quiet}>{CHANNELS.pairText}</p>
      <Field
        label={CHANNELS.name}
        hint={CHANNELS.nameHint}
        value={name}
        onChange={setName}
        error={errorAt(create.problem, "name")}
        maxLength={128}
        isRequired
        autoFocus
      />
      <Field
        label={CHANNELS.proxy}
        hint={CHANNELS.proxyHint}
        value={proxy}
        onChange={setProxy}
        error={errorAt(create.problem, "settings/proxy/url")}
        maxLength={1024}
      />
    </Form>
  );
}
