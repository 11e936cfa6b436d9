import { useEffect, useRef } from "react";
import type { Problem } from "../api/problem.ts";
import { problemText } from "./problem.tsx";
import { notice } from "./toast.tsx";

/** Says that something was refused once nothing shows that any more, with the way to where it was begun. */
export function useRefusedLater(what: string, href: string): (problem: Problem) => void {
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);
  return (problem) => {
    if (isGone.current) notice(`${what} ${problemText(problem)}`, href);
  };
}
