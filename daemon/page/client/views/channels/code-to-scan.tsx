import { useEffect, useReducer } from "react";
import type { ResponseOf } from "../../api/call.ts";
import type { Problem } from "../../api/problem.ts";
import { Code } from "../../parts/code.tsx";
import { ProblemNote } from "../../parts/problem.tsx";
import { Qr } from "../../parts/qr.tsx";
import common from "../../style/common.module.css";
import { CHANNELS } from "../../view-words.ts";
import style from "./channels.module.css";

type CodeToScanProps = {
  channelId: string;
  isSandbox: boolean;
  asked: {
    data: ResponseOf<"GET /v1/channels/{id}/qr"> | undefined;
    /** When that was answered, in milliseconds by the clock of this browser. */
    dataUpdatedAt: number;
    error: Problem | null;
    isFetching: boolean;
    refetch: () => unknown;
  };
};

/** A QR code with the seconds that it is good for. At its end, the next one takes its place. */
export function CodeToScan({ channelId, isSandbox, asked }: CodeToScanProps) {
  const { data, dataUpdatedAt, error, isFetching, refetch } = asked;
  const endsAt = dataUpdatedAt + (data?.expires_in_seconds ?? 0) * 1000;
  const seconds = useSecondsUntil(endsAt);
  const isOver = seconds <= 0;
  useEffect(() => {
    if (isOver && !isFetching && error === null) refetch();
  }, [isOver, isFetching, error, refetch]);
  // the phone was quicker than this question
  if (error !== null && error.code !== "already_connected")
    return <ProblemNote problem={error} onTryAgain={() => void refetch()} />;
  const text = isOver ? null : (data?.qr ?? null);
  return (
    <div className={style.scan}>
      {text === null ? (
        <p className={style.waiting} role="status">
          {CHANNELS.askingForCode}
        </p>
      ) : (
        <div className={style.code}>
          <Qr text={text} label={CHANNELS.qrLabel} />
          <p className={common.quiet}>{CHANNELS.nextIn(seconds)}</p>
        </div>
      )}
      <div className={style.block}>
        <ol className={style.howTo}>
          {CHANNELS.howToScan.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ol>
        {isSandbox && (
          <>
            <p className={common.quiet}>{CHANNELS.sandboxScan}</p>
            <Code label={CHANNELS.sandboxScanLabel}>
              {`waypost sandbox phone 15557010001 --scan ${channelId} --once`}
            </Code>
          </>
        )}
      </div>
    </div>
  );
}

/** The whole seconds until a moment, counted down; 0 from then on. */
function useSecondsUntil(moment: number): number {
  const [, count] = useReducer((times: number) => times + 1, 0);
  useEffect(() => {
    const timer = setInterval(count, 1000);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.ceil((moment - Date.now()) / 1000));
}
