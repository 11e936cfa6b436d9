import type { FileLimits, Platform } from "../provider.ts";
import { ACCOUNT_FORM } from "./account-form.ts";
import { ENCODERS } from "./encode/encoders.ts";
import { REQUIREMENTS } from "./encode/requirements.ts";
import { readInbound } from "./inbound/inbound.ts";
import { throughputOf } from "./throughput.ts";

const OFFICE = "vnd\\.openxmlformats-officedocument\\.";

/** Meta, "Media": supported media types. */
const FILE_LIMITS: FileLimits = {
  videoBytes: 16 * 1024 * 1024,
  documents: {
    types: new RegExp(
      `^(text/plain|application/(pdf|msword|vnd\\.ms-(excel|powerpoint)|${OFFICE}(wordprocessingml\\.document|spreadsheetml\\.sheet|presentationml\\.presentation)))$`,
    ),
    named: "official numbers take PDF, Word, Excel, PowerPoint and plain text as documents",
  },
};

/** Meta's Cloud API. */
export const CLOUD_API: Platform = {
  name: "whatsapp_official",
  encoders: ENCODERS,
  requirements: REQUIREMENTS,
  connects: ACCOUNT_FORM,
  knowsStatus: "calls",
  addressedBy: ["phone", "bsuid", "parent_bsuid"],
  dropsCopies: false,
  hasServiceWindow: true,
  rendersTemplates: false,
  hasTypedChoices: false,
  looksUpNumbers: false,
  fileLimits: FILE_LIMITS,
  throughputOf,
  readWebhook: readInbound,
};
