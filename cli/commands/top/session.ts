import type { Overview } from "../../lib/api/types/overview.ts";
import { contentsOf, PANES, type Pane } from "./panes.ts";

/** The shown part of the overview, and the user's place in it. */
export type TopSession = {
  overview: Overview;
  /** Why the overview is older than it should be; null while it is not. */
  lost: string | null;
  pane: Pane;
  /** The chosen row of each pane; the first where it is null, or gone. */
  chosen: Readonly<Record<Pane, string | null>>;
  /** Lines of the details or the help that are scrolled past. */
  scroll: number;
  shows: "panes" | "details" | "help";
  /** The result of the last key. */
  notice: string | null;
};

export type Move = "up" | "down" | "page up" | "page down" | "next pane" | "previous pane" | Pane;

/** The session before anything was typed. */
export function newSession(overview: Overview): TopSession {
  const chosen = { channels: null, lanes: null, endpoints: null, errors: null };
  return { overview, lost: null, pane: "channels", chosen, scroll: 0, shows: "panes", notice: null };
}

/** The session with what the daemon says now. */
export function withOverview(session: TopSession, overview: Overview): TopSession {
  return { ...session, overview, lost: null };
}

/** Where the chosen row of a pane is among its rows; 0 when there is none. */
export function chosenIndex({ overview, chosen }: TopSession, pane: Pane): number {
  const { rows } = contentsOf(overview, pane);
  return Math.max(
    0,
    rows.findIndex(({ id }) => id === chosen[pane]),
  );
}

/** The row that keys are about. */
export function chosenRow(session: TopSession) {
  return contentsOf(session.overview, session.pane).rows[chosenIndex(session, session.pane)];
}

/** The session after a key that moves: the choice, the pane, or the text as far as `lastScroll`. */
export function withMove(
  session: TopSession,
  move: Move,
  size: { page: number; lastScroll: number },
): TopSession {
  const there = { ...session, notice: null };
  const step = stepOf(move, size.page);
  if (step === null) return { ...there, shows: "panes", pane: paneAfter(session.pane, move) };
  if (session.shows !== "panes") {
    return { ...there, scroll: Math.max(0, Math.min(size.lastScroll, session.scroll + step)) };
  }
  const { pane, chosen } = session;
  const { rows } = contentsOf(session.overview, pane);
  const index = Math.max(0, Math.min(rows.length - 1, chosenIndex(session, pane) + step));
  return { ...there, chosen: { ...chosen, [pane]: rows[index]?.id ?? null } };
}

/** The session with the chosen row in full, with the help, or back with the panes. */
export function withView(session: TopSession, shows: TopSession["shows"]): TopSession {
  const row = chosenRow(session);
  if (shows === "details" && row === undefined) return session;
  const chosen = { ...session.chosen, [session.pane]: row?.id ?? null };
  return { ...session, chosen, shows, scroll: 0, notice: null };
}

function stepOf(move: Move, page: number): number | null {
  if (move === "up") return -1;
  if (move === "down") return 1;
  if (move === "page up") return -page;
  return move === "page down" ? page : null;
}

function paneAfter(pane: Pane, move: Move): Pane {
  const index = PANES.indexOf(pane);
  if (move === "next pane") return PANES[(index + 1) % PANES.length] ?? pane;
  if (move === "previous pane") return PANES.at(index - 1) ?? pane;
  return PANES.find((one) => one === move) ?? pane;
}
