import { X } from "lucide-react";
import common from "../../style/common.module.css";
import { IconButton } from "../button.tsx";
import field from "../fields/field.module.css";
import style from "./files.module.css";
import { sizeInWords } from "./sizes.ts";

type ChosenFileProps = {
  /** What the file is, where nothing around says it. */
  label?: string;
  name: string;
  size: number | null;
  /** What taking it away is called, for a form with several files. */
  removal: string;
  onRemove: () => void;
};

/** The file that a form has, which can be taken away again. */
export function ChosenFile({ label, name, size, removal, onRemove }: ChosenFileProps) {
  const chosen = (
    <p className={style.chosen}>
      <span>
        {name} {size !== null && <span className={common.quiet}>{sizeInWords(size)}</span>}
      </span>
      <IconButton label={removal} icon={X} onPress={onRemove} />
    </p>
  );
  if (label === undefined) return chosen;
  return (
    <div className={field.field}>
      <span className={field.label}>{label}</span>
      {chosen}
    </div>
  );
}
