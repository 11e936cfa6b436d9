/** Of commands that print CSV. */
export const rawOption = {
  description:
    "The cells of CSV as they are, for programs, without the apostrophe that keeps a spreadsheet from running one as a formula",
} as const;
