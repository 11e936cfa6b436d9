import type { ReactNode } from "react";
import type { Problem } from "../api/problem.ts";
import { ProblemNote } from "./problem.tsx";
import { Skeleton } from "./skeleton.tsx";
import { Detail } from "./split.tsx";

type DetailOfProps<Data> = {
  /** What is read, as `useAsk` has it. */
  asked: { data: Data | undefined; error: Problem | null; refetch: () => unknown };
  /** Stands in the title until it is read. */
  id: string;
  back: string;
  children: (data: Data) => ReactNode;
};

/** The detail of something that is read first: its place until then, or why it can't be read. */
export function DetailOf<Data>({ asked: { data, error, refetch }, id, back, children }: DetailOfProps<Data>) {
  if (data !== undefined && error?.status !== 404) return children(data);
  return (
    <Detail title={id} back={back}>
      {error === null ? <Skeleton /> : <ProblemNote problem={error} onTryAgain={() => void refetch()} />}
    </Detail>
  );
}
