import { FileText, Music, Video } from "lucide-react";
import { useState } from "react";
import { BOX } from "../../../../view-words.ts";
import type { Attached } from "../outgoing.ts";
import style from "./attached.module.css";

/** How a file looks: its picture, the sound of a recording, or what it is. */
export function FileLook({ attached: { file, url, kind, isVoice } }: { attached: Attached }) {
  const [isBroken, setBroken] = useState(false);
  if (isVoice)
    // biome-ignore lint/a11y/useMediaCaption: a recording has no subtitles
    return <audio className={style.sound} src={url} controls aria-label={BOX.voice} />;
  if (file.type.startsWith("image/") && !isBroken)
    return <img className={style.picture} src={url} alt="" onError={() => setBroken(true)} />;
  if (file.type.startsWith("video/") && !isBroken)
    return (
      <video className={style.picture} src={url} muted preload="metadata" onError={() => setBroken(true)} />
    );
  const Icon = kind === "audio" ? Music : kind === "video" ? Video : FileText;
  return (
    <span className={style.picture}>
      <Icon aria-hidden size="1.5rem" />
    </span>
  );
}
