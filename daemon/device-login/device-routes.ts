import { Elysia } from "elysia";
import type { Http } from "../http/server.ts";
import { deviceAnswerRoutes } from "./answer-routes.ts";
import { type DevicePageDependencies, devicePageRoutes } from "./page-routes.ts";
import { type DeviceLoginDependencies, deviceLoginRoutes } from "./routes.ts";

/** All of a terminal's login: its question, the answer to it, and the page where somebody gives that. */
export function deviceRoutes(http: Http, dependencies: DeviceLoginDependencies & DevicePageDependencies) {
  return new Elysia()
    .use(deviceLoginRoutes(http, dependencies))
    .use(deviceAnswerRoutes(http, dependencies))
    .use(devicePageRoutes(http, dependencies));
}
