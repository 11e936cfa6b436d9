import { useState } from "react";
import { useChange } from "../../api/queries.ts";
import { bodySchema, schemaAt, useApiDocument } from "../../api/schemas.ts";
import { AsCommand, quoted } from "../../parts/as-command.tsx";
import { Form } from "../../parts/fields/form.tsx";
import { ProblemNote } from "../../parts/problem.tsx";
import { SchemaForm } from "../../parts/schema/form.tsx";
import { Skeleton } from "../../parts/skeleton.tsx";
import { toast } from "../../parts/toast.tsx";
import { CHANNELS } from "../../words.ts";
import { type ChannelSettings, changedSettings } from "./changed-settings.ts";
import { type Channel, isPaired } from "./states.ts";

const ROUTE = "PATCH /v1/channels/{id}";
/** Pausing is a button, and some settings are for one platform alone. */
const NOT_OF_OFFICIAL = [
  ...["paused", "quiet_hours", "groups", "calls", "proxy", "warmup", "number_checks_per_day"],
];
const NOT_OF_PAIRED = ["paused", "service_window", "over_limit", "marketing_messages"];

/** Limits, pace and the other settings of a channel, as the API's document describes them. */
export function Settings({ channel }: { channel: Channel }) {
  const { id, settings } = channel;
  const { document, problem } = useApiDocument(ROUTE);
  const [draft, setDraft] = useState<unknown>(settings);
  const save = useChange(ROUTE, {
    done: (saved) => {
      // a password is not shown as it was typed
      setDraft(saved.settings);
      toast(CHANNELS.saved);
    },
    touches: ["/v1/overview"],
  });
  const whole = document && bodySchema(document, ROUTE);
  const schema = document && whole && schemaAt(document, whole, ["settings"]);
  if (document === undefined || schema === undefined)
    return problem === null ? <Skeleton /> : <ProblemNote problem={problem} />;
  const changed = changedSettings(settings, (draft ?? {}) as ChannelSettings);
  const request = { path: { id }, body: { settings: changed } };
  const shown = changed.proxy ? { ...changed, proxy: { url: "…" } } : changed;
  const isChanged = Object.keys(changed).length > 0;
  return (
    <Form
      action={CHANNELS.saveSettings}
      onSubmit={() => (isChanged ? void save.run(request) : toast(CHANNELS.nothingChanged))}
      problem={save.problem}
      isBusy={save.isRunning}
      aside={
        <AsCommand
          cli={`channels update ${id} --settings ${quoted(JSON.stringify(shown))}`}
          route={ROUTE}
          request={{ path: { id }, body: { settings: shown } }}
        />
      }
    >
      <SchemaForm
        document={document}
        schema={schema}
        value={draft}
        onChange={setDraft}
        problem={save.problem}
        at="/settings"
        without={isPaired(channel) ? NOT_OF_PAIRED : NOT_OF_OFFICIAL}
      />
    </Form>
  );
}
