/** Nothing: what starting Bun on a script costs. */
export {};
