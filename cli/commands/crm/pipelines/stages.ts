export const stageOption = {
  stage: {
    value: "name[=won|lost]",
    repeat: true,
    description: "A stage; repeat in order. won and lost mark how a deal ends there",
  },
} as const;

/** A stage as the command line names it: `negotiation`, `won=won`, `lost=lost`. */
export function stageOf(text: string): { name: string; outcome: string } {
  const [, name = text, outcome = "open"] = /^(.+)=(won|lost)$/.exec(text) ?? [];
  return { name, outcome };
}
