import { Play } from "lucide-react";
import { type CSSProperties, type ReactNode, useContext, useRef } from "react";
import { PHONE } from "../../../view-words.ts";
import style from "../phone.module.css";
import { type Json, numberAt } from "../read.ts";
import { duration, previewOf, ratioOf, sourceOf } from "./media.ts";
import { useNear } from "./near.ts";
import type { Shown } from "./shown.ts";
import { Viewing } from "./viewing.ts";

/** A picture in a place that has its size from the beginning; pressing it shows it large. */
export function Picture({ id, name, file, onGone }: Shown) {
  return (
    <Frame {...{ id, name, file }}>
      <img src={previewOf(id)} alt={name} loading="lazy" decoding="async" onError={onGone} />
    </Frame>
  );
}

/** The first frame of a video, and how long it is; it is played large. */
export function Clip(shown: Shown) {
  const { id, name, file, onGone } = shown;
  const place = useRef<HTMLDivElement>(null);
  const isNear = useNear(place);
  const view = useContext(Viewing);
  const seconds = numberAt(file, "seconds");
  return (
    <div ref={place}>
      <Frame {...{ id, name, file }}>
        {isNear && (
          <video
            src={sourceOf(id)}
            preload="metadata"
            muted={view !== null}
            controls={view === null}
            aria-label={name}
            onError={onGone}
          />
        )}
        {view !== null && <Play aria-hidden className={style.play} size="2.5rem" />}
        {seconds !== null && <span className={style.length}>{duration(seconds)}</span>}
      </Frame>
    </div>
  );
}

export function Sticker({ id, onGone }: Shown) {
  return (
    <img
      className={style.sticker}
      src={sourceOf(id)}
      alt={PHONE.file.sticker}
      loading="lazy"
      onError={onGone}
    />
  );
}

type FrameProps = Pick<Shown, "id" | "name" | "file"> & { children: ReactNode };

function Frame({ id, name, file, children }: FrameProps) {
  const view = useContext(Viewing);
  const shape = { className: shapeOf(file), style: { "--ratio": ratioOf(file) } as CSSProperties };
  if (view === null) return <div {...shape}>{children}</div>;
  return (
    <button type="button" {...shape} aria-label={PHONE.view(name)} onClick={() => view(id)}>
      {children}
    </button>
  );
}

/** Some videos are taken to be seen in a circle. */
function shapeOf(file: Json): string {
  return `${style.picture} ${file.round === true ? style.round : ""}`;
}
