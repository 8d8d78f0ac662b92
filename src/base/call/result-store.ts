/**
 * Where the whole of a result that was too long for a model is kept. `put` may throw; the caller then cuts the result
 * and says so.
 */
export interface ResultStore {
  /** Keeps `text` and says where, in words a model can act on: a path, a key of a read tool. */
  put(callId: string, text: string): Promise<{ readonly location: string }>;
}
