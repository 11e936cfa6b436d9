/* What the API takes and gives about imports. */
import type { ResponseOf } from "../../../../daemon/start/types/routes.ts";

export type ContactImport = ResponseOf<"GET /v1/contacts/imports/{id}">;
export type ImportPreview = ResponseOf<"POST /v1/contacts/import/preview">;
