export const DRIFT = {
  title: "Drift",
  text: "What came in that this version doesn't read. Something new often announces a change that your numbers will feel: upgrade, or report it. Only names are kept, never content.",
  shape: "What",
  source: "Where",
  sources: {
    meta_webhook: "Webhooks of Meta",
    meta_answer: "Answers of Meta",
    stanza: "WhatsApp Web",
    close_code: "Ends of connections",
  } as Record<string, string>,
  first: "First",
  fresh: "new,",
  last: "Last",
  count: "Count",
  emptyTitle: "All that came in is known",
  emptyText:
    "What Meta and WhatsApp send is compared with what this version reads. Something unknown is named here within a minute, by `waypost doctor`, and in the metrics.",
} as const;
