/** A fresh unguessable id, `<prefix>_<uuid>`. */
export function newId(prefix: string): string {
  return `${prefix}_${crypto.randomUUID()}`;
}
