import { basename, dirname } from "node:path";
import { command } from "../../lib/command/command.ts";
import { usageFailure } from "../../lib/failures/failure.ts";
import { readTemplate } from "./files/folder.ts";
import { formatOf } from "./files/template-file.ts";
import { drawMessage } from "./preview/phone.ts";
import { render } from "./preview/rendered.ts";
import { givenValues } from "./preview/values.ts";

/** About what a phone shows of a line. */
const WIDEST = 64;
const NARROWEST = 24;

export const previewTemplate = command({
  path: "templates preview",
  summary: "Show a template file as a phone shows it",
  description:
    "Show the message that a template file makes, as a phone shows it, without a daemon. Variables without a --param are filled with the examples. The texts of authentication templates are Meta's, shown in English.",
  output: "The message, drawn; then where its links lead. With --json, its filled-in texts.",
  arguments: { file: { description: "The template's file" } },
  options: {
    param: {
      value: "value",
      repeat: true,
      description: "Value of a variable of the body, in their order; name=value where they are named",
    },
  },
  examples: [
    {
      description: "With other values than the examples",
      command: "waypost templates preview templates/order_ready.en_US.yaml --param Ada --param 4711",
    },
  ],
  exitCodes: [],
  async run({ cli, arguments: { file }, options }) {
    if (formatOf(file) === null) throw usageFailure(`${file} is neither .yaml nor .json`);
    const { value } = await readTemplate(dirname(file), basename(file));
    if (typeof value === "string") throw usageFailure(`${file}: ${value}`);
    const message = render(value, givenValues(value, options.param));
    const { output, terminal } = cli;
    if (output.format === "json") return await output.json(message);
    const width = Math.max(NARROWEST, Math.min(terminal.columns, WIDEST));
    const look = { width, style: output.dataStyle, isStyled: terminal.colours };
    await output.line(message, drawMessage(message, look).join("\n"));
  },
});
