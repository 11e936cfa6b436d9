import { Elysia } from "elysia";
import { transact } from "../../../db/connection/client.ts";
import { documented } from "../../http/openapi/documentation.ts";
import { problem } from "../../http/problem.ts";
import type { Http } from "../../http/server.ts";
import { Type } from "../../lib/typebox.ts";
import { rowsOf } from "./file.ts";
import { importQuickReplies } from "./import.ts";

/** As many as are taken in one transaction. */
const MOST = 1000;
const MOST_CHARACTERS = 1_000_000;

const ImportBody = Type.Object(
  {
    name: Type.Optional(
      Type.String({
        maxLength: 255,
        description: "The file's name: one that ends in `.csv` is read as CSV, others as YAML or JSON",
      }),
    ),
    text: Type.String({
      minLength: 1,
      maxLength: MOST_CHARACTERS,
      description: `What is in it: at most ${MOST} objects with the members of a quick reply, or what the list answers`,
    }),
    dry_run: Type.Optional(Type.Boolean({ description: "Answer what would change, and change nothing" })),
  },
  { examples: [{ name: "replies.csv", text: "shortcut,body\nhours,From 9 to 22.", dry_run: true }] },
);

const Steps = Type.Object(
  {
    data: Type.Array(
      Type.Object({
        shortcut: Type.String(),
        action: Type.Union(
          (["create", "change", "none", "refused"] as const).map((one) => Type.Literal(one)),
        ),
        detail: Type.Union([Type.String(), Type.Null()], { description: "Why it is refused" }),
      }),
    ),
  },
  { examples: [{ data: [{ shortcut: "hours", action: "create", detail: null }] }] },
);

/** `/v1/quick_replies/import`: quick replies of a file. */
export function quickReplyImportRoutes(http: Http) {
  return new Elysia().use(http).post(
    "/v1/quick_replies/import",
    async ({ caller, body: { name = "", text, dry_run = false }, once }) => {
      const rows = rowsOf(name, text);
      if (rows.length > MOST)
        throw problem(
          422,
          "invalid_request",
          `/text: it has ${rows.length} quick replies; give at most ${MOST}`,
        );
      return await once(async (sql) => {
        const data = await transact(sql, (sql) => importQuickReplies(sql, caller, rows, dry_run));
        return { status: 200, body: { data } };
      });
    },
    {
      permission: "messages:send",
      idempotent: true,
      body: ImportBody,
      detail: documented({
        operation: "importQuickReplies",
        summary: "Import quick replies from a file",
        description:
          "Those whose shortcut is new are created, others changed to what the file says; what it does not have stays. What is refused stays as it is, and the others are taken.",
        errors: [],
        responses: { 200: { description: "What became of each, in the order of the file", schema: Steps } },
      }),
    },
  );
}
