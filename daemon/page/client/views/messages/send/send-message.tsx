import { useState } from "react";
import { useLocation } from "wouter";
import { useChannels } from "../../../api/channels.ts";
import { errorAt } from "../../../api/problem.ts";
import { useAsk, useChange } from "../../../api/queries.ts";
import { type ApiDocument, useApiDocument } from "../../../api/schemas.ts";
import { AsCommand } from "../../../parts/as-command.tsx";
import { Button } from "../../../parts/button.tsx";
import { Form } from "../../../parts/fields/form.tsx";
import { Select } from "../../../parts/fields/select.tsx";
import { useFilters } from "../../../parts/filters.tsx";
import { PhoneMessage } from "../../../parts/phone/phone-message.tsx";
import { ProblemNote } from "../../../parts/problem.tsx";
import { Skeleton } from "../../../parts/skeleton.tsx";
import { Detail } from "../../../parts/split.tsx";
import { MESSAGES } from "../../../view-words.ts";
import { ContentFields } from "./content-fields.tsx";
import { bodyOf, commandOf, type Draft, draftAgain } from "./draft.ts";
import { Recipient } from "./recipient.tsx";
import style from "./send.module.css";
import { exampleOf, sendSchemas, typeOptions } from "./types.ts";

const SEND = MESSAGES.sending;
const ROUTE = "POST /v1/messages";

/** Sends a message of any type. The address may say to whom and what, or which message is sent again. */
export default function SendMessage() {
  const { document, problem } = useApiDocument(ROUTE);
  const { again, ...given } = useFilters(["again", "channel_id", "to", "recipient", "contact_id", "type"]);
  const before = useAsk(
    "GET /v1/messages/{id}",
    { path: { id: again ?? "" } },
    { enabled: again !== undefined },
  );
  const begun: Draft | undefined =
    again === undefined
      ? {
          channel_id: given.channel_id ?? null,
          to: given.to ?? given.recipient ?? given.contact_id ?? "",
          type: given.type ?? "text",
          content: undefined,
          options: {},
        }
      : before.data && draftAgain(before.data);
  return (
    <Detail title={MESSAGES.send} back="/messages">
      <ProblemNote problem={problem ?? before.error} />
      {document === undefined || begun === undefined ? (
        problem === null && before.error === null && <Skeleton />
      ) : (
        <Written document={document} begun={begun} />
      )}
    </Detail>
  );
}

function Written({ document, begun }: { document: ApiDocument; begun: Draft }) {
  const [draft, setDraft] = useState(begun);
  // forms of a content keep what is half written: another content is another form
  const [form, setForm] = useState(0);
  const set = (part: Partial<Draft>) => setDraft({ ...draft, ...part });
  const replace = (part: Partial<Draft>) => {
    set(part);
    setForm(form + 1);
  };
  const [, go] = useLocation();
  const channels = useChannels();
  const send = useChange(ROUTE, {
    done: ({ id }) => go(`/messages/${id}`),
    touches: ["/v1/conversations", "/v1/overview"],
  });
  const schemas = sendSchemas(document);
  const schema = schemas.get(draft.type);
  const whole = { ...draft, channel_id: draft.channel_id ?? channels.options[0]?.value ?? null };
  const body = bodyOf(whole);
  const { problem } = send;
  const example = exampleOf(document, draft.type);
  return (
    <Form
      action={MESSAGES.send}
      onSubmit={() => void send.run({ body })}
      problem={problem}
      isBusy={send.isRunning}
      aside={<AsCommand cli={commandOf(whole)} route={ROUTE} request={{ body }} />}
    >
      <Select
        label={SEND.from}
        options={channels.options}
        value={whole.channel_id}
        onChange={(channel_id) => set({ channel_id })}
        error={errorAt(problem, "channel_id")}
      />
      <Recipient
        value={draft.to}
        onChange={(to) => set({ to })}
        error={errorAt(problem, "to") ?? errorAt(problem, "recipient") ?? errorAt(problem, "contact_id")}
      />
      <div className={style.type}>
        <Select
          label={SEND.type}
          options={typeOptions(schemas)}
          value={draft.type}
          onChange={(type) => replace({ type, content: undefined })}
          error={errorAt(problem, "type")}
        />
        {example !== undefined && (
          <Button onPress={() => replace({ content: example })}>{SEND.example}</Button>
        )}
      </div>
      {schema !== undefined && (
        <ContentFields
          key={form}
          document={document}
          schema={schema}
          draft={whole}
          onChange={set}
          problem={problem}
        />
      )}
      <PhoneMessage
        channelId={whole.channel_id}
        type={draft.type}
        content={draft.content}
        direction="outbound"
      />
    </Form>
  );
}
