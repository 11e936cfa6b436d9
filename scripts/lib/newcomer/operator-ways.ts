/** How lines are carried out whose words alone don't say it, on the pages for who runs Waypost, and in the client's manual. */
import { CUSTOMERS, file } from "./files.ts";
import type { Ways } from "./way.ts";

const ANY = /./;
const SYSTEM = "takes systemd and a machine of its own; tests/docs/deploy.test.ts has systemd read the unit";
const CONTAINERS = "takes a container engine; tests/scripts/deploy-run.test.ts runs what the image does";
const CLUSTER = "takes a cluster; tests/docs/kubernetes compares the manifests with what is published";

export const OPERATOR_WAYS: Ways = [
  // for this machine only: the others take gigabytes to fetch
  [
    /install/,
    /^\.\/scripts\/build --packages/,
    {
      as: "./waypost/scripts/build --packages --targets linux-x64 --releases https://downloads.example.com/waypost",
    },
  ],
  [
    /performance/,
    ANY,
    { left: "takes long, on a machine of its own; tests/scripts/bench.test.ts runs them quickly" },
  ],
  [/promises/, ANY, { left: "takes long; tests/scripts/proof/short-seed.test.ts runs a seed" }],
  [
    /operations/,
    /^waypostd --role/,
    { left: "the daemon of ./scripts/up runs; tests/start/roles.test.ts starts them" },
  ],
  [ANY, /^\.\/scripts\/build$/, { as: "./waypost/scripts/build" }],
  [/production|high-availability/, /^export DATABASE_/, { left: "servers of the reader's own" }],
  [/high-availability/, /^waypost channels/, { left: "shown in pair-a-number.md" }],
  [/kubernetes/, ANY, { left: CLUSTER }],
  [/production/, /docker|chown 10001/, { left: CONTAINERS }],
  [/production/, /systemctl|\/etc\/|\/usr\/local\/bin/, { left: SYSTEM }],
  [/production/, /^cd docs/, { as: "cd waypost/docs/deploy" }],
  [/production/, /^git pull/, { as: "git -C waypost pull" }],
  [/production/, /^pg_dump …/, { left: "a reader's own backup" }],
  [/production/, /^waypostd init/, { as: "waypostd init --org Acme --email ada@example.com" }],
  [/what-happens/, /inbound retry <id>/, { as: "waypost inbound retry --all" }],
  [
    /operations/,
    /pg_dump|createdb|pg_restore/,
    { left: "takes Postgres's own programs and a server of its own" },
  ],
  [/operations/, /^cp -a/, { as: "cp -a $XDG_DATA_HOME/waypost $HOME/backup-$$" }],

  [
    /access/,
    /keys create --name CI/,
    { as: "waypost keys create --name CI --permission messages:send --channel {channel} --expires 90d" },
  ],
  [/access/, /keys rotate key_…$/, { as: "waypost keys rotate {apikey}" }],
  [/access/, /keys rotate key_… --overlap/, { as: "waypost keys rotate {apikey} --overlap 0s" }],
  [/access/, /keys revoke/, { as: "waypost keys revoke {apikey} --yes" }],
  [
    /access/,
    /^curl .*device\/authorization$/,
    {
      as: "curl -sf -d client_id=backup -d host=nas -d scope=messages:read {url}/v1/auth/device/authorization",
      ready: /"device_code":"(?<device>wpd_[\w-]+)"/,
      ends: true,
    },
  ],
  [
    /access/,
    /^curl .*device\/token$/,
    {
      as: "curl -s -d grant_type=urn:ietf:params:oauth:grant-type:device_code -d device_code={device} {url}/v1/auth/device/token",
      says: /authorization_pending/,
    },
  ],
  [/access/, /users list \|/, { as: "waypost users list" }],
  [
    /access/,
    /users accept|login --email|password (change|reset)/,
    { left: "asks a person, on a terminal; tests/cli/flows types it there" },
  ],
  [/access/, /users reset/, { as: "waypostd users reset owner@localhost" }],
  [
    /access/,
    /orgs set org_… --retention-days default/,
    { as: "waypostd orgs set {organization} --retention-days default" },
  ],
  [
    /access/,
    /orgs set org_…/,
    {
      as: "waypostd orgs set {organization} --retention-days 30 --requests-per-second 2000 --most-channels 500 --most-users 10 --most-media-gb 20",
    },
  ],
  [/access/, /audit --target/, { as: "waypost audit --target {channel}" }],
  [/access/, /^waypostd keys create/, { as: "waypostd keys create --organization {organization}" }],

  [
    /cli\.md/,
    /login --url https:\/\/staging/,
    {
      as: "waypost login --url {url} --profile staging < key.txt",
      before: async (visit) => file("key.txt", await visit.value("key"))(visit),
    },
  ],
  [/cli\.md/, /^waypost login/, { left: "asks a person, on a terminal; tests/cli/flows types it there" }],
  [
    /cli\.md/,
    /channels\/ch_01J/,
    { as: "waypost api PATCH /v1/channels/{channel} -F settings[paused]=false" },
  ],
  [/files\.md/, /menu\.jpg/, { left: "needs ffmpeg, and a picture; tests/media/convert.test.ts makes one" }],
  [
    /cli\.md/,
    /menu\.pdf/,
    { as: "{line} --channel {channel}", before: file("menu.pdf", "%PDF-1.4\n%%EOF\n") },
  ],
  [/files\.md/, /menu\.pdf/, { before: file("menu.pdf", "%PDF-1.4") }],
  [/cli\.md/, /--input people\.csv/, { before: file("people.csv", CUSTOMERS) }],
  [
    /cli\.md/,
    /--content location\.json/,
    {
      as: "waypost send --to 4915112345678 --type location --content location.json --channel {channel}",
      before: file(
        "location.json",
        '{"latitude":52.52,"longitude":13.4,"name":"Shop","address":"Alexanderplatz 1, Berlin"}',
      ),
    },
  ],
  [/cli\.md/, /order_ready|deploy_done/, { left: "a reader's own template" }],
  [/cli\.md/, /^waypost send/, { as: "{line} --channel {channel}" }],
  [/cli\.md/, /uptime \| waypost/, { as: "{line} --channel {channel}" }],
  // another round's is there already, and is not overwritten
  [/cli\.md/, /^waypost samples/, { as: "rm -rf waypost-node; {line}" }],
  [/cli\.md/, /^waypost upgrade/, { codes: [0, 1, 2, 4, 5] }],
  [/crm-and-orders/, /<id>/, { as: "{help}" }],
  [/cli\.md/, /\||<\w+>|webhooks|media|password|contacts {2}|profiles/, { as: "{help}" }],
  [
    /sandbox-web/,
    /phones\/\d+\/scan/,
    { left: "types a code by hand; docs/pair-a-number.md does it with the client" },
  ],
];
