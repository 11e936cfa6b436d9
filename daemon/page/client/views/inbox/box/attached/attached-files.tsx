import { BOX } from "../../../../view-words.ts";
import { useOutbox } from "../outbox.ts";
import type { Place } from "../place.ts";
import style from "./attached.module.css";
import { AttachedFile } from "./attached-file.tsx";

type AttachedFilesProps = { place: Place; isOfficial: boolean };

/** The files that will be sent, to look at before. */
export function AttachedFiles({ place, isOfficial }: AttachedFilesProps) {
  const attached = useOutbox(place, (outbox) => outbox.attached);
  if (attached.length === 0) return null;
  return (
    <ul className={style.files} aria-label={BOX.files}>
      {attached.map((one) => (
        <AttachedFile
          key={one.key}
          {...{ place, isOfficial }}
          attached={one}
          hasCaption={attached.length > 1 || one.caption !== ""}
        />
      ))}
    </ul>
  );
}
