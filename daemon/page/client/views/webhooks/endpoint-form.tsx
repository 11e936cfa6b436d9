import { useState } from "react";
import { errorAt } from "../../api/problem.ts";
import { useAsk, useChange } from "../../api/queries.ts";
import { useMay } from "../../api/session.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Choices } from "../../parts/fields/choices.tsx";
import { Field, TextArea } from "../../parts/fields/field.tsx";
import { Form, Pair } from "../../parts/fields/form.tsx";
import { toast } from "../../parts/toast.tsx";
import { WEBHOOKS } from "../../view-words.ts";
import { type Format, FormatFields, type FormatFieldsProps } from "./format-fields.tsx";
import { headersOf, textOf } from "./headers.ts";
import type { Endpoint } from "./states.ts";

type EndpointFormProps = {
  /** Null makes one. */
  endpoint: Endpoint | null;
  eventTypes: readonly string[];
  /** The formats that a new one can have. */
  formats: FormatFieldsProps["formats"];
  /** Takes the secret of one that was made. */
  onSaved: (secret: string | null) => void;
  onClose: () => void;
};

const INCLUDABLE = Object.keys(WEBHOOKS.includes) as (keyof typeof WEBHOOKS.includes)[];

/** Makes an endpoint, or changes one. */
export function EndpointForm({ endpoint, eventTypes, formats, onSaved, onClose }: EndpointFormProps) {
  const [draft, setDraft] = useState(() => draftOf(endpoint));
  const [form, setForm] = useState<Format>({ format: "waypost" });
  const set = (part: Partial<typeof draft>) => setDraft({ ...draft, ...part });
  const may = useMay();
  const channels = useAsk("GET /v1/channels", { query: { limit: 100 } }, { enabled: may("channels:read") });
  const create = useChange("POST /v1/settings/developer/webhooks/endpoints", {
    done: ({ secret }) => onSaved(secret),
    touches: ["/v1/overview"],
  });
  const update = useChange("PATCH /v1/settings/developer/webhooks/endpoints/{id}", {
    done: () => toast(WEBHOOKS.saved),
  });
  const { problem, isRunning } = endpoint === null ? create : update;
  const headers = headersOf(draft.headers);
  async function save() {
    if (headers === null) return;
    const body = { ...draft, headers, rate_per_second: numberOf(draft.rate_per_second) };
    const limits = { concurrency: numberOf(draft.concurrency), file_bytes: numberOf(draft.file_bytes) };
    const whole = { ...body, ...limits };
    const saved =
      endpoint === null
        ? await create.run({ body: { ...whole, ...form } })
        : await update.run({ path: { id: endpoint.id }, body: whole });
    if (saved !== null) onClose();
  }
  const title = endpoint === null ? WEBHOOKS.add : WEBHOOKS.edit;
  return (
    <Dialog title={title} isOpen onClose={onClose} isWide>
      <Form
        action={endpoint === null ? WEBHOOKS.add : WEBHOOKS.save}
        onSubmit={() => void save()}
        onCancel={onClose}
        problem={problem}
        isBusy={isRunning}
      >
        <Field
          label={WEBHOOKS.address}
          type="url"
          placeholder="https://example.com/webhooks/waypost"
          value={draft.url}
          onChange={(url) => set({ url })}
          error={errorAt(problem, "url")}
          isRequired
          autoFocus
        />
        <Field
          label={WEBHOOKS.description}
          value={draft.description}
          onChange={(description) => set({ description })}
          error={errorAt(problem, "description")}
          maxLength={512}
        />
        <Choices
          label={WEBHOOKS.events}
          all={WEBHOOKS.allEvents}
          options={eventTypes.map((type) => ({ value: type, label: type }))}
          value={draft.filterTypes}
          onChange={(filterTypes) => set({ filterTypes })}
          error={errorAt(problem, "filterTypes")}
        />
        {channels.data !== undefined && channels.data.data.length > 0 && (
          <Choices
            label={WEBHOOKS.channels}
            all={WEBHOOKS.allChannels}
            options={channels.data.data.map(({ id, name }) => ({ value: id, label: name }))}
            value={draft.channels}
            onChange={(ids) => set({ channels: ids })}
            error={errorAt(problem, "channels")}
          />
        )}
        <Choices
          label={WEBHOOKS.include}
          all={WEBHOOKS.nothingMore}
          options={INCLUDABLE.map((name) => ({ value: name, label: WEBHOOKS.includes[name] }))}
          value={draft.include}
          onChange={(names) => set({ include: names && INCLUDABLE.filter((name) => names.includes(name)) })}
          error={errorAt(problem, "include")}
        />
        {draft.include?.includes("files") && (
          <Field
            label={WEBHOOKS.fileBytes}
            hint={WEBHOOKS.fileBytesHint}
            inputMode="numeric"
            value={draft.file_bytes}
            onChange={(bytes) => set({ file_bytes: bytes })}
            error={errorAt(problem, "file_bytes")}
          />
        )}
        {endpoint === null && <FormatFields {...{ formats, problem }} draft={form} onChange={setForm} />}
        <TextArea
          label={WEBHOOKS.headers}
          hint={WEBHOOKS.headersHint}
          value={draft.headers}
          onChange={(text) => set({ headers: text })}
          error={headers === null ? WEBHOOKS.headerError : errorAt(problem, "headers")}
          rows={2}
          isMono
        />
        <Pair>
          <Field
            label={WEBHOOKS.rate}
            hint={WEBHOOKS.noLimit}
            inputMode="numeric"
            value={draft.rate_per_second}
            onChange={(rate) => set({ rate_per_second: rate })}
            error={errorAt(problem, "rate_per_second")}
          />
          <Field
            label={WEBHOOKS.concurrency}
            hint={WEBHOOKS.twenty}
            inputMode="numeric"
            value={draft.concurrency}
            onChange={(concurrency) => set({ concurrency })}
            error={errorAt(problem, "concurrency")}
          />
        </Pair>
      </Form>
    </Dialog>
  );
}

function draftOf(endpoint: Endpoint | null) {
  return {
    url: endpoint?.url ?? "",
    description: endpoint?.description ?? "",
    filterTypes: endpoint?.filterTypes ?? null,
    channels: endpoint?.channels ?? null,
    include: endpoint?.include ?? null,
    file_bytes: String(endpoint?.file_bytes ?? ""),
    headers: textOf(endpoint?.headers ?? {}),
    rate_per_second: String(endpoint?.rate_per_second ?? ""),
    concurrency: String(endpoint?.concurrency ?? ""),
  };
}

/** A number as it was typed; what is none is for the API to refuse, with the field it is about. */
function numberOf(typed: string): number | null {
  const text = typed.trim();
  return text === "" ? null : Number(text);
}
