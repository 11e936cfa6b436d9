/** The plans of statements as the server carried them out, with what each of them read. */
import postgres from "postgres";
import type { Sql } from "../../db/connection/client.ts";
import { searchPath } from "../../db/functions/function-schema.ts";

/** A node of a plan, as `explain (analyze, buffers, format json)` writes it. */
type PlanNode = {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Actual Rows": number;
  "Rows Removed by Filter"?: number;
  "Shared Hit Blocks": number;
  "Shared Read Blocks": number;
  Plans?: PlanNode[];
};

export type WatchedPlan = {
  /** Pages that the statement looked at, each as often as it did. */
  pages: number;
  /** Tables that had more than a few rows and were read as a whole. */
  readWhole: string[];
  indexes: string[];
};

export type Watched = {
  /** One connection, which plans by statistics alone. */
  sql: Sql;
  /** The plans of all statements of some work. */
  plansOf(work: () => Promise<unknown>): Promise<WatchedPlan[]>;
};

/** Watches a connection of its own. End it with `sql.end()`. */
export async function watchPlans(url: string): Promise<Watched> {
  let plans: WatchedPlan[] = [];
  const sql: Sql = postgres(url, {
    max: 1,
    onnotice: ({ message }) => {
      const plan = /plan:\s*(\{[\s\S]*\})/.exec(String(message))?.[1];
      if (plan !== undefined) plans.push(summaryOf((JSON.parse(plan) as { Plan: PlanNode }).Plan));
    },
    types: { bigint: { to: 20, from: [20], parse: Number, serialize: String } },
  });
  await sql`load 'auto_explain'`;
  for (const [name, value] of Object.entries(SETTINGS))
    await sql`select set_config(${name}, ${value}, false)`;
  return {
    sql,
    async plansOf(work) {
      plans = [];
      await work();
      return plans;
    },
  };
}

const SETTINGS = {
  search_path: searchPath(),
  // as in our own sessions
  jit: "off",
  "auto_explain.log_min_duration": "0",
  "auto_explain.log_analyze": "on",
  "auto_explain.log_buffers": "on",
  "auto_explain.log_timing": "off",
  "auto_explain.log_format": "json",
  client_min_messages: "log",
};

/**
 * So many may be looked at: a small table is rightly read as a whole, and so is a part of one. Those that are watched
 * have either far fewer rows or far more, each of their parts too: see makeWholeWeeks in many-rows.ts.
 */
const FEW_ROWS = 2000;

function summaryOf(plan: PlanNode): WatchedPlan {
  const nodes = everyNode(plan);
  const scans = nodes.filter(
    (node) =>
      node["Node Type"] === "Seq Scan" &&
      node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0) > FEW_ROWS,
  );
  return {
    pages: plan["Shared Hit Blocks"] + plan["Shared Read Blocks"],
    readWhole: scans.map((node) => node["Relation Name"] ?? ""),
    indexes: nodes.flatMap((node) => node["Index Name"] ?? []),
  };
}

function everyNode(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(everyNode)];
}
