import { useEffect, useRef, useState } from "react";
import type { Problem } from "../../api/problem.ts";
import { useAsk } from "../../api/queries.ts";
import { useMay } from "../../api/session.tsx";
import { fileHeaders } from "../../api/upload.ts";
import { useUpload } from "../../api/use-upload.ts";
import { FILES } from "../../view-words.ts";
import { Button } from "../button.tsx";
import { ProblemNote } from "../problem.tsx";
import { ChosenFile } from "./chosen-file.tsx";
import { FileField } from "./file-field.tsx";
import type { FileKind } from "./file-kind.ts";
import { Sending } from "./sending.tsx";

const ROUTE = "POST /v1/media";
/** What the browser offers to choose; the daemon converts much of the rest. */
const ACCEPTED: Readonly<Record<FileKind, string>> = {
  ...{ image: "image/*", video: "video/*", audio: "audio/*,video/*", sticker: "image/*", document: "" },
};

type MediaFieldProps = {
  label?: string;
  /** The type of message that the file is for, whose limits it has to keep. */
  kind: FileKind;
  hint?: string;
  /** The id of an uploaded file; empty for none. */
  value: string;
  onChange: (id: string) => void;
  error?: string | null;
};

/** A file of a message: uploaded at once, and kept by its id. */
export function MediaField({
  label = FILES.file,
  kind,
  hint = FILES.limits[kind],
  value,
  onChange,
  error = null,
}: MediaFieldProps) {
  const [file, setFile] = useState<File | null>(null);
  const upload = useUpload(ROUTE);
  // what else is written while a file is on its way stays
  const latest = useRef(onChange);
  latest.current = onChange;
  const { current: stop } = useRef(upload.cancel);
  useEffect(() => stop, [stop]);

  async function send(chosen: File, wish: { as: string } | { convert: string }): Promise<void> {
    setFile(chosen);
    const stored = await upload.run({ query: wish }, chosen, fileHeaders(chosen.name, chosen.type));
    if (stored !== null) latest.current(stored.id);
  }

  const target = conversionOf(upload.problem);
  if (file !== null && upload.progress !== null)
    return <Sending name={file.name} share={upload.progress} onCancel={upload.cancel} />;
  if (value !== "") return <Uploaded label={label} id={value} onRemove={() => onChange("")} />;
  return (
    <>
      <FileField
        {...{ label, hint, error }}
        accept={ACCEPTED[kind]}
        onChoose={(chosen) => void send(chosen, { as: kind })}
      />
      <ProblemNote problem={upload.problem} />
      {file !== null && target !== null && (
        <div>
          <Button onPress={() => void send(file, { convert: target })}>{FILES.convert}</Button>
        </div>
      )}
    </>
  );
}

type UploadedProps = { label: string; id: string; onRemove: () => void };

function Uploaded({ label, id, onRemove }: UploadedProps) {
  const enabled = useMay()("messages:read");
  const { data } = useAsk("GET /v1/media/{id}/info", { path: { id } }, { enabled });
  const name = data?.filename ?? id;
  return (
    <ChosenFile
      label={label}
      name={name}
      size={data?.size ?? null}
      removal={FILES.remove(name)}
      onRemove={onRemove}
    />
  );
}

/** The conversion that the API offers for a file that it refused. */
function conversionOf(problem: Problem | null): string | null {
  return /\?convert=(\w+)/.exec(problem?.detail ?? "")?.[1] ?? null;
}
