/* What the API takes and gives about templates. */
import type { BodyOf, ResponseOf } from "../../../../daemon/start/types/routes.ts";

export type NewTemplate = BodyOf<"POST /v1/templates">;
export type Template = ResponseOf<"GET /v1/templates/{id}">;
export type TemplateSync = ResponseOf<"GET /v1/templates/sync/{id}">;
