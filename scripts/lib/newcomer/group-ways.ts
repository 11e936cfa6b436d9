/** How the lines about groups are carried out: with a number of the reader's own, and a group that it is in. */
import type { Ways } from "./way.ts";

const PAGE = /paired-messages/;
const CHANNEL = "--channel {family}";

export const GROUP_WAYS: Ways = [
  [PAGE, /channels update ch_/, { as: `waypost channels update {family} --settings '{"groups":true}'` }],
  [PAGE, /send .*@g\.us/, { as: `waypost send ${CHANNEL} --to {group} --text 'Cake at noon' --wait sent` }],
  [PAGE, /groups list|groups create/, { as: `{line} ${CHANNEL}` }],
  [PAGE, /groups get/, { as: `waypost groups get {group} ${CHANNEL}` }],
  [PAGE, /groups update/, { as: `waypost groups update {group} --subject 'Sunday dinner' ${CHANNEL}` }],
  [PAGE, /groups add/, { as: `waypost groups add {group} --participant 14155550125 ${CHANNEL}` }],
  [PAGE, /groups invite/, { as: `waypost groups invite {group} ${CHANNEL}` }],
  [PAGE, /groups join/, { as: `waypost groups join {invite} ${CHANNEL}` }],
  [PAGE, /groups leave/, { as: `waypost groups leave {group} --yes ${CHANNEL}` }],
];
