import { OFFICIAL_FILES } from "../../file-rules/platforms.ts";
import type { Platform } from "../provider.ts";
import { ACCOUNT_FORM } from "./account-form.ts";
import { ENCODERS } from "./encode/encoders.ts";
import { REQUIREMENTS } from "./encode/requirements.ts";
import { OFFICIAL_GROUPS } from "./groups/rules.ts";
import { readInbound } from "./inbound/inbound.ts";
import { throughputOf } from "./throughput.ts";

/** Meta's Cloud API. */
export const CLOUD_API: Platform = {
  name: "whatsapp_official",
  encoders: ENCODERS,
  requirements: REQUIREMENTS,
  connects: ACCOUNT_FORM,
  knowsStatus: "calls",
  addressedBy: ["phone", "bsuid", "parent_bsuid", "group"],
  dropsCopies: false,
  hasServiceWindow: true,
  rendersTemplates: false,
  hasTypedChoices: false,
  looksUpNumbers: false,
  groups: OFFICIAL_GROUPS,
  fileLimits: OFFICIAL_FILES,
  throughputOf,
  readWebhook: readInbound,
};
