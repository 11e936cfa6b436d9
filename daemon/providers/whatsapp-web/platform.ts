import type { Platform } from "../provider.ts";
import { slownessOf } from "../slow-down.ts";
import { ENCODERS } from "./encode/encoders.ts";
import { PAIRED_GROUPS } from "./groups/rules.ts";
import {
  newContactBudget,
  numberSince,
  quietFor,
  settingsOf,
  slowedDown,
  throughputOf,
} from "./send/settings.ts";

/** Numbers that are paired with a phone, as WhatsApp Web is. */
export const WHATSAPP_WEB: Platform = {
  name: "whatsapp_unofficial",
  encoders: ENCODERS,
  connects: "pairing",
  knowsStatus: "session",
  addressedBy: ["phone", "lid", "group"],
  dropsCopies: true,
  hasServiceWindow: false,
  rendersTemplates: true,
  hasTypedChoices: true,
  looksUpNumbers: true,
  groups: PAIRED_GROUPS,
  takesProxy: true,
  settingsOf,
  throughputOf,
  newContactsPerDay: ({ settings, ...channel }, now) => {
    const { warmup } = slowedDown(settingsOf(settings), slownessOf({ settings, ...channel }));
    const budget = newContactBudget(warmup, numberSince(channel), now);
    return Number.isFinite(budget) ? budget : null;
  },
  quietFor: (settings, now) => quietFor(settingsOf(settings).quiet_hours, now),
};
