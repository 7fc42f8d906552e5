export interface NewSuite {
  name: string;
  packageName: string;
  /** null: the app's launcher activity is the start. */
  launchUri: string | null;
  /** A small task of the Playground app that can be proven at once, instead of blanks to fill in. */
  example: boolean;
}

/** A suite that loads, with a word on every key an author may want. */
export function suiteTemplate({ name, packageName, launchUri, example }: NewSuite): string {
  const link =
    launchUri === null
      ? "  # launchUri: app://screen           # deep link to the start screen; without it the app is started plainly"
      : `  launchUri: ${JSON.stringify(launchUri)} # deep link to the start screen`;
  const preferences = example
    ? `  sharedPreferences: # file without .xml -> key -> value; needs a debuggable build
    onboarding_prefs:
      onboarding_completed: true
    auth_prefs:
      is_authenticated: true`
    : `  # sharedPreferences:                 # file without .xml -> key -> value; needs a debuggable build
  #   settings:
  #     onboarding_done: true`;
  return `# yaml-language-server: $schema=../../../schemas/suite.schema.json
# One task, and how to know that it was done. Every key: docs/reference/suite.md.
name: ${name} # must match the file name
platform: android
prompt: ../prompts/${name}.txt
app:
  packageName: ${packageName}
  # apkPath: path/to/app.apk           # installed before each run, relative to the repository root
preflight:
  clearAppData: true
${preferences}
${link}
  settleSeconds: 2
  startScreenIncludes: [${example ? '"TAP SCREEN"' : ""}] # text the app must show before the agent starts
claude:
  # model: claude-sonnet-5-5           # --model overrides it
  disallowedTools: [] # Bash and PowerShell are always denied
  maxBudgetUsd: 2
  timeoutSeconds: 600
verify:
  # The reply's last lines, in this order.
  answerIncludes: ["${example ? "SELECTED: Cherry" : "RESULT: done"}"]
  # The oracle: what the app's own screen must show when the agent has finished. Choose a text that the start screen
  # does not show.
  screenIncludes: ["${example ? "Selected: Cherry" : "Done"}"]
failurePatterns: [] # texts in tool results that count as stumbles
task:
  minSteps: ${example ? 2 : 1} # fewest device actions that solve it
  difficulty: easy
`;
}

/** A prompt that names the task, the device and the fixed last line. */
export function promptTemplate({ packageName, example }: NewSuite): string {
  if (example)
    return `The Playground app is open on its home screen. Use the auto-mobile tools on device {deviceSerial}.

Go to the "Select" tab and tick Cherry.

Leave the app on that screen. End your reply with exactly this line, with what the screen shows as selected:

SELECTED: <item>
`;
  return `The app ${packageName} is open. Use the auto-mobile tools on device {deviceSerial}.

Describe the task here: what to do, on which screen, and how the screen looks when it is done. Say what to achieve, not
which tools to use.

Leave the app on that screen. End your reply with exactly this line:

RESULT: <done or failed>
`;
}

const EXAMPLE_TURNS = `  - say: I go to the tab.
    calls:
      - tool: tapOn
        input: { selector: { text: Select } }
        expect: { includes: ["Selected: none"] } # stops the run when the result shows anything else
  - say: Now I tick it and read what is selected.
    calls:
      - tool: tapOn
        input: { selector: { testTag: select_cherry } }
        capture: { selected: { regex: 'became \\\\"Selected: (\\w+)' } }
answer: |
  It is ticked.

  SELECTED: {selected}
`;

const BLANK_TURNS = `  - say: I look at the screen.
    calls:
      - tool: observe
  # - say: I tap the button.
  #   calls:
  #     - tool: tapOn
  #       input: { selector: { text: Done } }
answer: |
  The task is done.

  RESULT: done
`;

/** A reference solution, for --model scripted. */
export function playbookTemplate({ name, example }: NewSuite): string {
  return `# yaml-language-server: $schema=../../../schemas/playbook.schema.json
# A written solution of ${name}, played by --model scripted: it proves the suite before an agent costs money.
# Every key: docs/reference/playbooks.md.
name: ${name}
turns:
${example ? EXAMPLE_TURNS : BLANK_TURNS}`;
}
