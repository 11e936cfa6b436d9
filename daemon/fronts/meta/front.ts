import type { Front } from "../front.ts";
import { metaRoutes } from "./routes.ts";
import { META_SHAPE } from "./shape.ts";

/** Meta's Graph API, over any channel. */
export const META: Front = { ...META_SHAPE, routes: metaRoutes };
