import { useEffect, useRef, useState } from "react";
import { Problem } from "../../../../api/problem.ts";
import { BOX } from "../../../../view-words.ts";

/** As the daemon converts them: WebM of Chromium and Firefox, MP4 of Safari. */
const TYPES = ["audio/webm;codecs=opus", "audio/ogg;codecs=opus", "audio/mp4"];

export type Recording = {
  /** When it began, by the clock of `performance`; null until the microphone may be used. */
  startedAt: number | null;
  problem: Problem | null;
  /** Ends it, and hands over what was said. */
  stop: () => void;
};

/** Records from the microphone while the component is there; what is not ended by then is dropped. */
export function useRecording(onRecorded: (file: File) => void): Recording {
  const [startedAt, setStartedAt] = useState<number | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const recorder = useRef<MediaRecorder | null>(null);
  const done = useRef(onRecorded);
  done.current = onRecorded;
  useEffect(() => {
    let isGone = false;
    openMicrophone().then(
      (stream) => {
        if (isGone) return close(stream);
        recorder.current = record(stream, (file) => !isGone && done.current(file));
        setStartedAt(performance.now());
      },
      (cause: unknown) => !isGone && setProblem(problemOf(cause)),
    );
    return () => {
      isGone = true;
      if (recorder.current?.state === "recording") recorder.current.stop();
    };
  }, []);
  return { startedAt, problem, stop: () => recorder.current?.stop() };
}

async function openMicrophone(): Promise<MediaStream> {
  // it is not there without https, but on the daemon's own machine
  if (navigator.mediaDevices === undefined) throw new DOMException("", "SecurityError");
  return await navigator.mediaDevices.getUserMedia({ audio: true });
}

function record(stream: MediaStream, onDone: (file: File) => void): MediaRecorder {
  const mimeType = TYPES.find((type) => MediaRecorder.isTypeSupported(type));
  const recorder = new MediaRecorder(stream, mimeType === undefined ? {} : { mimeType });
  const parts: Blob[] = [];
  recorder.ondataavailable = ({ data }) => parts.push(data);
  recorder.onstop = () => {
    close(stream);
    const type = recorder.mimeType.split(";")[0] ?? "";
    onDone(new File(parts, `voice.${type.split("/")[1] ?? "webm"}`, { type }));
  };
  recorder.start();
  return recorder;
}

function close(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

/** Why there is no sound, in words. */
function problemOf(cause: unknown): Problem {
  const name = cause instanceof DOMException ? cause.name : "";
  const [detail, hint] = BOX.noMicrophone[name] ?? BOX.microphoneFails;
  return new Problem(0, "no_microphone", detail, hint);
}
