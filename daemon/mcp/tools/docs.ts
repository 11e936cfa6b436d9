import { Refused } from "../../http/inside/own-api.ts";
import { Type } from "../../lib/typebox.ts";
import { output, READS, tool } from "../tool.ts";

/** Characters of a page at a time. */
const PAGE = 24_000;

export const docs = tool({
  name: "docs",
  description: "Search Waypost's documentation (q), or read a page that was found",
  input: Type.Object(
    {
      q: Type.Optional(Type.String({ minLength: 1 })),
      page: Type.Optional(Type.String()),
      from: Type.Optional(Type.Integer({ minimum: 0, description: "Character to continue at" })),
    },
    { additionalProperties: false },
  ),
  output: output({
    found: Type.Optional(Type.Array(Type.Unsafe({}))),
    text: Type.Optional(Type.String()),
    next: Type.Optional(Type.Integer()),
  }),
  annotations: READS,
  async run(_, { q, page, from = 0 }, manual) {
    if (q === undefined && page === undefined)
      throw new Refused(422, { code: "invalid_request", detail: "name a page, or words to search for (q)" });
    if (q !== undefined) return { records: {}, own: { found: manual.search(q) } };
    const text = manual.read(page ?? "");
    if (text === null) throw new Refused(404, { code: "not_found", detail: "no such page; search with q" });
    const next = from + PAGE;
    return { records: {}, own: { text: text.slice(from, next), ...(next < text.length ? { next } : {}) } };
  },
});
