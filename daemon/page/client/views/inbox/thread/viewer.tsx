import { ChevronLeft, ChevronRight, Download } from "lucide-react";
import { type ReactNode, useCallback, useEffect, useState } from "react";
import { IconButton } from "../../../parts/button.tsx";
import { Dialog } from "../../../parts/dialog.tsx";
import { mediaIdOf, nameOf, sourceOf } from "../../../parts/phone/files/media.ts";
import { Viewing } from "../../../parts/phone/files/viewing.ts";
import { objectOf, textAt } from "../../../parts/phone/read.ts";
import { Time } from "../../../parts/time.tsx";
import type { Message } from "../types.ts";
import { INBOX } from "../words.ts";
import { writerOf } from "./people.ts";
import style from "./viewer.module.css";

type Picture = { id: string; kind: string; name: string; caption: string | null; who: string; at: string };

/** Shows the pictures and videos of a conversation large, one after another, by buttons and arrow keys. */
export function Viewer({ messages, children }: { messages: readonly Message[]; children: ReactNode }) {
  const [id, setId] = useState<string | null>(null);
  const pictures = id === null ? [] : messages.flatMap(pictureOf);
  const at = pictures.findIndex((one) => one.id === id);
  const go = (by: number) => setId(pictures[at + by]?.id ?? id);
  const shown = pictures[at];
  return (
    <Viewing value={useCallback((one: string) => setId(one), [])}>
      {children}
      <Dialog title={shown?.name ?? ""} isOpen={shown !== undefined} onClose={() => setId(null)} isWide>
        {shown !== undefined && (
          <Large
            picture={shown}
            onBefore={at > 0 ? () => go(-1) : null}
            onNext={at < pictures.length - 1 ? () => go(1) : null}
          />
        )}
      </Dialog>
    </Viewing>
  );
}

function pictureOf(message: Message): Picture[] {
  const content = objectOf(message.content);
  const header = objectOf(content.header);
  const isHeader = mediaIdOf(content) === null;
  const file = isHeader ? header : content;
  const kind = isHeader ? String(header.type) : message.type;
  const id = mediaIdOf(file);
  if (id === null || !["image", "video"].includes(kind) || message.deleted_at !== null) return [];
  const caption = textAt(content, "caption", "body");
  return [{ id, kind, name: nameOf(kind, file), caption, who: writerOf(message), at: message.created_at }];
}

type LargeProps = { picture: Picture; onBefore: (() => void) | null; onNext: (() => void) | null };

function Large({ picture, onBefore, onNext }: LargeProps) {
  const { id, kind, name, caption, who, at } = picture;
  const source = sourceOf(id);
  useEffect(() => {
    const turn = ({ key, target }: KeyboardEvent) => {
      // in a video they wind
      if (target instanceof HTMLVideoElement) return;
      if (key === "ArrowLeft") onBefore?.();
      if (key === "ArrowRight") onNext?.();
    };
    document.addEventListener("keydown", turn);
    return () => document.removeEventListener("keydown", turn);
  }, [onBefore, onNext]);
  return (
    <div className={style.viewer}>
      {kind === "image" ? (
        <img src={source} alt={caption ?? name} />
      ) : (
        // biome-ignore lint/a11y/useMediaCaption: messages have no subtitles
        <video key={id} src={source} controls autoPlay aria-label={name} />
      )}
      <footer className={style.foot}>
        <Turn label={INBOX.pictureBefore} icon={ChevronLeft} onPress={onBefore} />
        <p>
          <bdi>{who}</bdi> · <Time at={at} />
          {caption !== null && <bdi className={style.caption}>{caption}</bdi>}
        </p>
        <a href={source} download={name} className={style.download}>
          <Download aria-hidden size={16} /> {INBOX.download}
        </a>
        <Turn label={INBOX.pictureNext} icon={ChevronRight} onPress={onNext} />
      </footer>
    </div>
  );
}

type TurnProps = { label: string; icon: typeof ChevronLeft; onPress: (() => void) | null };

function Turn({ label, icon, onPress }: TurnProps) {
  return <IconButton {...{ label, icon }} isDisabled={onPress === null} onPress={() => onPress?.()} />;
}
