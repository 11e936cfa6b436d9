import { Elysia } from "elysia";
import { CONTACT_NOT_FOUND } from "../../contacts/documentation.ts";
import { mustFindContact } from "../../contacts/find.ts";
import { notFound } from "../../http/found.ts";
import { documented } from "../../http/openapi/documentation.ts";
import type { Http } from "../../http/server.ts";
import { Type } from "../../lib/typebox.ts";
import { BYTES } from "../documentation.ts";
import { type PictureDependencies, pictureOf } from "./pictures.ts";

/** `/v1/contacts/{id}/picture`: what people look like on WhatsApp. */
export function pictureRoutes(http: Http, dependencies: PictureDependencies) {
  return new Elysia({ prefix: "/v1/contacts" }).use(http).get(
    "/:id/picture",
    async ({ caller, params }) => {
      const { organizationId } = caller;
      const { id: contactId } = await mustFindContact(dependencies.sql, organizationId, params.id);
      const picture = await pictureOf(dependencies, { organizationId, contactId });
      if (picture === null) throw notFound("picture");
      return new Response(new Uint8Array(picture.bytes), {
        headers: {
          "content-type": picture.mime_type,
          // who may have it is asked again each time, after a logout too
          "cache-control": "private, no-cache",
          "content-disposition": "inline",
          "x-content-type-options": "nosniff",
          "content-security-policy": "default-src 'none'; sandbox",
        },
      });
    },
    {
      permission: "contacts:read",
      params: Type.Object({ id: Type.String({ maxLength: 64 }) }),
      detail: documented({
        operation: "getContactPicture",
        summary: "Get a contact's picture",
        description:
          "The small profile picture of somebody who writes with a paired number, as they show it to that number. WhatsApp is asked at most once a day for each contact, and 60 times an hour through each number; pictures that changed are asked for again. Meta's API shows none.",
        wording: { 404: { ...CONTACT_NOT_FOUND, description: "No such contact, or no picture of it" } },
        responses: {
          200: {
            description: "A JPEG, PNG or WebP of at most 64 KiB",
            mediaType: "image/jpeg",
            schema: BYTES,
            example: "…",
          },
        },
      }),
    },
  );
}
