/**
 * When a simulated WhatsApp restricts and bans a number. Planted for the test, and known to nothing else: the score sees
 * only what a daemon could see. Rules and figures are made up, after what operators of banned numbers report.
 */

/** What happened to a number in an hour, as WhatsApp sees it. */
export type Hour = {
  /** Chats that it began, messages in open chats, and messages to numbers without an account. */
  begun: number;
  sent: number;
  toNobody: number;
  /** People who blocked or reported it. */
  reports: number;
  ageDays: number;
};

export type Verdict = { restricted: boolean; banned: boolean };

/** WhatsApp's view of one number; `random` is from 0 to 1. */
export function createJudge(random: () => number): (hour: Hour) => Verdict {
  // some numbers had a life before they were paired
  const trust = 0.6 + 1.8 * random();
  let heat = 0;
  let restrictedFor = 0;
  return ({ begun, sent, toNobody, reports, ageDays }) => {
    const patience = trust * (4 + Math.min(16, ageDays / 3));
    const burst = Math.max(0, begun - 4 * trust) / 6;
    heat = heat * 0.988 + 0.9 * reports + 0.12 * toNobody + burst;
    // whoever talks with people is trusted
    heat *= 1 - Math.min(0.01, Math.max(0, sent - begun) / 4000);
    restrictedFor = heat > 0.7 * patience && random() < 0.2 ? 24 : Math.max(0, restrictedFor - 1);
    // now and then a number goes in a wave of bans, whatever it did
    const banned = heat > patience || random() < 0.00001;
    return { restricted: restrictedFor > 0, banned };
  };
}
