import { useState } from "react";
import { Link } from "wouter";
import { number } from "../../../languages/forms.ts";
import type { ResponseOf } from "../../api/call.ts";
import { useChannels } from "../../api/channels.ts";
import { daemonNow } from "../../api/clock.ts";
import { useChange } from "../../api/queries.ts";
import { AsCommand } from "../../parts/as-command.tsx";
import { Form } from "../../parts/fields/form.tsx";
import { Select } from "../../parts/fields/select.tsx";
import { Facts } from "../../parts/split.tsx";
import common from "../../style/common.module.css";
import { CHECK } from "../../view-words.ts";
import type { ContactImport } from "./states.ts";

const ROUTE = "POST /v1/contacts/imports/{id}/number_check";
type Check = ResponseOf<typeof ROUTE>;
/** A file that was imported longer ago can't be checked. */
const KEPT_MS = 7 * 24 * 3600_000;

/** Whether the people of a file can be looked for on WhatsApp: it wrote contacts, not long ago. */
export function canBeChecked({ status, dry_run, finished_at }: ContactImport): boolean {
  const isRecent = finished_at !== null && daemonNow() - Date.parse(finished_at) < KEPT_MS;
  return status === "completed" && !dry_run && isRecent;
}

/** Who of the file is on WhatsApp, as far as a paired number has asked. Nothing without such a number. */
export function NumberCheck({ id }: { id: string }) {
  const { options } = useChannels("whatsapp_unofficial");
  const [chosen, setChosen] = useState<string | null>(null);
  const [check, setCheck] = useState<Check | null>(null);
  const ask = useChange(ROUTE, { done: setCheck });
  const channel = chosen ?? options[0]?.value;
  if (channel === undefined) return null;
  const request = { path: { id }, body: { channel_id: channel } };
  return (
    <section className={common.block} aria-labelledby="number-check">
      <h3 id="number-check">{CHECK.title}</h3>
      <Form
        action={check === null ? CHECK.ask : CHECK.askAgain}
        onSubmit={() => void ask.run(request)}
        problem={ask.problem}
        isBusy={ask.isRunning}
        aside={<AsCommand cli={`imports check ${id} --channel ${channel}`} route={ROUTE} request={request} />}
      >
        <p className={common.quiet}>{CHECK.text}</p>
        {options.length > 1 && (
          <Select label={CHECK.channel} options={options} value={channel} onChange={setChosen} />
        )}
        <div role="status">{check !== null && <Found check={check} />}</div>
      </Form>
    </section>
  );
}

function Found({ check: { people, there, absent, unchecked, not_there } }: { check: Check }) {
  return (
    <>
      <Facts
        facts={[
          [CHECK.people, number(people)],
          [CHECK.there, number(there)],
          [CHECK.absent, number(absent)],
          unchecked > 0 && [CHECK.unchecked, CHECK.later(unchecked)],
        ]}
      />
      {not_there.length > 0 && (
        <details className={common.block}>
          <summary>{CHECK.notThere(not_there.length, absent)}</summary>
          <ul>
            {not_there.map(({ contact_id, name, phone_number }) => (
              <li key={contact_id}>
                <Link href={`/contacts/${contact_id}`}>{phone_number}</Link> {name}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
