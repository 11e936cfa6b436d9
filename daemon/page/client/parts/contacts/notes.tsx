import { useState } from "react";
import { errorAt } from "../../api/problem.ts";
import { useChange, useList } from "../../api/queries.ts";
import { useMay } from "../../api/session.tsx";
import common from "../../style/common.module.css";
import { CONTACTS } from "../../view-words.ts";
import { AsCommand, quoted } from "../as-command.tsx";
import { TextArea } from "../fields/field.tsx";
import { Form, Stack } from "../fields/form.tsx";
import { problemText } from "../problem.tsx";
import { Time } from "../time.tsx";
import style from "./contacts.module.css";
import { Lines } from "./lines.tsx";

/** What colleagues wrote about a contact, newest first. */
export function Notes({ id }: { id: string }) {
  const notes = useList("GET /v1/contacts/{id}/notes", { path: { id }, query: {} });
  const may = useMay();
  return (
    <Stack>
      {may("contacts:write") && <AddNote id={id} />}
      <Lines list={notes} empty={CONTACTS.noNotes}>
        {(note) => (
          <li key={note.id}>
            <span className={style.text}>{note.body}</span>
            <span className={common.quiet}>{note.author}</span>
            <span className={common.end}>
              <Time at={note.created_at} />
            </span>
          </li>
        )}
      </Lines>
    </Stack>
  );
}

function AddNote({ id }: { id: string }) {
  const [body, setBody] = useState("");
  const add = useChange("POST /v1/contacts/{id}/notes", { done: () => setBody("") });
  const request = { path: { id }, body: { body } };
  return (
    <Form
      action={CONTACTS.addNote}
      onSubmit={() => body.trim() !== "" && void add.run(request)}
      isBusy={add.isRunning}
      aside={
        <AsCommand
          cli={`contacts note ${id} ${quoted(body)}`}
          route="POST /v1/contacts/{id}/notes"
          request={request}
        />
      }
    >
      <TextArea
        label={CONTACTS.note}
        value={body}
        onChange={setBody}
        rows={3}
        error={errorAt(add.problem, "body") ?? (add.problem && problemText(add.problem))}
      />
    </Form>
  );
}
