import type { Route } from "../shared/routes.ts";
import { CHAT_ROUTES } from "./chats.ts";
import { GROUP_ROUTES } from "./groups.ts";
import { INSTANCE_ROUTES } from "./instances.ts";
import { MESSAGE_ROUTES } from "./messages.ts";
import { NOT_HERE } from "./not-here.ts";
import { OPERATION_ROUTES } from "./operations.ts";
import { SETTINGS_ROUTES } from "./settings.ts";
import { WEBHOOK_ROUTES } from "./webhooks.ts";

const ROOT: Route = {
  method: "GET",
  path: "/",
  answer: async ({ url }) => ({
    ...{ status: 200, message: "Welcome to Waypost, in the form of Evolution API", version: "2.3.7" },
    documentation: `${url}/docs/guides/from-evolution`,
  }),
};

/** Every path of Evolution's API that is answered here, or has its counterpart named. */
export const ROUTES: readonly Route[] = [
  ROOT,
  ...MESSAGE_ROUTES,
  ...CHAT_ROUTES,
  ...OPERATION_ROUTES,
  ...INSTANCE_ROUTES,
  ...SETTINGS_ROUTES,
  ...WEBHOOK_ROUTES,
  ...GROUP_ROUTES,
  ...NOT_HERE,
];
