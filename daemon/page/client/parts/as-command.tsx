import { Terminal } from "lucide-react";
import { Fragment } from "react";
import { Button, Dialog, DialogTrigger, Popover } from "react-aria-components";
import { planRequest, type RequestOf, type Route } from "../api/call.ts";
import { ROOT } from "../api/root.ts";
import { WORDS } from "../words.ts";
import style from "./as-command.module.css";
import button from "./button.module.css";
import { Code } from "./code.tsx";

type AsCommandProps<Name extends Route> = {
  /** The command of `waypost` without its first word, or null where it has none; `quoted` puts texts into it. */
  cli: string | null;
  route: Name;
  request: RequestOf<Name>;
  /** The name of the file that is the request's body. */
  file?: string;
  /** What else can be done there, at one press. */
  more?: readonly (Sample | false)[];
};

/** One thing that can be done, as commands; the first of several needs no title. */
export type Sample = { title: string; cli: string | null; curl: string };

/** A change as `AsCommand` shows it beside others. */
export function sampleOf<Name extends Route>(
  title: string,
  cli: string,
  route: Name,
  request: RequestOf<Name>,
): Sample {
  return { title, cli, curl: curlOf(route, request) };
}

/** Shows the command line and the request that do the same as the view or the change that it stands beside. */
export function AsCommand<Name extends Route>({
  cli,
  route,
  request,
  file,
  more = [],
}: AsCommandProps<Name>) {
  const first = () => ({ title: "", cli, curl: curlOf(route, request, file) });
  return <AsCommands samples={() => [first(), ...more.filter((sample) => sample !== false)]} />;
}

/** Shows the commands for what is there at the moment at which somebody asks for them. */
export function AsCommands({ samples }: { samples: () => readonly Sample[] }) {
  return (
    <DialogTrigger>
      <Button className={`${button.button} ${button.quiet} ${button.icon}`} aria-label={WORDS.asCommand}>
        <Terminal aria-hidden size="1rem" />
      </Button>
      <Popover className={style.popover ?? ""} placement="bottom end" offset={4}>
        <Dialog className={style.dialog ?? ""} aria-label={WORDS.asCommand}>
          <Samples samples={samples} />
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}

function Samples({ samples }: { samples: () => readonly Sample[] }) {
  return (
    <>
      {samples().map(({ title, cli, curl }) => {
        const labelled = (word: string) => (title === "" ? word : `${title}: ${word}`);
        return (
          <Fragment key={title}>
            {title !== "" && <h3>{title}</h3>}
            {cli !== null && <Code label={labelled(WORDS.asCli)}>{`waypost ${cli}`}</Code>}
            <Code label={labelled(WORDS.asCurl)}>{curl}</Code>
          </Fragment>
        );
      })}
      <p className={style.hint}>{WORDS.needsKey}</p>
    </>
  );
}

/** The same request by curl, with a key in place of the login. */
function curlOf<Name extends Route>(route: Name, request: RequestOf<Name>, file?: string): string {
  const { method, path, body } = planRequest(route, request);
  const lines = [
    `curl ${method === "GET" ? "" : `-X ${method} `}"$WAYPOST_URL"${quoted(path)}`,
    `-H "x-api-key: $WAYPOST_API_KEY"`,
  ];
  if (body !== null) lines.push("-H 'content-type: application/json'", `--data ${quoted(pretty(body))}`);
  if (file !== undefined)
    lines.push("-H 'content-type: application/octet-stream'", `--data-binary ${quoted(`@${file}`)}`);
  return lines.join(" \\\n  ");
}

/** A text as one word of a shell's line. */
export function quoted(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** The options of a command that are the same as filters of a list: ` --status failed`. */
export function optionsOf<Name extends string>(
  values: { readonly [Key in Name]?: string },
  options: { readonly [Key in Name]: string },
): string {
  return (Object.keys(options) as Name[])
    .map((name) => (values[name] === undefined ? "" : ` ${options[name]} ${quoted(values[name])}`))
    .join("");
}

/** What the samples have in WAYPOST_URL. */
export const WAYPOST_URL = ROOT.href.replace(/\/$/, "");

function pretty(body: string): string {
  return JSON.stringify(JSON.parse(body), null, 2);
}
