/** How icons are spread over files; the build writes the shards and the browser reads them by this rule. */
export const SHARDS = 128

export const shardOf = (name: string): number => {
  let hash = 0
  for (let index = 0; index < name.length; index++) hash = (hash * 31 + name.charCodeAt(index)) >>> 0
  return hash % SHARDS
}
