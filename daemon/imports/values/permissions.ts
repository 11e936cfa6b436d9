import { beginningOf } from "../../lib/characters.ts";
import type { ContactFields, Refusal } from "../read/row.ts";
import { readMoment } from "./dates.ts";
import { readAnswer } from "./yes-no.ts";

/** A contact's consent to messages on WhatsApp; null is not known. */
export type ImportedConsent = {
  state: "granted" | "denied";
  stated_at: string | null;
  source: string | null;
  proof: string | null;
};
/** Why somebody may be sent nothing on WhatsApp, and since when. */
export type ImportedSuppression = { reason: string; created_at: string | null; proof: string | null };

export type Permissions = { consent?: ImportedConsent; suppression?: ImportedSuppression };

const MOST_PROOF = 2000;
const MOST_TEXT = 200;
const SHOWN = 40;

/**
 * Reads the consent and the suppression of a record. A cell can say yes or no, or the day on
 * which it was said. Values that can't be read are left out and reported.
 */
export function readPermissions(
  fields: ContactFields,
  country: string | null,
): { permissions: Permissions; faults: Refusal[] } {
  const faults: Refusal[] = [];
  const read = createCellReader(fields, country, faults);
  const consent = consentOf(read);
  const suppression = suppressionOf(read);
  return { permissions: { ...(consent && { consent }), ...(suppression && { suppression }) }, faults };
}

function consentOf(read: CellReader): ImportedConsent | undefined {
  const at = read.moment("consent_at");
  const answer = read.answer("consent");
  const source = read.text("consent_source", MOST_TEXT);
  const proof = read.text("consent_proof", MOST_PROOF);
  if (answer === undefined && at === null) return undefined;
  const state = answer === undefined || answer.isYes ? "granted" : "denied";
  return { state, stated_at: at ?? answer?.at ?? null, source: source ?? "import", proof };
}

function suppressionOf(read: CellReader): ImportedSuppression | undefined {
  const at = read.moment("suppression_at");
  const proof = read.text("suppression_proof", MOST_PROOF);
  const reason = read.reason("suppression");
  if (reason === undefined && at === null) return undefined;
  if (reason?.isYes === false) return undefined;
  return { reason: reason?.text ?? "imported", created_at: at ?? reason?.at ?? null, proof };
}

type PermissionField =
  | "consent"
  | "consent_at"
  | "consent_source"
  | "consent_proof"
  | "suppression"
  | "suppression_at"
  | "suppression_proof";
type Answer = { isYes: boolean; at: string | null };
type CellReader = {
  moment(field: PermissionField): string | null;
  answer(field: PermissionField): Answer | undefined;
  reason(field: PermissionField): (Answer & { text: string }) | undefined;
  text(field: PermissionField, most: number): string | null;
};

function createCellReader(fields: ContactFields, country: string | null, faults: Refusal[]): CellReader {
  function fault(field: PermissionField, what: string): void {
    faults.push({ code: `invalid_${field}`, detail: `${field}: ${what}` });
  }
  function pastMoment(text: string): string | null {
    const moment = readMoment(text, country);
    return moment !== null && Date.parse(moment) <= Date.now() + DAY_MS ? moment : null;
  }
  return {
    moment(field) {
      const text = fields[field];
      if (!text || readAnswer(text) === false) return null;
      const moment = pastMoment(text);
      if (moment === null) fault(field, "is not a date in the past; write it as 2026-03-01");
      return moment;
    },
    answer(field) {
      const text = fields[field];
      if (!text) return undefined;
      const isYes = readAnswer(text);
      if (isYes !== null) return { isYes, at: null };
      const at = pastMoment(text);
      if (at !== null) return { isYes: true, at };
      fault(field, `"${beginningOf(text, SHOWN)}" is neither yes nor no`);
      return undefined;
    },
    reason(field) {
      const text = fields[field];
      if (!text) return undefined;
      const isYes = readAnswer(text);
      if (isYes !== null) return { isYes, at: null, text: "imported" };
      const at = pastMoment(text);
      return { isYes: true, at, text: at === null ? beginningOf(text, MOST_TEXT) : "imported" };
    },
    text(field, most) {
      const text = fields[field];
      if (!text) return null;
      if (text.length <= most) return text;
      fault(field, `has more than ${most} characters`);
      return null;
    },
  };
}

const DAY_MS = 24 * 60 * 60 * 1000;
