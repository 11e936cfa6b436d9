/** How the lines about groups are carried out: with a number of the reader's own, and a group that it is in. */
import type { Ways } from "./way.ts";

const PAGE = /paired-messages/;

/** All that a number can do with its groups, one after the other. */
const LIFE_OF_A_GROUP = [
  "waypost groups list",
  "waypost groups create 'Sunday lunch' --participant 14155550123 --participant 14155550124",
  "waypost groups get {group}",
  "waypost groups update {group} --subject 'Sunday dinner'",
  "waypost groups add {group} --participant 14155550125",
  "waypost groups invite {group}",
  "waypost groups join {invite}",
  "waypost groups leave {group} --yes",
].map((line) => `${line} --channel {family}`);

export const GROUP_WAYS: Ways = [
  [PAGE, /channels update ch_/, { as: `waypost channels update {family} --settings '{"groups":true}'` }],
  [
    PAGE,
    /send .*@g\.us/,
    { as: "waypost send --channel {family} --to {group} --text 'Cake at noon' --wait sent" },
  ],
  [PAGE, /groups list/, { as: LIFE_OF_A_GROUP.join(" && ") }],
];
