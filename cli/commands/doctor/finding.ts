export type FindingStatus = "ok" | "warning" | "problem" | "skipped";

/** The result of one check, and what to do when it is not well. */
export type Finding = { check: string; status: FindingStatus; found: string; advice: string | null };

export function well(check: string, found: string): Finding {
  return { check, status: "ok", found, advice: null };
}

export function warning(check: string, found: string, advice: string): Finding {
  return { check, status: "warning", found, advice };
}

export function problem(check: string, found: string, advice: string): Finding {
  return { check, status: "problem", found, advice };
}

export function skipped(check: string, found: string, advice: string): Finding {
  return { check, status: "skipped", found, advice };
}
