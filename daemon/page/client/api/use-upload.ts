import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { newIdempotencyKey, type ResponseOf, type Route } from "./call.ts";
import { asProblem, type Problem } from "./problem.ts";
import { nounOf, readAgain } from "./queries.ts";
import { type FileRequest, type UploadOptions, upload } from "./upload.ts";

/** A file that can be sent: `run` sends it, and resolves with null if it was refused or cancelled. */
export type Upload<Name extends Route> = {
  run: (
    request: FileRequest<Name>,
    file: Blob,
    headers?: UploadOptions["headers"],
  ) => Promise<ResponseOf<Name> | null>;
  /** The part that was sent, from 0 to 1; null while none is being sent. */
  progress: number | null;
  problem: Problem | null;
  cancel: () => void;
  clear: () => void;
};

/**
 * Sends files, one at a time, and reads again what the route's noun has. The same file that failed on its way keeps its
 * idempotency key when it is sent again.
 */
export function useUpload<Name extends Route>(route: Name): Upload<Name> {
  const client = useQueryClient();
  const [progress, setProgress] = useState<number | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const intention = useRef<{ of: string; file: Blob | null; key: string }>({ of: "", file: null, key: "" });
  const running = useRef<AbortController | null>(null);

  async function run(
    request: FileRequest<Name>,
    file: Blob,
    headers?: UploadOptions["headers"],
  ): Promise<ResponseOf<Name> | null> {
    const of = JSON.stringify(request);
    if (intention.current.of !== of || intention.current.file !== file)
      intention.current = { of, file, key: newIdempotencyKey() };
    running.current?.abort();
    const mine = new AbortController();
    running.current = mine;
    setProblem(null);
    setProgress(0);
    try {
      const response = await upload(route, request, file, {
        signal: mine.signal,
        idempotencyKey: intention.current.key,
        onProgress: (share) => mine === running.current && setProgress(share),
        ...(headers && { headers }),
      });
      intention.current = { of: "", file: null, key: "" };
      await readAgain(client, nounOf(route));
      return response;
    } catch (cause) {
      if (!mine.signal.aborted) setProblem(asProblem(cause));
      return null;
    } finally {
      if (mine === running.current) setProgress(null);
    }
  }

  return {
    run,
    progress,
    problem,
    cancel: () => running.current?.abort(),
    clear: () => setProblem(null),
  };
}
