import { Elysia } from "elysia";
import type { Http } from "../../http/server.ts";
import { exportRoutes } from "../../imports/export-routes.ts";
import { numberCheckRoutes } from "../../imports/number-check-routes.ts";
import { importRoutes } from "../../imports/routes.ts";
import { linkRoutes } from "../../media/links/routes.ts";
import { pictureRoutes } from "../../media/people/routes.ts";
import { mediaRoutes } from "../../media/routes.ts";
import { resumableRoutes } from "../../media/uploads/resumable/routes.ts";
import type { Common } from "./common.ts";

/** Files, and what comes and goes as one. */
export function fileRoutes(http: Http, { shared, listing, pictures }: Common) {
  return new Elysia()
    .use(mediaRoutes(http, listing("media")))
    .use(pictureRoutes(http, pictures))
    .use(linkRoutes(http, shared))
    .use(resumableRoutes(http, { ...listing("uploads"), ...shared.uploads }))
    .use(importRoutes(http, listing("imports")))
    .use(numberCheckRoutes(http, shared))
    .use(exportRoutes(http, shared));
}
