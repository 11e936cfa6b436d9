import { useId, useState } from "react";
import field from "../../../parts/fields/field.module.css";
import style from "../../../parts/files/files.module.css";
import { CHANNELS } from "../../../view-words.ts";

/** The API takes 32 MiB, and base64 is a third longer. */
const MOST_BYTES = 23 * 1024 * 1024;
const WORDS = CHANNELS.bringIn;

type StoreFilesProps = {
  /** The files by their paths, as base64. */
  onChoose: (files: Record<string, string>) => void;
};

/** Asks for a folder, or for the files of a database. */
export function StoreFiles({ onChoose }: StoreFilesProps) {
  const [error, setError] = useState<string | null>(null);
  const id = useId();
  async function take(list: FileList | null): Promise<void> {
    const files = [...(list ?? [])];
    const size = files.reduce((sum, file) => sum + file.size, 0);
    setError(size > MOST_BYTES ? WORDS.tooLarge : null);
    if (files.length > 0 && size <= MOST_BYTES) onChoose(await contentOf(files));
  }
  const shared = {
    type: "file",
    multiple: true,
    ...(error === null ? {} : { "aria-invalid": true, "aria-describedby": `${id}-error` }),
  } as const;
  return (
    <>
      <div className={field.field}>
        <label htmlFor={`${id}-folder`} className={field.label}>
          {WORDS.folder}
        </label>
        <div className={style.drop}>
          <input
            {...shared}
            id={`${id}-folder`}
            ref={(input) => input?.setAttribute("webkitdirectory", "")}
            onChange={({ target }) => void take(target.files)}
          />
        </div>
      </div>
      <div className={field.field}>
        <label htmlFor={`${id}-files`} className={field.label}>
          {WORDS.files}
        </label>
        <div className={style.drop}>
          <input {...shared} id={`${id}-files`} onChange={({ target }) => void take(target.files)} />
        </div>
        <p className={field.hint}>{WORDS.filesHint}</p>
      </div>
      {error !== null && (
        <p id={`${id}-error`} className={field.error} role="alert">
          {error}
        </p>
      )}
    </>
  );
}

async function contentOf(files: readonly File[]): Promise<Record<string, string>> {
  const read = files.map(async (file) => [file.webkitRelativePath || file.name, await base64Of(file)]);
  return Object.fromEntries(await Promise.all(read));
}

/** The browser's own way, in which the content follows the comma. */
function base64Of(file: File): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const reader = new FileReader();
  reader.onload = () => resolve(String(reader.result).split(",")[1] ?? "");
  reader.onerror = () => reject(reader.error);
  reader.readAsDataURL(file);
  return promise;
}
