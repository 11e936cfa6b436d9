import { useState } from "react";
import { errorAt } from "../../../api/problem.ts";
import { useChange } from "../../../api/queries.ts";
import { AsCommand, quoted } from "../../../parts/as-command.tsx";
import { Form } from "../../../parts/fields/form.tsx";
import { toast } from "../../../parts/toast.tsx";
import { CHANNELS } from "../../../view-words.ts";
import { type Channel, isPaired } from "../states.ts";
import { AccountField } from "./account-field.tsx";
import { AnsweringFields, TroubleFields } from "./answering-fields.tsx";
import { type ChannelSettings, changedSettings } from "./changed-settings.ts";
import { OfficialFields } from "./official-fields.tsx";
import { PaceFields } from "./pace-fields.tsx";
import { PairedFields } from "./paired-fields.tsx";
import { PeopleFields } from "./people-fields.tsx";
import { PriorityFields } from "./priority-fields.tsx";

const ROUTE = "PATCH /v1/channels/{id}";

/** Limits, pace and the other settings of a channel: those of its platform, but for pausing, which is a button. */
export function Settings({ channel }: { channel: Channel }) {
  const { id, settings } = channel;
  const [draft, setDraft] = useState<ChannelSettings>(settings);
  const save = useChange(ROUTE, {
    done: (saved) => {
      // a password is not shown as it was typed
      setDraft(saved.settings);
      toast(CHANNELS.saved);
    },
    touches: ["/v1/overview"],
  });
  const changed = changedSettings(settings, draft);
  const request = { path: { id }, body: { settings: changed } };
  const shown = changed.proxy ? { ...changed, proxy: { url: "…" } } : changed;
  const isChanged = Object.keys(changed).length > 0;
  const fields = {
    settings: draft,
    isPaired: isPaired(channel),
    onChange: (part: ChannelSettings) => setDraft({ ...draft, ...part }),
    error: (path: string) => errorAt(save.problem, `/settings/${path}`),
  };
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
      <PaceFields {...fields} />
      <PeopleFields {...fields} />
      <AnsweringFields {...fields} />
      {fields.isPaired ? <PairedFields {...fields} /> : <OfficialFields {...fields} />}
      {!fields.isPaired && <AccountField {...fields} />}
      <TroubleFields {...fields} />
      <PriorityFields {...fields} />
    </Form>
  );
}
