import type { EndpointForm } from "../webhooks/forms/form.ts";

/** The forms of other products in which endpoints can get their events: one line for each. */
export const FORMS: readonly EndpointForm[] = [];
