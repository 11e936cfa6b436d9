import { Elysia } from "elysia";
import type { Http } from "../../http/server.ts";
import { exportRoutes } from "../../imports/export-routes.ts";
import { numberCheckRoutes } from "../../imports/number-check-routes.ts";
import { importRoutes } from "../../imports/routes.ts";
import { linkRoutes } from "../../media/links/routes.ts";
import { profileRoutes } from "../../media/own-profile/routes.ts";
import { pictureRoutes } from "../../media/people/routes.ts";
import { mediaRoutes } from "../../media/routes.ts";
import { resumableRoutes } from "../../media/uploads/resumable/routes.ts";
import type { Common } from "./common.ts";

/** Files, and what comes and goes as one. */
export function fileRoutes(http: Http, { shared, listing, pictures }: Common) {
  return new Elysia()
    .use(mediaRoutes(http, listing("media")))
    .use(pictureRoutes(http, pictures))
    .use(profileRoutes(http, profilesOf({ shared, pictures })))
    .use(linkRoutes(http, shared))
    .use(resumableRoutes(http, { ...listing("uploads"), ...shared.uploads }))
    .use(importRoutes(http, listing("imports")))
    .use(numberCheckRoutes(http, shared))
    .use(exportRoutes(http, shared));
}

/** What a number shows of itself is read as people's pictures are, and its own is made of an uploaded file. */
function profilesOf({ shared, pictures }: Pick<Common, "shared" | "pictures">) {
  const { providers, media: store, uploads, outside } = shared;
  const { organizationMediaGb } = outside;
  return { ...pictures, providers, store, organizationMediaGb, converter: uploads.converter };
}
