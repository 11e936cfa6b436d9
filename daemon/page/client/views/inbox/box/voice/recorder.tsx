import { Mic, X } from "lucide-react";
import { useEffect, useState } from "react";
import { Button, IconButton } from "../../../../parts/button.tsx";
import { ProblemNote } from "../../../../parts/problem.tsx";
import { BOX } from "../../../../view-words.ts";
import { useRecording } from "./use-recording.ts";
import style from "./voice.module.css";

type RecorderProps = { onRecorded: (file: File) => void; onCancel: () => void };

/** Records a voice message: to listen to before it is sent. */
export default function Recorder({ onRecorded, onCancel }: RecorderProps) {
  const { startedAt, problem, stop } = useRecording(onRecorded);
  if (problem !== null)
    return (
      <div className={style.recorder}>
        <ProblemNote problem={problem} />
        <IconButton label={BOX.stopRecording} icon={X} onPress={onCancel} />
      </div>
    );
  return (
    <section className={style.recorder} aria-label={BOX.recording}>
      <span className={style.dot} aria-hidden />
      <span role="timer">{startedAt === null ? BOX.allowMicrophone : <Elapsed since={startedAt} />}</span>
      <Button onPress={onCancel}>{BOX.stopRecording}</Button>
      {startedAt !== null && (
        <Button kind="main" icon={Mic} onPress={stop}>
          {BOX.finishRecording}
        </Button>
      )}
    </section>
  );
}

function Elapsed({ since }: { since: number }) {
  const [now, setNow] = useState(since);
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 250);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.floor((now - since) / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
