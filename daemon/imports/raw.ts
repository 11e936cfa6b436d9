import { t } from "elysia";

/** Of an export as CSV. Of a query: Elysia's own, which reads it from text. */
export const Raw = t.Optional(
  t.Boolean({
    default: false,
    description:
      "true: the cells of CSV as they are, for programs, without the apostrophe that keeps a spreadsheet from running one as a formula",
  }),
);
