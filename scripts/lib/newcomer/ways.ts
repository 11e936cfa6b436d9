/** How lines are carried out whose words alone don't say it, on the pages for who uses Waypost. */
import { BROADCAST_WAYS } from "./broadcast-ways.ts";
import { CUSTOMERS, file, spreadsheet, TEMPLATE } from "./files.ts";
import { GROUP_WAYS } from "./group-ways.ts";
import type { Ways } from "./way.ts";

const ANY = /./;
const PAIRING = /(?<pairing>ch_\w+) is pairing/;
const SCAN = ["waypost sandbox phone {own} --scan {pairing} --once"];

export const WAYS: Ways = [
  // both were done to get here
  [/README/, /^git clone|^\.\/scripts\/up$/, { as: "true" }],
  [
    /README/,
    /^\.\/scripts\/waypost /,
    { as: "waypost send --to 14155550123 --text 'Your table is ready' --wait read --channel {channel}" },
  ],
  [/README/, /^export DATABASE_URL/, { as: "export DATABASE_URL={database} WAYPOST_HOME=$HOME/production" }],
  [/README/, /^export WAYPOST_MASTER_KEY/, { as: "export WAYPOST_MASTER_KEY={masterkey}" }],
  [/README/, /^waypostd$/, { as: "env WAYPOST_PORT=0 waypostd", ready: /"waypost is ready"/ }],
  [ANY, /^waypostd$/, { left: "the daemon of ./scripts/up runs" }],

  [ANY, /channels pair --name Shop$/, { ready: PAIRING, meanwhile: SCAN, ends: true, says: /connected\t/ }],
  [
    ANY,
    /channels pair .*--code/,
    {
      ready: /pairing_code\t(?<code>\w{8})/,
      meanwhile: ["waypost sandbox phone 4915550100 --code {code} --once"],
      ...{ ends: true, says: /connected\t/ },
    },
  ],
  [ANY, /channels pair .*--png/, { ready: PAIRING, meanwhile: SCAN, ends: true, says: /connected\t/ }],
  [ANY, /channels pair .*--json/, { ready: PAIRING, meanwhile: SCAN, ends: true }],
  [
    ANY,
    /phone 15557010001 --scan/,
    {
      as: "waypost channels pair --name Shop",
      ready: PAIRING,
      meanwhile: ["waypost sandbox phone 15557010001 --scan {pairing} --once"],
      ends: true,
    },
  ],
  [
    /pair-a-number/,
    /send --channel ch_…/,
    { as: "waypost send --channel {pairing} --to 14155550123 --text 'Your order is ready' --wait delivered" },
  ],
  [/pair-a-number/, /channels get ch_…/, { as: "waypost channels get {pairing}" }],
  [/pair-a-number/, /channels lookup/, { as: "waypost channels lookup {pairing} --phone 14155550123" }],
  [/pair-a-number/, /channels presence/, { as: "waypost channels presence {pairing} 14155550123" }],
  [/pair-a-number/, /disconnect ch_…$/, { as: "waypost channels disconnect {pairing}" }],
  [/pair-a-number/, /--logout/, { as: "waypost channels disconnect {pairing} --logout --yes" }],
  [
    /pair-a-number/,
    /pair ch_…$/,
    { as: "waypost channels pair {pairing}", ready: PAIRING, meanwhile: SCAN, ends: true },
  ],

  ...GROUP_WAYS,
  ...BROADCAST_WAYS,

  [/files/, /menu\.pdf/, { before: file("menu.pdf", "%PDF-1.4\n%%EOF\n") }],
  [/limits/, /channels limits ch_…/, { as: "waypost channels limits {channel}" }],
  [
    ANY,
    /^waypost listen /,
    { ready: /whsec_/, meanwhile: ["waypost trigger message.new"], says: /message\.new/ },
  ],
  [ANY, /^waypost (events|logs) +tail$/, { ready: /^/, meanwhile: ["waypost trigger message.new"] }],
  [
    ANY,
    /webhooks +verify request\.txt/,
    { left: "needs a request that was captured; tests/cli/webhooks-verify.test.ts makes one" },
  ],
  [ANY, /^waypost endpoints test/, { as: "waypost endpoints test {endpoint}" }],
  [
    ANY,
    /^waypost endpoints pause <id>;/,
    { as: "waypost endpoints pause {endpoint}; waypost endpoints resume {endpoint}" },
  ],
  [
    ANY,
    /replay --since 2h --status failed$/,
    {
      as: "waypost deliveries replay --since 2h --status failed --yes",
      // to an endpoint that is not there it goes on trying
      ready: /delivered|nothing/i,
    },
  ],
  [ANY, /deliveries retry evt_/, { as: "waypost deliveries retry {event} --endpoint {endpoint} --wait" }],

  [
    /onboard/,
    /^curl /,
    {
      as: 'curl --fail-with-body -sS -X POST -H "Authorization: Bearer $(cat token.txt)" {graph}/$WABA_ID/subscribed_apps',
      before: file("token.txt", "EAAsandbox0123456789abcdefghijklmnop"),
    },
  ],
  // the sandbox's second number is not registered yet, or is a channel already, which it says
  [/onboard/, /^waypost channels create/, { codes: [0, 3, 5] }],
  [/onboard/, /channels register/, { as: "waypost channels register {other} --pin 314159" }],
  [
    /onboard/,
    /^waypost send/,
    {
      as: "waypost send --to 4915112345678 --template hello_world --lang en_US --wait delivered --channel {channel}",
    },
  ],
  [ANY, /^waypost waba +connect/, { as: "waypost waba connect --code {signup}" }],
  [/onboard/, /channels get ch_…/, { as: "waypost channels get {other}" }],
  [/onboard/, /channels update ch_…/, { as: "waypost channels update {other} --access-token - < token.txt" }],
  [ANY, /^waypost doctor$/, { codes: [0, 5] }],

  [/send-from-ci/, /^if ! "\$\{BACKUP/, { as: "export BACKUP=false\n{line}" }],

  // the sandbox may have what earlier pages made
  [
    /templates-as-code/,
    /^waypost templates sync/,
    {
      as: "waypost templates sync && waypost templates pull templates --channel {channel} && waypost templates lint templates && waypost templates diff templates --channel {channel} && waypost templates push templates --dry-run --channel {channel}",
      codes: [0, 5],
    },
  ],
  [/templates-as-code/, /templates (lint|diff|push)/, { codes: [0, 5] }],
  [
    /templates-as-code/,
    /templates preview/,
    { as: "waypost templates preview order.json --param Eve", before: file("order.json", TEMPLATE) },
  ],

  [/events/, /^curl -N/, { ready: /retry: 1000/ }],
  [
    /events/,
    /\| jq /,
    { as: "waypost events list --since 2h --events message.status_update --ndjson | cat" },
  ],
  [/imports/, /--refused refused\.csv$/, { as: "rm -f refused.csv; {line} --yes", before: spreadsheet }],
  [/imports/, /contacts import customers\.xlsx/, { before: spreadsheet }],
  [/imports/, /@customers\.csv/, { before: file("customers.csv", CUSTOMERS) }],

  // its second picture has what was read
  [/inbox|cli/, /^waypost inbox/, { ready: /q end[\s\S]*q end/, types: "q" }],
  [/inbox/, /conversations messages/, { as: "waypost conversations messages {conversation}" }],
  [
    /inbox/,
    /conversations reply/,
    { as: "waypost conversations reply {conversation} --text 'It is ready' --wait delivered" },
  ],
  [/inbox/, /conversations read/, { as: "waypost conversations read {conversation}" }],
  [/inbox/, /send --conversation/, { as: "waypost send --conversation {conversation} --text 'It is ready'" }],
];
