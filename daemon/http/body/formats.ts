import { isTime } from "../../lib/time/is-time.ts";
import { FormatRegistry } from "../../lib/typebox.ts";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Sets what the formats of texts in requests take. Elysia's own take more than Postgres does, or mean another time
 * there: `urn:uuid:…`, 01/02/2027, the 30th of February.
 */
export function setFormats(): void {
  FormatRegistry.Set("date-time", isTime);
  FormatRegistry.Set("uuid", (text) => UUID.test(text));
}
