import { FileText, Image, type LucideIcon, Mic, Music, RotateCw, Sticker, Video } from "lucide-react";
import { useEffect, useRef } from "react";
import { useAsk } from "../../../api/queries.ts";
import { PHONE } from "../../../view-words.ts";
import { IconButton } from "../../button.tsx";
import style from "../phone.module.css";
import { type Json, textAt, webAddress } from "../read.ts";

const ICONS: Readonly<Record<string, LucideIcon>> = {
  image: Image,
  video: Video,
  audio: Music,
  voice: Mic,
  document: FileText,
  sticker: Sticker,
};

type UnloadedProps = { kind: string; file: Json; name: string };

/** A file that is somewhere else, or not chosen yet. */
export function Unloaded({ kind, file, name }: UnloadedProps) {
  const Icon = ICONS[kind] ?? FileText;
  const address = webAddress(textAt(file, "media_url", "link"));
  return (
    <span className={style.file}>
      <Icon aria-hidden size="1.25rem" />
      <span>
        <bdi>{name}</bdi>
        <bdi className={style.small}>{address === null ? PHONE.noFile : address.host + address.pathname}</bdi>
      </span>
    </span>
  );
}

type MissingProps = { kind: string; id: string; name: string; onAgain: (sides?: Json) => void };

/** A file that can't be shown: why, and a way to try again. One that is still being fetched comes by itself. */
export function Missing({ kind, id, name, onAgain }: MissingProps) {
  const Icon = ICONS[kind] ?? FileText;
  const { data, error } = useAsk(
    "GET /v1/media/{id}/info",
    { path: { id } },
    { isOver: ({ state }) => state !== "pending" },
  );
  const state = data?.state;
  const wasPending = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is shown once it is there, and not each time
  useEffect(() => {
    if (state === "ready" && wasPending.current) onAgain({ width: data?.width, height: data?.height });
    wasPending.current = state === "pending";
  }, [state]);
  const why =
    error?.status === 404 ? PHONE.fileExpired : state === "pending" ? PHONE.filePending : PHONE.fileGone;
  return (
    <span className={style.file}>
      <Icon aria-hidden size="1.25rem" />
      <span>
        <bdi>{name}</bdi>
        <span className={style.small}>{why}</span>
      </span>
      <IconButton label={PHONE.tryAgain} icon={RotateCw} onPress={() => onAgain()} />
    </span>
  );
}
