import { type DragEvent, useEffect, useId, useState } from "react";
import common from "../../style/common.module.css";
import { FILES } from "../../view-words.ts";
import field from "../fields/field.module.css";
import style from "./files.module.css";

type FileFieldProps = {
  label: string;
  hint?: string;
  error?: string | null;
  /** What the browser offers to choose: extensions and media types. What is dropped may be anything. */
  accept?: string;
  onChoose: (file: File) => void;
};

/** Takes one file: dropped on it, or chosen. */
export function FileField({ label, hint, error = null, accept, onChoose }: FileFieldProps) {
  const id = useId();
  const [isOver, setOver] = useState(false);
  useNoLeaving();
  const described = [hint !== undefined && `${id}-hint`, error !== null && `${id}-error`].filter(Boolean);
  function take(event: DragEvent): void {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file !== undefined) onChoose(file);
  }
  return (
    <div className={field.field}>
      <label htmlFor={id} className={field.label}>
        {label}
      </label>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping does with a pointer what the field inside does by keyboard */}
      <div
        className={style.drop}
        data-over={isOver || undefined}
        onDragEnter={() => setOver(true)}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={take}
      >
        <input
          id={id}
          type="file"
          accept={accept}
          aria-describedby={described.length === 0 ? undefined : described.join(" ")}
          aria-invalid={error !== null}
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            // the same file can be chosen again, once it was mended
            target.value = "";
            if (file !== undefined) onChoose(file);
          }}
        />
        <span className={common.quiet}>{FILES.orDrop}</span>
      </div>
      {hint !== undefined && (
        <p id={`${id}-hint`} className={field.hint}>
          {hint}
        </p>
      )}
      {error !== null && (
        <p id={`${id}-error`} className={field.error}>
          {error}
        </p>
      )}
    </div>
  );
}

/** A file that is dropped beside the field would replace the page, and all that was written on it. */
function useNoLeaving(): void {
  useEffect(() => {
    document.addEventListener("dragover", keep);
    document.addEventListener("drop", keep);
    return () => {
      document.removeEventListener("dragover", keep);
      document.removeEventListener("drop", keep);
    };
  }, []);
}

function keep(event: Event): void {
  event.preventDefault();
}
