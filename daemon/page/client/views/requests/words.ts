export const REQUESTS = {
  title: "Requests",
  pathExample: "Path, such as /v1/messages",
  path: "Path",
  method: "Method",
  status: "Status",
  statuses: [
    { value: "4xx,5xx", label: "refused or failed" },
    { value: "2xx", label: "done" },
    { value: "4xx", label: "refused (4xx)" },
    { value: "5xx", label: "failed (5xx)" },
  ],
  took: "Took",
  milliseconds: (value: number) => `${value.toLocaleString()} ms`,
  who: "Who",
  when: "When",
  code: "Code",
  leftOut: (count: number) => `${count.toLocaleString()} requests are missing: they were too many at once.`,
  emptyTitle: "No request yet",
  emptyText:
    "Each answered request with a valid key or login appears here as it happens. The last ones are kept.",
  broken: "The requests can't be read now. They appear as soon as they can.",
} as const;
