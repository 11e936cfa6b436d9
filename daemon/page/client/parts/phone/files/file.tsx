import { FileText, Image, type LucideIcon, Mic, Music, Sticker, Video } from "lucide-react";
import { useState } from "react";
import { addressOf } from "../../../api/root.ts";
import style from "../phone.module.css";
import { type Json, textAt, webAddress } from "../read.ts";
import { PHONE } from "../words.ts";

const ICONS: Readonly<Record<string, LucideIcon>> = {
  image: Image,
  video: Video,
  audio: Music,
  voice: Mic,
  document: FileText,
  sticker: Sticker,
};

type FileProps = { kind: string; file: Json };

/** The file of a message. Only files that the daemon has are loaded: an address of others is shown, and not asked. */
export function PhoneFile({ kind, file }: FileProps) {
  const [isGone, setGone] = useState(false);
  const id = mediaIdOf(file);
  const name = textAt(file, "file_name", "filename") ?? PHONE.file[kind] ?? kind;
  if (id === null || isGone) return <Placeholder kind={kind} file={file} name={name} isGone={isGone} />;
  const src = addressOf(`/v1/media/${encodeURIComponent(id)}`);
  const onError = () => setGone(true);
  if (kind === "image" || kind === "sticker")
    return <img className={style[kind]} src={src} alt={name} loading="lazy" onError={onError} />;
  if (kind === "video")
    return (
      // biome-ignore lint/a11y/useMediaCaption: messages have no subtitles
      <video
        className={style.image}
        src={src}
        controls
        preload="metadata"
        aria-label={name}
        onError={onError}
      />
    );
  if (kind === "audio" || kind === "voice")
    return (
      // biome-ignore lint/a11y/useMediaCaption: as above
      <audio className={style.audio} src={src} controls preload="none" aria-label={name} onError={onError} />
    );
  return (
    <a className={style.file} href={src} download={name} aria-label={PHONE.download(name)}>
      <FileText aria-hidden size={20} />
      {name}
    </a>
  );
}

type PlaceholderProps = FileProps & { name: string; isGone: boolean };

function Placeholder({ kind, file, name, isGone }: PlaceholderProps) {
  const Icon = ICONS[kind] ?? FileText;
  const address = webAddress(textAt(file, "media_url", "link"));
  return (
    <span className={style.file}>
      <Icon aria-hidden size={20} />
      <span>
        {name}
        <span className={style.small}>
          {isGone ? PHONE.fileGone : address === null ? PHONE.noFile : address.host + address.pathname}
        </span>
      </span>
    </span>
  );
}

/** The id of a file that the daemon has: of a received one, or of an uploaded one that stands for an address. */
function mediaIdOf(file: Json): string | null {
  const id = textAt(file, "media_id");
  if (id !== null) return id;
  const address = webAddress(textAt(file, "media_url", "link"));
  return address?.hostname === "media.invalid" ? address.pathname.slice(1) : null;
}
