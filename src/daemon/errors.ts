/** Every code that the server's process side can answer with; docs/reference/server.md has this table. */
export const daemonErrors = {
  daemon_not_running: "No daemon runs in this namespace and none may be started (--no-daemon).",
  daemon_unreachable: "A daemon's socket is there, but nothing could be asked over it.",
  daemon_start_failed: "The daemon ended while it was starting; its log says why.",
  daemon_start_timeout: "The daemon did not answer within AUTOMOBILE_DAEMON_STARTUP_TIMEOUT_MS.",
  daemon_version_mismatch: "The running daemon is of another version or build and can't be replaced now.",
  daemon_stalled: "The daemon holds its socket but does not answer.",
  daemon_connection_lost:
    "The daemon went away during the call; whether the action was carried out is not known.",
  daemon_shutting_down: "The daemon is stopping and takes no more calls.",
  daemon_stop_failed: "The daemon could not be stopped.",
  request_timeout: "The call took longer than AUTOMOBILE_DAEMON_TIMEOUT_MS and was cancelled.",
  request_cancelled: "The client cancelled the call.",
  shared_daemon_namespace:
    "Private data directories are set, but the command would act on the daemon that all your sessions share.",
  foreign_socket: "The control socket belongs to another user or is no socket.",
  device_owned_by_other_session: "Another session of this daemon holds the device.",
  device_owned_by_other_daemon: "Another process holds the device, or a claim on it can't be read.",
} as const;

export type DaemonErrorCode = keyof typeof daemonErrors;

/** A failure of the process side, with a stable code. `retryable`: the same call may succeed later as it is. */
export class DaemonError extends Error {
  readonly code: DaemonErrorCode;
  readonly retryable: boolean;
  constructor(code: DaemonErrorCode, message: string, retryable = false) {
    super(message);
    this.name = "DaemonError";
    this.code = code;
    this.retryable = retryable;
  }
}
