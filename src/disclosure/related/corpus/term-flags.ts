/** Where a tool has a term: flags that add up. One with none is in its parameters only. */
export const IN_NAME = 1;
export const IN_OPENING = 2;
export const IN_SOURCE = 4;
export const IN_REST = 8;
