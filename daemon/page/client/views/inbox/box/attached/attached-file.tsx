import { ChevronDown, RotateCw, X } from "lucide-react";
import { IconButton } from "../../../../parts/button.tsx";
import field from "../../../../parts/fields/field.module.css";
import { Progress } from "../../../../parts/files/progress.tsx";
import { sizeInWords } from "../../../../parts/files/sizes.ts";
import { Menu } from "../../../../parts/menu.tsx";
import { BOX, FILES } from "../../../../view-words.ts";
import type { Attached } from "../outgoing.ts";
import type { Place } from "../place.ts";
import { attachAgain, detach, revise } from "./attach.ts";
import style from "./attached.module.css";
import { canHaveCaption } from "./captions.ts";
import { FileLook } from "./file-look.tsx";
import { complaintOf, isConverted, kindsOf } from "./judge.ts";

type AttachedFileProps = {
  place: Place;
  attached: Attached;
  isOfficial: boolean;
  /** Whether it has a caption of its own, and not the text of the box. */
  hasCaption: boolean;
};

/** One file that will be sent: what it is, what it is sent as, and how much of it the daemon has. */
export function AttachedFile({ place, attached, isOfficial, hasCaption }: AttachedFileProps) {
  const { key, file, kind, isVoice, caption, share, problem } = attached;
  const name = isVoice ? BOX.voice : file.name;
  return (
    <li className={style.file}>
      <FileLook attached={attached} />
      <div className={style.about}>
        <p className={style.name} title={name}>
          {name}
        </p>
        <p className={style.quiet}>
          {sizeInWords(file.size)}
          {!isVoice && <KindChoice {...{ place, attached, isOfficial }} />}
          {!isVoice && isConverted(file, kind, isOfficial) && <span>{BOX.converted}</span>}
        </p>
      </div>
      <span>
        {problem !== null && complaintOf(file, kind, isOfficial) === null && (
          <IconButton
            label={BOX.tryAgain(name)}
            icon={RotateCw}
            onPress={() => attachAgain(place, attached)}
          />
        )}
        <IconButton label={FILES.remove(name)} icon={X} onPress={() => detach(place, attached)} />
      </span>
      {hasCaption && canHaveCaption(attached) && (
        <input
          className={field.input}
          aria-label={BOX.caption(name)}
          placeholder={BOX.captionPlaceholder}
          value={caption}
          onChange={({ target }) => revise(place, key, { caption: target.value })}
        />
      )}
      {problem === null && share < 1 && (
        <div className={style.wide}>
          <Progress label={FILES.sending(name)} share={share} />
        </div>
      )}
      {problem !== null && (
        <p className={style.problem} role="alert">
          {problem}
        </p>
      )}
    </li>
  );
}

function KindChoice({ place, attached, isOfficial }: Omit<AttachedFileProps, "hasCaption">) {
  const { key, file, kind } = attached;
  const possible = kindsOf(file).filter((one) => complaintOf(file, one, isOfficial) === null);
  if (possible.length < 2) return <span>{BOX.kinds[kind]}</span>;
  return (
    <Menu
      label={BOX.sendAs(file.name, BOX.kinds[kind])}
      entries={possible.map((one) => ({
        label: BOX.kinds[one],
        onPress: () => revise(place, key, { kind: one, problem: null }),
      }))}
    >
      {BOX.kinds[kind]} <ChevronDown aria-hidden size="0.875rem" />
    </Menu>
  );
}
