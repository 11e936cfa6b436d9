import { X } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useChange } from "../../../api/queries.ts";
import { AsCommand, quoted, sampleOf } from "../../../parts/as-command.tsx";
import { Button, IconButton } from "../../../parts/button.tsx";
import style from "../../../parts/contacts/contacts.module.css";
import { Dialog } from "../../../parts/dialog.tsx";
import { Stack } from "../../../parts/fields/form.tsx";
import { TagField } from "../../../parts/fields/tag-field.tsx";
import { ProblemNote, problemText } from "../../../parts/problem.tsx";
import { useRefusedLater } from "../../../parts/refused-later.ts";
import common from "../../../style/common.module.css";
import { CONTACTS, INBOX } from "../../../view-words.ts";
import { type Conversation, nameOf } from "../types.ts";

type TagsProps = { conversation: Conversation; onClose: () => void };

/** The tags of a conversation, which are not those of its person. */
export default function Tags({ conversation, onClose }: TagsProps) {
  const { id, tags } = conversation;
  const [typed, setTyped] = useState("");
  const refused = useRefusedLater(INBOX.notDone(nameOf(conversation)), `/inbox/${id}`);
  const add = useChange("POST /v1/conversations/{id}/tags", {
    done: () => setTyped(""),
    refused,
  });
  const remove = useChange("DELETE /v1/conversations/{id}/tags/{name}", { refused });
  const name = typed.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name !== "") void add.run({ path: { id }, body: { name } });
  };
  return (
    <Dialog title={INBOX.tags} isOpen onClose={onClose}>
      <Stack>
        {tags.length === 0 && <p className={common.quiet}>{CONTACTS.noTags}</p>}
        <ul className={style.tags}>
          {tags.map((tag) => (
            <li key={tag}>
              {tag}
              <IconButton
                label={CONTACTS.removeTag(tag)}
                icon={X}
                onPress={() => void remove.run({ path: { id, name: tag } })}
              />
            </li>
          ))}
        </ul>
        <ProblemNote problem={remove.problem} />
        <form className={style.inline} onSubmit={submit}>
          <TagField
            of="conversations"
            value={typed}
            onChange={setTyped}
            error={add.problem && problemText(add.problem)}
            autoFocus
          />
          <Button type="submit" isBusy={add.isRunning}>
            {CONTACTS.addTag}
          </Button>
          <AsCommand
            cli={`conversations tag ${id} --add=${quoted(name)}`}
            route="POST /v1/conversations/{id}/tags"
            request={{ path: { id }, body: { name } }}
            more={tags.map((tag) =>
              sampleOf(
                CONTACTS.removeTag(tag),
                `conversations tag ${id} --remove=${quoted(tag)}`,
                "DELETE /v1/conversations/{id}/tags/{name}",
                { path: { id, name: tag } },
              ),
            )}
          />
        </form>
      </Stack>
    </Dialog>
  );
}
