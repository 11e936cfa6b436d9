import { Nullable, Type } from "../lib/typebox.ts";

/** How servers follow the database. */
export const ReplicationSchema = Type.Object({
  hosts: Type.Integer({ description: "How many servers `DATABASE_URL` names" }),
  standbys: Type.Integer({ description: "Servers that follow the primary" }),
  lag_bytes: Nullable(
    Type.Integer({
      description:
        "How much of the log the one furthest behind has yet to write; null without any, or where the role lacks `pg_monitor`",
    }),
  ),
  synchronous_standby_names: Type.String({ description: "Which of them a commit waits for; empty: none" }),
  needed_standbys: Type.Integer({ description: "For how many of them a commit waits" }),
  synchronous_standbys: Type.Integer({
    description: "How many of those are there; while they are fewer than a commit needs, nothing is accepted",
  }),
});

/** How the server that reads go to follows it. */
export const ReplicaSchema = Type.Object(
  {
    lag_bytes: Nullable(Type.Integer({ description: "How much of the log it has yet to apply" })),
    error: Nullable(Type.String({ description: "Why it can't be read" })),
  },
  { description: "The server of `DATABASE_READ_URL`; null where it is not set" },
);
