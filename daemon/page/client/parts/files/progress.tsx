import common from "../../style/common.module.css";
import { WORDS } from "../../words.ts";
import { Button } from "../button.tsx";
import style from "./files.module.css";

type ProgressProps = {
  /** What goes on, such as "Sending menu.pdf". */
  label: string;
  /** How much of it is done, from 0 to 1. */
  share: number;
  detail?: string;
  /** Stops it, where it can be stopped. */
  onCancel?: () => void;
};

/** How far something is that takes a while. */
export function Progress({ label, share, detail, onCancel }: ProgressProps) {
  const percent = Math.floor(share * 100);
  return (
    <div className={style.progress}>
      <div className={style.said}>
        <span>{label}</span>
        <span className={common.quiet}>{detail ?? `${percent} %`}</span>
      </div>
      <progress aria-label={label} value={percent} max={100} />
      {onCancel && <Button onPress={onCancel}>{WORDS.cancel}</Button>}
    </div>
  );
}
