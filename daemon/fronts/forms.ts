import type { EndpointForm } from "../webhooks/forms/form.ts";
import { EVOLUTION_FORM } from "./evolution/form.ts";
import { META_FORM } from "./meta/receive/form.ts";
import { WAHA_FORM } from "./waha/form.ts";

/** The forms of other products in which endpoints can get their events: one line for each. */
export const FORMS: readonly EndpointForm[] = [META_FORM, EVOLUTION_FORM, WAHA_FORM];
