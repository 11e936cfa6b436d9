import { Elysia } from "elysia";
import { audit } from "../auth/audit.ts";
import { mustFindContact } from "../contacts/find.ts";
import { documented } from "../http/openapi/documentation.ts";
import type { Reading } from "../http/reading.ts";
import { Id } from "../http/resource/read-routes.ts";
import type { Http } from "../http/server.ts";
import { BYTES } from "../media/documentation.ts";
import { type ArchiveDependencies, archiveOf } from "./archive.ts";

type Dependencies = ArchiveDependencies & { reading: Reading };

/** `/v1/contacts/{id}/archive`: all that is kept of a person, to be given to them. */
export function archiveRoutes(http: Http, dependencies: Dependencies) {
  const { sql, reading } = dependencies;
  return new Elysia({ prefix: "/v1/contacts" }).use(http).get(
    "/:id/archive",
    async ({ caller, params, atPace, brokeOff }) => {
      const { organizationId } = caller;
      const { id } = await mustFindContact(sql, organizationId, params.id);
      await audit(sql, caller, { action: "contact.archived", target: { type: "contact", id } });
      const key = { organizationId, contactId: id };
      const archive = await archiveOf(reading.of(caller), dependencies, key, brokeOff);
      return new Response(atPace(archive), {
        headers: {
          "content-type": "application/zip",
          "cache-control": "private, no-store",
          "content-disposition": `attachment; filename="${id}.zip"`,
        },
      });
    },
    {
      permission: "contacts:erase",
      proved: true,
      streams: true,
      params: Id,
      detail: documented({
        operation: "archiveContact",
        summary: "Download everything about a person",
        description:
          "A ZIP archive, made as it is read: `index.html` for people, `person.json` for programs, and the files of the messages. It has the contact with all that is beside it, what was said to and by the person, and of groups what they wrote themselves, nothing of others. If it can't be made to its end, the connection is cut.",
        responses: {
          200: { description: "The archive", mediaType: "application/zip", schema: BYTES, example: "…" },
        },
      }),
    },
  );
}
