import type { Agent } from 'undici';

let patience: Promise<Agent> | undefined;

/** Loaded with the first request to a server: whoever has programs only does without. */
async function patientAgent(): Promise<Agent> {
  const { Agent } = await import('undici');
  return new Agent({ headersTimeout: 0, bodyTimeout: 0 });
}

/**
 * `fetch` without its own limits of 5 minutes for an answer to begin and to go on: how long a call may take, its signal
 * says.
 */
export async function patientFetch(url: URL, init: RequestInit): Promise<Response> {
  patience ??= patientAgent();
  // Node's fetch takes the dispatcher of another release of undici; its types know their own alone.
  return fetch(url, { ...init, dispatcher: await patience } as RequestInit);
}
