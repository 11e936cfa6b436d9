import type { Route } from "../shared/routes.ts";
import { CHAT_ROUTES } from "./chats.ts";
import { GROUP_ROUTES } from "./groups.ts";
import { NOT_HERE } from "./not-here.ts";
import { SEND_ROUTES } from "./sends.ts";
import { SESSION_ROUTES } from "./sessions.ts";

/** Every path of WAHA's API that is answered here, or has its counterpart named. */
export const ROUTES: readonly Route[] = [
  ...SEND_ROUTES,
  ...SESSION_ROUTES,
  ...CHAT_ROUTES,
  ...GROUP_ROUTES,
  ...NOT_HERE,
];
