import { ChevronLeft, ChevronRight, Download, type LucideIcon, ZoomIn, ZoomOut } from "lucide-react";
import { useEffect } from "react";
import { IconButton } from "../../../parts/button.tsx";
import { sourceOf } from "../../../parts/phone/files/media.ts";
import { Time } from "../../../parts/time.tsx";
import { INBOX } from "../../../view-words.ts";
import type { Picture } from "./pictures.ts";
import { useLook } from "./use-look.ts";
import style from "./viewer.module.css";

type Turn = (() => void) | null;
type LargeProps = { picture: Picture; onBefore: Turn; onNext: Turn };

/** A picture or video as large as the window, and larger: by buttons, keys, the wheel and fingers. */
export default function Large({ picture, onBefore, onNext }: LargeProps) {
  const { key, id, kind, name, caption, who, at } = picture;
  const source = sourceOf(id);
  const isImage = kind === "image";
  // what comes next is where one reads on
  const turn = (by: number) => ((document.dir === "rtl" ? -by : by) > 0 ? onNext?.() : onBefore?.());
  const { look, place, larger, smaller, handlers } = useLook(key, turn);
  useEffect(() => {
    const press = ({ key, target, ctrlKey, metaKey }: KeyboardEvent) => {
      // in a video they wind; with those the browser enlarges the page
      if (target instanceof HTMLVideoElement || ctrlKey || metaKey) return;
      if (key === "ArrowLeft") turn(-1);
      if (key === "ArrowRight") turn(1);
      if (isImage && (key === "+" || key === "=")) larger();
      if (isImage && key === "-") smaller();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  });
  return (
    <div className={style.viewer}>
      {isImage ? (
        <div ref={place} className={`${style.place} ${look.scale > 1 ? style.isLarger : ""}`} {...handlers}>
          <img
            key={key}
            src={source}
            alt={caption ?? name}
            draggable={false}
            style={{ transform: `translate(${look.x}px, ${look.y}px) scale(${look.scale})` }}
          />
        </div>
      ) : (
        <div className={style.place}>
          {/* biome-ignore lint/a11y/useMediaCaption: messages have no subtitles */}
          <video key={key} src={source} controls autoPlay aria-label={name} />
        </div>
      )}
      <footer className={style.foot}>
        <Press label={INBOX.pictureBefore} icon={ChevronLeft} onPress={onBefore} />
        <p>
          <bdi>{who}</bdi> · <Time at={at} />
          {caption !== null && <bdi className={style.caption}>{caption}</bdi>}
        </p>
        {isImage && <Press label={INBOX.zoomOut} icon={ZoomOut} onPress={look.scale > 1 ? smaller : null} />}
        {isImage && <Press label={INBOX.zoomIn} icon={ZoomIn} onPress={larger} />}
        <a href={source} download={name} className={style.download}>
          <Download aria-hidden size="1rem" /> {INBOX.download}
        </a>
        <Press label={INBOX.pictureNext} icon={ChevronRight} onPress={onNext} />
      </footer>
    </div>
  );
}

type PressProps = { label: string; icon: LucideIcon; onPress: Turn };

function Press({ label, icon, onPress }: PressProps) {
  return <IconButton {...{ label, icon }} isDisabled={onPress === null} onPress={() => onPress?.()} />;
}
