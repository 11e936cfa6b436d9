import type { BodyOf, ResponseOf } from "../../api/call.ts";

/** The login provider as the API shows it. */
export type Provider = ResponseOf<"GET /v1/settings/login-provider">;
/** What is changed of it. */
export type Changes = BodyOf<"PATCH /v1/settings/login-provider">;
