import type { ApprovalRecord } from "../../../db/approvals/approvals.ts";
import type { Problem } from "../../http/problem.ts";
import { codePoints } from "../../lib/characters.ts";
import { visible } from "../../lib/text/visible.ts";
import { type Decision, unsignedId } from "./payload.ts";

/** What somebody is asked to approve. */
export type Question = {
  /** The name of the agent's key. */
  agent: string;
  /** The recipient: their number or user id, and the name that they are known by. */
  to: string;
  name: string | null;
  /** What it is expected to cost; null where that is not known, or nothing. */
  cost: string | null;
  /** When it is too late. */
  until: Date;
  /** What is sent, as its recipient reads it. */
  text: string;
  /** Whether that is all there is to it: no file, no button. */
  isWhole: boolean;
  /** Where the page shows it; null where the page's address is not known. */
  url: string | null;
};

/** Characters of a body with buttons (Meta, "Interactive reply buttons messages"). */
const LONGEST_BODY = 1024;
const LONGEST_NAME = 60;
/** So many empty lines hide what follows below the fold of a chat. */
const GAP = /(?:\n\s*){4}/;

/**
 * The content of the message that asks. What is not seen whole in it can only be refused by its buttons: to approve it,
 * it has to be opened elsewhere.
 */
export function contentOf(question: Question) {
  const head = headOf(question);
  const text = visible(question.text);
  const whole = `${head}\n\n${text}`;
  const isSeen = text === question.text && !GAP.test(text) && codePoints(whole) <= LONGEST_BODY;
  const refuse = { id: unsignedId("refuse"), title: "Refuse" };
  if (question.isWhole && isSeen)
    return { body: whole, buttons: [{ id: unsignedId("approve"), title: "Send it" }, refuse] };
  const where = question.url === null ? "on the page" : `at ${question.url}`;
  const tail = `This can't be approved here, where not all of it can be seen. Read and approve it ${where}`;
  const room = LONGEST_BODY - codePoints(`${head}\n\n\n\n${tail}`);
  return { body: `${head}\n\n${shortened(text.replace(GAP, "\n"), room)}\n\n${tail}`, buttons: [refuse] };
}

function headOf({ agent, to, name, until, cost }: Question): string {
  const person = name === null ? to : `${to} (${oneLine(name)})`;
  const moment = until.toISOString().slice(0, 16).replace("T", " ");
  return `${oneLine(agent)} asks to send this to ${person}, until ${moment} UTC${cost === null ? "" : `, for ${cost}`}:`;
}

/** A name that can't look like more than a name. */
function oneLine(name: string): string {
  return shortened(visible(name).replace(/\s+/g, " ").trim(), LONGEST_NAME);
}

function shortened(text: string, most: number): string {
  const points = [...text];
  return points.length <= most ? text : `${points.slice(0, most - 1).join("")}…`;
}

/** The answer to the press that decided; what was approved and could not be sent says why. */
export function decidedWords({ status, reason }: ApprovalRecord, decision: Decision): string {
  if (decision === "refuse") return "Refused.";
  return status === "refused" ? `Not sent: ${reason}` : "Sent.";
}

/** The answer to a press that came too late. */
export function tooLateWords({ code, extras }: Problem): string {
  if (code === "approval_expired") return "Too late: nobody decided in time, so it was not sent.";
  return `Too late: it was ${extras.members?.status} before.`;
}
