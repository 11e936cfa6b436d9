import { Suspense, useEffect, useState } from "react";
import { setStepUp } from "../api/call.ts";
import { lazyOver } from "./missing-file.tsx";

const StepUp = lazyOver(() => import("./step-up.tsx"));

/** A request that waits for a proof of who asks. */
type Waiting = { goOn: () => void; giveUp: () => void };

/** Asks for a proof of who it is when a request needs one; those that wait for it are then made again. */
export function SteppingUp() {
  const [waiting, setWaiting] = useState<readonly Waiting[]>([]);
  useEffect(() => {
    setStepUp(
      (problem) =>
        new Promise<void>((resolve, reject) => {
          const one = { goOn: resolve, giveUp: () => reject(problem) };
          setWaiting((before) => [...before, one]);
        }),
    );
    return () => setStepUp(null);
  }, []);
  function end(how: keyof Waiting): void {
    for (const one of waiting) one[how]();
    setWaiting([]);
  }
  if (waiting.length === 0) return null;
  return (
    <Suspense>
      <StepUp onDone={() => end("goOn")} onClose={() => end("giveUp")} />
    </Suspense>
  );
}
