import { ChevronLeft, ChevronRight, Download } from "lucide-react";
import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from "react";
import { IconButton } from "../../../parts/button.tsx";
import { Dialog } from "../../../parts/dialog.tsx";
import { filesOf, mediaIdOf, nameOf, sourceOf } from "../../../parts/phone/files/media.ts";
import { Viewing } from "../../../parts/phone/files/viewing.ts";
import { objectOf, textAt } from "../../../parts/phone/read.ts";
import { Time } from "../../../parts/time.tsx";
import { INBOX } from "../../../words.ts";
import type { Message } from "../types.ts";
import { writerOf } from "./people.ts";
import style from "./viewer.module.css";

/** Shows a picture or video of a message large, by its file's id. */
const View = createContext<((message: Message, id: string) => void) | null>(null);

/** `key` distinguishes it from the same file in another message, or on another card. */
type Picture = {
  key: string;
  id: string;
  kind: string;
  name: string;
  caption: string | null;
  who: string;
  at: string;
};

/** Shows the pictures and videos of a conversation large, one after another, by buttons and arrow keys. */
export function Viewer({ messages, children }: { messages: readonly Message[]; children: ReactNode }) {
  const [key, setKey] = useState<string | null>(null);
  const pictures = key === null ? [] : messages.flatMap(picturesOf);
  const at = pictures.findIndex((one) => one.key === key);
  const go = (by: number) => setKey(pictures[at + by]?.key ?? key);
  const shown = pictures[at];
  const view = useCallback((message: Message, id: string) => {
    setKey(picturesOf(message).find((one) => one.id === id)?.key ?? null);
  }, []);
  return (
    <View value={view}>
      {children}
      <Dialog title={shown?.name ?? ""} isOpen={shown !== undefined} onClose={() => setKey(null)} isWide>
        {shown !== undefined && (
          <Large
            picture={shown}
            onBefore={at > 0 ? () => go(-1) : null}
            onNext={at < pictures.length - 1 ? () => go(1) : null}
          />
        )}
      </Dialog>
    </View>
  );
}

/** What is pressed in it is shown large. */
export function Viewable({ message, children }: { message: Message; children: ReactNode }) {
  const view = useContext(View);
  return (
    <Viewing value={useCallback((id: string) => view?.(message, id), [view, message])}>{children}</Viewing>
  );
}

function picturesOf(message: Message): Picture[] {
  if (message.deleted_at !== null) return [];
  const content = objectOf(message.content);
  const [who, at] = [writerOf(message), message.created_at];
  // the words of a template begin with what its file is
  const template = message.type === "template" ? (message.text ?? "").replace(/^(Image|Video)\n/, "") : null;
  return filesOf(message.type, content).flatMap(({ kind, file }, nth) => {
    const id = mediaIdOf(file);
    if (id === null || !["image", "video"].includes(kind)) return [];
    const caption = textAt(file, "caption", "body") ?? textAt(content, "body") ?? template;
    return [{ key: `${message.id} ${nth}`, id, kind, name: nameOf(kind, file), caption, who, at }];
  });
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
