import { Pause, Play } from "lucide-react";
import { type RefObject, useEffect, useRef, useState } from "react";
import { PHONE } from "../../../view-words.ts";
import { IconButton } from "../../button.tsx";
import style from "../phone.module.css";
import { numberAt } from "../read.ts";
import { duration, sourceOf } from "./media.ts";
import { useNear } from "./near.ts";
import { usePlayer } from "./player.ts";
import type { Shown } from "./shown.ts";
import { BARS, givenWaves, wavesOf } from "./waves.ts";

/** A voice message: played, wound, faster on request, drawn by how loud it is. */
export function Voice(shown: Shown) {
  const place = useRef<HTMLDivElement>(null);
  const waves = useWaves(shown, useNear(place));
  return <Player {...shown} place={place} waves={waves} />;
}

/** Another recording, such as music. */
export function Recording(shown: Shown) {
  const place = useRef<HTMLDivElement>(null);
  return <Player {...shown} place={place} waves={null} />;
}

type PlayerProps = Shown & {
  place: RefObject<HTMLDivElement | null>;
  waves: readonly number[] | null;
};

function Player({ id, name, file, onGone, place, waves }: PlayerProps) {
  const player = usePlayer(numberAt(file, "seconds"));
  const { isPlaying, seconds, at, speed } = player;
  const end = Math.max(seconds ?? 0, at);
  return (
    <div ref={place} className={style.sound}>
      <audio {...player.audio} src={sourceOf(id)} preload="none" aria-label={name} onError={onGone} />
      <IconButton
        label={isPlaying ? PHONE.pause(name) : PHONE.play(name)}
        icon={isPlaying ? Pause : Play}
        onPress={player.toggle}
      />
      <span className={style.track}>
        <Bars waves={waves} share={end === 0 ? 0 : at / end} />
        <input
          type="range"
          aria-label={PHONE.place(name)}
          aria-valuetext={duration(at)}
          min={0}
          max={Math.max(end, 0.1)}
          step={0.1}
          value={at}
          onChange={({ target }) => player.wind(Number(target.value))}
        />
      </span>
      <span className={style.small}>{end > 0 && duration(isPlaying || at > 0 ? at : end)}</span>
      <button type="button" className={style.speed} aria-label={PHONE.speed(speed)} onClick={player.faster}>
        {speed}×
      </button>
    </div>
  );
}

/** One path for all bars, drawn twice: what was played stands over what was not. */
function Bars({ waves, share }: { waves: readonly number[] | null; share: number }) {
  const bars = waves ?? Array.from({ length: BARS }, () => 0.1);
  const path = bars.map((one, at) => {
    const half = Math.max(0.08, one) * 14;
    return `M${at * 4 + 2} ${16 - half}V${16 + half}`;
  });
  const played = { clipPath: `inset(0 ${100 - share * 100}% 0 0)` };
  return (
    <svg viewBox={`0 0 ${BARS * 4} 32`} preserveAspectRatio="none" aria-hidden="true">
      <path d={path.join("")} />
      <path d={path.join("")} className={style.played} style={played} />
    </svg>
  );
}

function useWaves({ id, file }: Shown, isNear: boolean): readonly number[] | null {
  const [waves, setWaves] = useState(() => givenWaves(file.waveform));
  useEffect(() => {
    let isCurrent = true;
    if (isNear && waves === null) void wavesOf(sourceOf(id)).then((read) => isCurrent && setWaves(read));
    return () => {
      isCurrent = false;
    };
  }, [id, isNear, waves]);
  return waves;
}
