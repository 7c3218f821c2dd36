/** Preferences that this browser stores for its user: small, never data of records. */
import { atom } from 'jotai'
import { atomWithStorage } from 'jotai/utils'

/** Pinned open, or a strip of icons that opens while the pointer is over it. */
export const sidebarAtom = atomWithStorage<'full' | 'mini'>('sidebar', 'full')
/** Groups of menus that are folded, by person: several use one browser. */
export const foldedAtom = atomWithStorage<string[]>('folded-groups', [])
export const foldedKey = (owner: string, application: string, group: string): string => `${owner}/${application}/${group}`

/** The drawer with the menu on narrow screens. */
export const drawerAtom = atom(false)

export type Density = 'compact' | 'normal' | 'relaxed'
export const densityAtom = atomWithStorage<Density>('density', 'normal')

/** Modules opened lately, newest first: `application/module`. The command palette searches them first. */
export const recentModulesAtom = atomWithStorage<string[]>('recent-modules', [])

/** Text of the last breadcrumb; record screens set it through `usePageTitle`. */
export const pageTitleAtom = atom<string | undefined>(undefined)
