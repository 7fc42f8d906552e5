import { resolveAdbEndpoint } from "../android/adb/endpoint.ts";
import type { Log } from "../daemon/log.ts";
import { type Claimant, realWorld } from "../devices/claim-judge.ts";
import { claimPaths } from "../devices/claim-paths.ts";
import { createDeviceSessions, type LocalDeviceSessions } from "../devices/sessions.ts";
import type { ServerEnvironment } from "../environment.ts";

/** This process's device sessions, with claims where the environment puts them. */
export function openSessions(environment: ServerEnvironment, me: Claimant, log: Log): LocalDeviceSessions {
  const server = resolveAdbEndpoint(process.env);
  const { adbRoot, coordinationDirectory: coordination } = environment;
  return createDeviceSessions({
    me,
    pathsFor: (serial) => claimPaths({ serial, server, adbRoot, coordination }),
    idleMs: environment.sessionIdleMs,
    world: { ...realWorld, leaseIdleMs: environment.leaseIdleMs },
    log,
  });
}
