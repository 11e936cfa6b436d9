import { X } from "lucide-react";
import { IconButton } from "../button.tsx";
import style from "./files.module.css";
import { sizeInWords } from "./sizes.ts";

type ChosenFileProps = {
  name: string;
  size: number | null;
  /** What taking it away is called, for a form with several files. */
  removal: string;
  onRemove: () => void;
};

/** The file that a form has, which can be taken away again. */
export function ChosenFile({ name, size, removal, onRemove }: ChosenFileProps) {
  return (
    <p className={style.chosen}>
      <span>
        {name} {size !== null && <span className={style.quiet}>{sizeInWords(size)}</span>}
      </span>
      <IconButton label={removal} icon={X} onPress={onRemove} />
    </p>
  );
}
