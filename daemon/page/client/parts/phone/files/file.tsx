import { type ReactNode, useState } from "react";
import type { Json } from "../read.ts";
import { mediaIdOf, nameOf } from "./media.ts";
import { Missing, Unloaded } from "./missing.tsx";
import { Paper } from "./paper.tsx";
import { Clip, Picture, Sticker } from "./picture.tsx";
import type { Shown } from "./shown.ts";
import { Recording, Voice } from "./sound.tsx";

const DRAWN: Readonly<Record<string, (shown: Shown) => ReactNode>> = {
  image: Picture,
  sticker: Sticker,
  video: Clip,
  audio: Recording,
  voice: Voice,
  document: Paper,
};

/** The file of a message. Only files that the daemon has are loaded: an address of others is shown, and not asked. */
export function PhoneFile({ kind, file }: { kind: string; file: Json }) {
  const [isGone, setGone] = useState(false);
  const [sides, setSides] = useState<Json>({});
  const id = mediaIdOf(file);
  const name = nameOf(kind, file);
  if (id === null) return <Unloaded {...{ kind, file, name }} />;
  if (isGone) {
    const again = (found: Json = {}) => {
      setSides(found);
      setGone(false);
    };
    return <Missing {...{ kind, id, name }} onAgain={again} />;
  }
  const Draw = DRAWN[kind] ?? Paper;
  return <Draw key={id} {...{ id, name }} file={{ ...sides, ...file }} onGone={() => setGone(true)} />;
}
