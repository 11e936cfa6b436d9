import { isatty } from "node:tty";

/** Capabilities of the three standard streams, read once at the start. */
export type Terminal = {
  /** The user can be prompted: input is typed and the question is visible. */
  canPrompt: boolean;
  /** Standard output is looked at by a person. */
  isOutput: boolean;
  /** Lines of standard error may be drawn again in place. */
  canRedraw: boolean;
  colours: boolean;
  /** Colours on standard error, which may be a terminal when standard output is not. */
  errorColours: boolean;
  /** The size as it is now. */
  readonly columns: number;
  readonly rows: number;
};

export type Environment = Readonly<Record<string, string | undefined>>;

export function describeTerminal(environment: Environment, colour: boolean): Terminal {
  const output = isatty(1);
  const error = isatty(2);
  const dumb = environment.TERM === "dumb";
  const colours = colour && !environment.NO_COLOR && !dumb;
  return {
    canPrompt: isatty(0) && error,
    isOutput: output,
    // `CI` is set by build services, some of which give a terminal nobody looks at.
    canRedraw: error && !dumb && environment.CI === undefined,
    colours: colours && output,
    errorColours: colours && error,
    get columns() {
      return process.stdout.columns ?? process.stderr.columns ?? 80;
    },
    get rows() {
      return process.stdout.rows ?? process.stderr.rows ?? 24;
    },
  };
}
