import { useState } from "react";
import { useLocation } from "wouter";
import { useChannels } from "../../api/channels.ts";
import { errorAt } from "../../api/problem.ts";
import { useChange } from "../../api/queries.ts";
import { AsCommand } from "../../parts/as-command.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Choices } from "../../parts/fields/choices.tsx";
import { Field, TextArea } from "../../parts/fields/field.tsx";
import { Form, Pair } from "../../parts/fields/form.tsx";
import { MediaField } from "../../parts/files/media-field.tsx";
import { toast } from "../../parts/toast.tsx";
import { REPLIES } from "../../view-words.ts";
import { bodyOf, commandOf, type Draft, draftOf, type QuickReply } from "./quick-reply.ts";

const CREATE = "POST /v1/quick_replies";
const UPDATE = "PATCH /v1/quick_replies/{id}";

type QuickReplyFormProps = {
  /** Null creates one. */
  reply: QuickReply | null;
  onClose: () => void;
};

/** Creates a quick reply, or changes one. */
export function QuickReplyForm({ reply, onClose }: QuickReplyFormProps) {
  const [draft, setDraft] = useState(() => draftOf(reply));
  const channels = useChannels().options;
  const [, go] = useLocation();
  const set = (part: Partial<Draft>) => setDraft({ ...draft, ...part });
  const create = useChange(CREATE, { done: ({ id }) => go(`/settings/quick-replies/${id}`) });
  const update = useChange(UPDATE, { done: () => toast(REPLIES.saved) });
  const { problem, isRunning } = reply === null ? create : update;
  const body = bodyOf(draft);
  const cli = commandOf(reply?.id ?? null, body);
  async function save() {
    const saved =
      reply === null ? await create.run({ body }) : await update.run({ path: { id: reply.id }, body });
    if (saved !== null) onClose();
  }
  return (
    <Dialog title={reply === null ? REPLIES.create : REPLIES.edit} isOpen onClose={onClose} isWide>
      <Form
        action={reply === null ? REPLIES.create : REPLIES.save}
        onSubmit={() => void save()}
        onCancel={onClose}
        problem={problem}
        isBusy={isRunning}
        aside={
          reply === null ? (
            <AsCommand cli={cli} route={CREATE} request={{ body }} />
          ) : (
            <AsCommand cli={cli} route={UPDATE} request={{ path: { id: reply.id }, body }} />
          )
        }
      >
        <Pair>
          <Field
            label={REPLIES.shortcut}
            hint={REPLIES.shortcutHint}
            value={draft.shortcut}
            onChange={(shortcut) => set({ shortcut })}
            error={errorAt(problem, "shortcut")}
            maxLength={65}
            isRequired
            autoFocus
          />
          <Field
            label={REPLIES.titleField}
            hint={REPLIES.titleHint}
            value={draft.title}
            onChange={(title) => set({ title })}
            error={errorAt(problem, "title")}
            maxLength={200}
          />
        </Pair>
        <TextArea
          label={REPLIES.body}
          hint={REPLIES.bodyHint}
          value={draft.body}
          onChange={(text) => set({ body: text })}
          error={errorAt(problem, "body")}
          rows={6}
          isRequired
        />
        <MediaField
          label={REPLIES.file}
          kind="document"
          hint={REPLIES.fileHint}
          value={draft.media_id ?? ""}
          onChange={(id) => set({ media_id: id === "" ? null : id })}
          error={errorAt(problem, "media_id")}
        />
        {channels.length > 0 && (
          <Choices
            label={REPLIES.channels}
            all={REPLIES.allChannels}
            options={channels}
            value={draft.channel_ids}
            onChange={(channel_ids) => set({ channel_ids })}
            error={errorAt(problem, "channel_ids")}
          />
        )}
      </Form>
    </Dialog>
  );
}
