/**
 * What `--instructions` (or AUTOMOBILE_SERVER_INSTRUCTIONS=1) puts into `initialize.result.instructions`. Short on purpose:
 * every client pays for it in every conversation.
 */
export const serverInstructions = `AutoMobile drives one Android device.
1. Look before acting: observe returns the screen as rows. A row's elementId or label is what tapOn's selector takes; where a row has an index, pass it too.
2. Most actions return the new screen: read that instead of calling observe again.
3. After a miss, use one of the candidates named in the error. Don't repeat the same call.
4. Something not on the screen: swipeOn with lookFor scrolls until it appears. Something still loading: observe with waitFor.
5. openLink reaches a screen directly; tap through when the task says so.
6. Before you report a result, read it from the screen once more.`;
