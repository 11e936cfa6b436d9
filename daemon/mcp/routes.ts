import { createMcpHandler, type McpServer } from "@modelcontextprotocol/server";
import { Elysia } from "elysia";
import type { Logger } from "pino";
import type { Sql } from "../../db/connection/client.ts";
import { audit } from "../auth/audit.ts";
import type { Document } from "../docs/reference/document.ts";
import { describeEvents } from "../events/documentation.ts";
import type { Caller } from "../http/caller.ts";
import { createApi, type Handle, type Refused } from "../http/inside/own-api.ts";
import { createDocument, type DocumentParts } from "../http/openapi/document.ts";
import type { SenderReader } from "../http/sender.ts";
import type { Http } from "../http/server.ts";
import type { Secrets } from "../secrets/envelope.ts";
import { createPerson } from "./elicitation.ts";
import { createManual, type Manual } from "./manual.ts";
import { refuseForeignOrigin } from "./origin.ts";
import { createServer } from "./server.ts";
import type { Tool } from "./tool.ts";
import { type OwnWords, ownWords } from "./words.ts";

export type McpDependencies = {
  sql: Sql;
  secrets: Secrets;
  log: Logger;
  senderOf: SenderReader;
  /** Answers by the API's routes. */
  handle: Handle;
  routes: DocumentParts["routes"];
  publicUrl: string | undefined;
};

/** `/mcp`: the tools for agents, by the Model Context Protocol. It keeps nothing between two requests. */
export function mcpRoutes(
  http: Http,
  { sql, secrets, log, senderOf, handle, routes, publicUrl }: McpDependencies,
) {
  // made once, when somebody asks: all routes are there by then
  let known: { words: OwnWords; manual: Manual } | undefined;
  function knowledge() {
    if (known !== undefined) return known;
    const document = createDocument({ routes, webhooks: describeEvents }) as unknown as Document;
    known = { words: ownWords(document), manual: createManual(document) };
    return known;
  }

  async function note(caller: Caller, { name, annotations }: Tool, refused: Refused | null): Promise<void> {
    if (annotations.readOnlyHint === true && refused?.status !== 403) return;
    const changes = refused === null ? {} : { refused: refused.problem.code ?? refused.status };
    const entry = { action: "tool.called", target: { type: "tool", id: name }, changes };
    await audit(sql, { ...caller, tool: name }, entry);
  }

  return new Elysia().use(http).post(
    "/mcp",
    async ({ caller, request, server, body }) => {
      refuseForeignOrigin(request, publicUrl);
      const sender = senderOf(request, server);
      const { requestId } = caller;
      const make = (): McpServer =>
        createServer({
          apiFor: (tool) => createApi({ handle, request, sender, requestId, tool }),
          ...knowledge(),
          person: createPerson({ sql, secrets }, caller),
          note: (tool, refused) => note(caller, tool, refused),
        });
      const onerror = (err: Error) =>
        log.debug({ err, request_id: requestId }, "a request of an agent failed");
      // nothing here changes by itself, so there is nothing to subscribe to
      const handler = createMcpHandler(make, { onerror, maxSubscriptions: 0 });
      return await handler.fetch(request, { parsedBody: body });
    },
    { permission: "any", detail: { hide: true } },
  );
}
