import bundled from 'virtual:module-icons'
import { createElement, useEffect, useState } from 'react'
import { shardOf } from './icon-shards.ts'

type Nodes = readonly (readonly [string, Readonly<Record<string, string>>])[]

const shards = new Map<number, Promise<Record<string, Nodes>>>()
const readShard = (index: number): Promise<Record<string, Nodes>> => {
  const known = shards.get(index)
  if (known) return known
  const reading = fetch(`/icons/${index}.json`).then((answer) => (answer.ok ? answer.json() : {}))
  shards.set(index, reading)
  return reading
}

/** A Tabler outline icon by the name a descriptor gives it; an unknown name leaves an empty square. */
export const ModuleIcon = ({ name, size = 18 }: { name: string; size?: number }) => {
  const [loaded, setLoaded] = useState<Nodes>()
  const nodes = bundled[name] ?? loaded
  useEffect(() => {
    if (bundled[name]) return
    let current = true
    void readShard(shardOf(name)).then((icons) => current && setLoaded(icons[name]))
    return () => {
      current = false
    }
  }, [name])
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      style={{ flex: 'none' }}
    >
      {nodes?.map(([tag, attributes], index) => createElement(tag, { key: index, ...attributes }))}
    </svg>
  )
}
