import { X } from "lucide-react";
import { type FormEvent, useRef, useState } from "react";
import { errorAt } from "../../api/problem.ts";
import { useChange } from "../../api/queries.ts";
import { useMay } from "../../api/session.tsx";
import common from "../../style/common.module.css";
import { CONTACTS } from "../../view-words.ts";
import { AsCommand, quoted, sampleOf } from "../as-command.tsx";
import { Button, IconButton } from "../button.tsx";
import { TagField } from "../fields/tag-field.tsx";
import { ProblemNote, problemText } from "../problem.tsx";
import { toast } from "../toast.tsx";
import style from "./contacts.module.css";

/** The tags of a contact; who may, adds and removes them. */
export function Tags({ id, tags }: { id: string; tags: readonly string[] }) {
  const mayChange = useMay()("contacts:write");
  const add = useChange("POST /v1/contacts/{id}/tags");
  const removing = useRef("");
  const remove = useChange("DELETE /v1/contacts/{id}/tags/{name}", {
    done: () => {
      const name = removing.current;
      toast(CONTACTS.tagRemoved(name), () => void add.run({ path: { id }, body: { name } }));
    },
  });
  function removeTag(name: string): void {
    if (remove.isRunning) return;
    removing.current = name;
    void remove.run({ path: { id, name } });
  }
  return (
    <section className={common.block}>
      <h3>{CONTACTS.tags}</h3>
      {tags.length === 0 && <p className={common.quiet}>{CONTACTS.noTags}</p>}
      <ul className={style.tags}>
        {tags.map((name) => (
          <li key={name}>
            {name}
            {mayChange && (
              <IconButton label={CONTACTS.removeTag(name)} icon={X} onPress={() => removeTag(name)} />
            )}
          </li>
        ))}
      </ul>
      <ProblemNote problem={remove.problem} />
      {mayChange && <AddTag add={add} id={id} tags={tags} />}
    </section>
  );
}

type AddTagProps = {
  id: string;
  tags: readonly string[];
  add: ReturnType<typeof useChange<"POST /v1/contacts/{id}/tags">>;
};

function AddTag({ id, tags, add }: AddTagProps) {
  const [typed, setTyped] = useState("");
  const name = typed.trim();
  async function submit(event: FormEvent) {
    event.preventDefault();
    if (name !== "" && (await add.run({ path: { id }, body: { name } })) !== null) setTyped("");
  }
  return (
    <form className={style.inline} onSubmit={(event) => void submit(event)}>
      <TagField
        of="contacts"
        value={typed}
        onChange={setTyped}
        error={errorAt(add.problem, "name") ?? (add.problem && problemText(add.problem))}
      />
      <AsCommand
        cli={`contacts tag ${id} --add ${quoted(name)}`}
        route="POST /v1/contacts/{id}/tags"
        request={{ path: { id }, body: { name } }}
        more={tags.map((one) =>
          sampleOf(
            CONTACTS.removeTag(one),
            `contacts tag ${id} --remove ${quoted(one)}`,
            "DELETE /v1/contacts/{id}/tags/{name}",
            { path: { id, name: one } },
          ),
        )}
      />
      <Button type="submit" isBusy={add.isRunning}>
        {CONTACTS.addTag}
      </Button>
    </form>
  );
}
