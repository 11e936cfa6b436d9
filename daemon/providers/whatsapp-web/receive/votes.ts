import { createHash } from "node:crypto";
import type { proto } from "baileys";
import type { Library } from "../library/library.ts";
import type { Original } from "../send/records.ts";

export type Vote = {
  /** WhatsApp's id of the poll. */
  pollId: string;
  update: proto.Message.IPollUpdateMessage;
  /** Addresses the poll's author may have had in the voter's eyes: by number, by LID. */
  creators: readonly string[];
  voters: readonly string[];
};

/**
 * The options that somebody ticked, by their words; null when the vote can't be
 * opened. A vote is sealed with the poll's secret and both sides' addresses,
 * and names options by their SHA-256 (Baileys, `Utils/process-message`, decryptPollVote).
 */
export function openVote(library: Library, poll: Original, vote: Vote): string[] | null {
  const message = library.proto.Message.decode(poll.message);
  const pollEncKey = message.messageContextInfo?.messageSecret;
  const sealed = vote.update.vote;
  const creation =
    message.pollCreationMessage ??
    message.pollCreationMessageV2 ??
    message.pollCreationMessageV3 ??
    message.pollCreationMessageV5;
  if (!pollEncKey || !sealed || !creation) return null;
  const words = new Map(
    (creation.options ?? []).map(({ optionName }) => [digest(optionName ?? ""), optionName ?? ""]),
  );
  for (const pollCreatorJid of vote.creators) {
    for (const voterJid of vote.voters) {
      const context = { pollCreatorJid, pollMsgId: vote.pollId, pollEncKey, voterJid };
      const opened = opening(() => library.decryptPollVote(sealed, context));
      if (opened === null) continue;
      return (opened.selectedOptions ?? []).flatMap((option) => {
        const word = words.get(Buffer.from(option).toString("hex"));
        return word === undefined ? [] : [word];
      });
    }
  }
  return null;
}

/** A vote opens with the right addresses alone. */
function opening<Result>(open: () => Result): Result | null {
  try {
    return open();
  } catch {
    return null;
  }
}

function digest(option: string): string {
  return createHash("sha256").update(option).digest("hex");
}
