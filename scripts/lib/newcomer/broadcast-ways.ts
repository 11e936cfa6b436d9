/** How the lines about broadcasts are carried out: with the newest one, which the page has created. */
import type { Way, Ways } from "./way.ts";

const PAGE = /broadcasts/;
const NEWEST = "$(waypost broadcasts list --jq '.data[0].id' | tr -d '\"')";

/** A line about the newest broadcast; for so few people, it may be over before it is paused. */
function aboutNewest(verb: string, more = "", codes = [0]): [RegExp, RegExp, Way] {
  const line = new RegExp(`broadcasts ${verb} bc_…${more === "" ? "" : ".*"}$`);
  return [PAGE, line, { as: `waypost broadcasts ${verb} ${NEWEST}${more}`, codes }];
}

export const BROADCAST_WAYS: Ways = [
  // the pages before have made more channels
  [PAGE, /^waypost broadcasts create --template/, { as: "{line} --channel {channel}" }],
  aboutNewest("preview"),
  aboutNewest("update", " --rate 5"),
  aboutNewest("test", " --to 14155550123"),
  aboutNewest("start"),
  aboutNewest("watch"),
  aboutNewest("pause", "", [0, 3]),
  aboutNewest("resume", "", [0, 3]),
  aboutNewest("people", " --status failed"),
  [PAGE, /report bc_… --csv/, { as: `waypost broadcasts report ${NEWEST} --csv > people.csv` }],
  aboutNewest("report"),
];
