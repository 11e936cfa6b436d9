import type { FrontShape } from "../../http/inside/front.ts";
import { keyInHeaders } from "../front.ts";
import { refusal } from "./errors.ts";

/** How programs made for the Graph API send a key, and read a refusal. */
export const META_SHAPE: FrontShape = {
  prefix: "/graph/",
  keyOf: (request) => keyInHeaders(request) ?? new URL(request.url).searchParams.get("access_token"),
  refusal,
};
