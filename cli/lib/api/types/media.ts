/* What the API takes and gives about files. */
import type { ResponseOf } from "../../../../daemon/start/types/routes.ts";

export type Media = ResponseOf<"GET /v1/media/{id}/info">;
export type ResumableUpload = ResponseOf<"GET /v1/media/uploads/{id}">;
