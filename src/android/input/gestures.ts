/** Commands of Android's `input` for the device's shell. Coordinates in pixels of the rotated display, times in ms. */
export interface Point {
  x: number;
  y: number;
}

export function tapCommand({ x, y }: Point): string {
  return `input tap ${x} ${y}`;
}

/** Two taps in one shell, so that they come close enough together to count as one double tap. */
export function doubleTapCommand(point: Point): string {
  return `${tapCommand(point)} && ${tapCommand(point)}`;
}

/** A swipe that goes nowhere is how `input` holds a finger down. */
export function longPressCommand({ x, y }: Point, durationMs: number): string {
  return `input swipe ${x} ${y} ${x} ${y} ${durationMs}`;
}

export function swipeCommand(from: Point, to: Point, durationMs: number): string {
  return `input swipe ${from.x} ${from.y} ${to.x} ${to.y} ${durationMs}`;
}

export function dragCommand(from: Point, to: Point, durationMs: number): string {
  return `input draganddrop ${from.x} ${from.y} ${to.x} ${to.y} ${durationMs}`;
}

export type Direction = "up" | "down" | "left" | "right";

/**
 * Where a finger goes to move in a direction within bounds: along the middle, from 3/4 to 1/4 of the way (the edges
 * belong to the system's own gestures).
 */
export function swipePath(
  bounds: readonly [number, number, number, number],
  direction: Direction,
): { from: Point; to: Point } {
  const [left, top, right, bottom] = bounds;
  const at = (share: number, low: number, high: number) => Math.round(low + (high - low) * share);
  const middleX = at(0.5, left, right);
  const middleY = at(0.5, top, bottom);
  const near = 0.25;
  const far = 0.75;
  switch (direction) {
    case "up":
      return { from: { x: middleX, y: at(far, top, bottom) }, to: { x: middleX, y: at(near, top, bottom) } };
    case "down":
      return { from: { x: middleX, y: at(near, top, bottom) }, to: { x: middleX, y: at(far, top, bottom) } };
    case "left":
      return { from: { x: at(far, left, right), y: middleY }, to: { x: at(near, left, right), y: middleY } };
    case "right":
      return { from: { x: at(near, left, right), y: middleY }, to: { x: at(far, left, right), y: middleY } };
  }
}

const OPPOSITE: Record<Direction, Direction> = { up: "down", down: "up", left: "right", right: "left" };

/** To scroll towards more content below, the finger goes up. */
export function fingerDirection(
  direction: Direction,
  gesture: "swipeFingerTowardsDirection" | "scrollTowardsDirection",
): Direction {
  return gesture === "scrollTowardsDirection" ? OPPOSITE[direction] : direction;
}
