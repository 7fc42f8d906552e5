/** @jsxImportSource preact */
import type { RunResult } from "../../result.ts";
import { line } from "./safe.ts";
import { type ScreenNode, screenView } from "./screen-model.ts";
import type { RunEvidence } from "./types.ts";

/** The final screen: the picture, the dump's nodes over it, and the same nodes as a list. */
export function ScreenPanel({ result, evidence }: { result: RunResult; evidence: RunEvidence }) {
  const { hierarchy, picture, pictureNote } = evidence;
  const view = screenView(result, hierarchy, picture);
  const unread = result.screen?.reason ?? (hierarchy?.status === "unreadable" ? hierarchy.reason : null);
  const notes = [
    unread ? `The dump could not be read: ${unread}` : null,
    !unread && hierarchy === null ? "There is no dump of the final screen." : null,
    pictureNote,
    picture === null && view ? "Drawn from the dump alone." : null,
    result.screen?.dialog ? `On top: ${result.screen.dialog}` : null,
    result.screen?.keyguard ? "The lock screen was in front." : null,
    view && view.left > 0 ? `${view.left} more nodes are not drawn.` : null,
  ].filter((note) => note !== null);
  return (
    <>
      {view && (
        <div class="screen">
          <svg
            viewBox={`0 0 ${view.width} ${view.height}`}
            tabIndex={view.nodes.length > 0 ? 0 : undefined}
            role="img"
            aria-label={`Final screen with ${view.nodes.length} nodes; arrow keys walk through them, the list below names them`}
            data-screen
          >
            {picture ? (
              <image href={picture.uri} width={view.width} height={view.height} />
            ) : (
              <rect class="blank" width={view.width} height={view.height} />
            )}
            {view.nodes.map(({ bounds: [left, top, right, bottom], shows }, index) => (
              <rect
                key={`${index}`}
                class={shows.length > 0 ? "node lit" : "node"}
                data-node={index}
                x={left}
                y={top}
                width={right - left}
                height={bottom - top}
              />
            ))}
            {picture === null &&
              view.nodes.map(({ node, bounds: [left, top, , bottom] }, index) =>
                node.text === "" || bottom - top > view.height / 4 ? null : (
                  <text key={`${index}`} class="drawn" x={left + 8} y={(top + bottom) / 2}>
                    {line(node.text, 60)}
                  </text>
                ),
              )}
          </svg>
          <p class="inspect" aria-live="polite" data-inspect>
            {view.nodes.length > 0 ? "Point at a node, or focus the picture and use the arrow keys." : ""}
          </p>
        </div>
      )}
      {notes.map((note) => (
        <p class="note" key={note}>
          {line(note, 600)}
        </p>
      ))}
      {view && view.nodes.length > 0 && (
        <details class="nodes">
          <summary>{view.nodes.length} nodes as a list</summary>
          <ol start={0}>
            {view.nodes.map((entry, index) => (
              <NodeRow key={`${index}`} entry={entry} index={index} />
            ))}
          </ol>
        </details>
      )}
    </>
  );
}

function NodeRow({ entry: { node, bounds, shows }, index }: { entry: ScreenNode; index: number }) {
  const flags = [
    node.clickable ? "clickable" : null,
    node.checked ? "checked" : null,
    node.selected ? "selected" : null,
    node.focused ? "focused" : null,
    node.scrollable ? "scrollable" : null,
    node.enabled ? null : "disabled",
  ].filter((flag) => flag !== null);
  return (
    <li data-row={index} class={shows.length > 0 ? "lit" : undefined}>
      {node.text !== "" && <b>{line(node.text, 200)}</b>}{" "}
      {node.contentDesc !== "" && node.contentDesc !== node.text && <i>{line(node.contentDesc, 200)}</i>}{" "}
      {node.resourceId !== "" && <code>{line(node.resourceId, 120)}</code>}{" "}
      <span class="class">{line(node.className.replace(/^.*\./, ""), 60)}</span>{" "}
      <span class="bounds">
        [{bounds[0]},{bounds[1]}][{bounds[2]},{bounds[3]}]
      </span>{" "}
      {flags.length > 0 && <span class="states">{flags.join(" ")}</span>}
      {shows.length > 0 && <strong class="shows"> shows what was expected</strong>}
    </li>
  );
}
