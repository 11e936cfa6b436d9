import { Pencil } from "lucide-react";
import { type FormEvent, type KeyboardEvent, type ReactNode, useId, useState } from "react";
import common from "../../style/common.module.css";
import { WORDS } from "../../words.ts";
import { Button, IconButton } from "../button.tsx";
import field from "./field.module.css";
import style from "./in-place.module.css";

type InPlaceProps = {
  /** What it is called, such as "Name". */
  label: string;
  value: string;
  /** How it is shown while nobody changes it; by default, as it is. */
  children?: ReactNode;
  mayChange: boolean;
  /** Why the last change was refused. */
  error: string | null;
  /** Keeps what was typed; resolves with whether it was taken. */
  onSave: (typed: string) => Promise<boolean>;
};

/** A value that is changed where it stands: Enter keeps it, Escape leaves it as it was. */
export function InPlace({ label, value, children, mayChange, error, onSave }: InPlaceProps) {
  const [typed, setTyped] = useState<string | null>(null);
  if (typed === null)
    return (
      <span className={style.shown}>
        <span className={style.value}>
          {children ?? (value === "" ? <span className={common.quiet}>{WORDS.notSet}</span> : value)}
        </span>
        {mayChange && (
          <IconButton label={WORDS.changeIt(label)} icon={Pencil} onPress={() => setTyped(value)} />
        )}
      </span>
    );
  return (
    <Changing
      {...{ label, typed, error }}
      onType={setTyped}
      onLeave={() => setTyped(null)}
      onSubmit={async () => {
        if (typed === value || (await onSave(typed))) setTyped(null);
      }}
    />
  );
}

type ChangingProps = Pick<InPlaceProps, "label" | "error"> & {
  typed: string;
  onType: (typed: string) => void;
  onLeave: () => void;
  onSubmit: () => Promise<void>;
};

function Changing({ label, typed, error, onType, onLeave, onSubmit }: ChangingProps) {
  const id = useId();
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    await onSubmit().finally(() => setBusy(false));
  };
  const leave = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    onLeave();
  };
  return (
    <form className={style.form} onSubmit={(event) => void submit(event)}>
      <input
        className={field.input}
        aria-label={label}
        aria-invalid={error !== null}
        aria-describedby={error === null ? undefined : id}
        value={typed}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={leave}
        autoComplete="off"
        // biome-ignore lint/a11y/noAutofocus: somebody just pressed the button that it stands in place of
        autoFocus
      />
      {error !== null && (
        <p id={id} className={field.error} role="alert">
          {error}
        </p>
      )}
      <span className={style.buttons}>
        <Button kind="quiet" onPress={onLeave}>
          {WORDS.cancel}
        </Button>
        <Button type="submit" isBusy={isBusy}>
          {WORDS.keep}
        </Button>
      </span>
    </form>
  );
}
