/**
 * What a daemon inherits. It lives longer than the client that started it and needs nothing of an agent's
 * environment, least of all its credentials: so this is a list of what may pass, not of what may not.
 */
const passing = [
  /^AUTO_?MOBILE_/,
  /^ANDROID_/,
  /^ADB_/,
  /^(HOME|PATH|USER|LOGNAME|SHELL|TMPDIR|TZ|LANG|LC_[A-Z]+|LD_LIBRARY_PATH|DYLD_LIBRARY_PATH|JAVA_HOME)$/,
];

/** The daemon's environment; relative paths in it keep their meaning through AUTOMOBILE_DAEMON_LAUNCH_CWD. */
export function daemonEnvironment(
  env: Readonly<Record<string, string | undefined>>,
  launchCwd: string,
): Record<string, string> {
  const passed: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined && passing.some((pattern) => pattern.test(name))) passed[name] = value;
  }
  return { ...passed, AUTOMOBILE_DAEMON_LAUNCH_CWD: launchCwd };
}
