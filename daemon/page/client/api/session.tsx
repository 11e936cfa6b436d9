import { createContext, type ReactNode, useContext } from "react";
import type { ResponseOf } from "./call.ts";

/** Who is logged in, and what they may do. */
export type Me = ResponseOf<"GET /v1/auth/me">;

const SessionContext = createContext<Me | null>(null);

export function SessionProvider({ me, children }: { me: Me; children: ReactNode }) {
  return <SessionContext value={me}>{children}</SessionContext>;
}

/** Who is logged in. Only below the login. */
export function useMe(): Me {
  const me = useContext(SessionContext);
  if (me === null) throw new Error("nobody is logged in here");
  return me;
}

/** Whether the user has a permission. Controls that need another one are not shown. */
export function useMay(): (permission: string) => boolean {
  const { permissions } = useMe();
  return (permission) => permissions.includes("*") || permissions.includes(permission);
}
