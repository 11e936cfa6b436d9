import { type AudioHTMLAttributes, type RefObject, useEffect, useRef, useState } from "react";

const SPEEDS = [1, 1.5, 2];

/** Only one recording is heard at a time, at the speed that was chosen last. */
let playing: HTMLAudioElement | null = null;
let usual = 1;

type Player = {
  audio: AudioHTMLAttributes<HTMLAudioElement> & { ref: RefObject<HTMLAudioElement | null> };
  isPlaying: boolean;
  /** How long it is; null until that is known. */
  seconds: number | null;
  at: number;
  speed: number;
  toggle: () => void;
  wind: (to: number) => void;
  faster: () => void;
};

/** Plays a recording that is so long, as far as that is known before it is loaded. */
export function usePlayer(known: number | null): Player {
  const ref = useRef<HTMLAudioElement>(null);
  const [isPlaying, setPlaying] = useState(false);
  const [seconds, setSeconds] = useState(known);
  const [at, setAt] = useState(0);
  const [speed, setSpeed] = useState(usual);
  useEffect(() => () => ref.current?.pause(), []);
  const toggle = () => {
    const { current } = ref;
    if (current === null) return;
    if (!current.paused) return current.pause();
    playing?.pause();
    playing = current;
    setSpeed(usual);
    current.playbackRate = usual;
    // what is wrong with it, `onError` says
    void current.play().catch(() => {});
  };
  return {
    audio: {
      ref,
      onPlay: () => setPlaying(true),
      onPause: () => setPlaying(false),
      onEnded: () => setAt(0),
      onTimeUpdate: ({ currentTarget }) => setAt(currentTarget.currentTime),
      onDurationChange: ({ currentTarget: { duration } }) => {
        if (Number.isFinite(duration)) setSeconds(duration);
      },
    },
    ...{ isPlaying, seconds, at, speed, toggle },
    wind(to) {
      setAt(to);
      if (ref.current !== null) ref.current.currentTime = to;
    },
    faster() {
      usual = SPEEDS[(SPEEDS.indexOf(speed) + 1) % SPEEDS.length] ?? 1;
      setSpeed(usual);
      if (ref.current !== null) ref.current.playbackRate = usual;
    },
  };
}
