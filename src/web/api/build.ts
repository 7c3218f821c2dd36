/**
 * The build of the application that runs here, and the server's: after an update the files of the old one are gone, so
 * that an open page cannot load parts that it has not loaded before.
 */
import { API_BASE } from './base.ts'

const RELOADED_FOR = 'reloaded-for'

/** The build of this page, as the server wrote it in; undefined in development. */
export const ownBuild = (page: Document = document): string | undefined => {
  const build = page.querySelector<HTMLMetaElement>('meta[name="build"]')?.content
  return build && !build.startsWith('__') ? build : undefined
}

/** The build that the server has now; undefined while it does not answer. */
async function servedBuild(): Promise<string | undefined> {
  try {
    const response = await fetch(`${API_BASE}/version`, { cache: 'no-store' })
    if (!response.ok) return undefined
    return ((await response.json()) as { data?: { build?: string } }).data?.build || undefined
  } catch {
    return undefined
  }
}

/** Whether another build is served than the one that runs here. False while that is not known. */
export async function isOutdated(): Promise<boolean> {
  const currentBuild = ownBuild()
  const served = currentBuild && (await servedBuild())
  return Boolean(served && served !== currentBuild)
}

/**
 * Reloads the page for the served build, once for each: a cache in between that still answers with the old page must not
 * make it reload for ever. Returns whether it reloads.
 */
export async function reloadIfOutdated(reload: () => void = () => location.reload()): Promise<boolean> {
  const currentBuild = ownBuild()
  const served = currentBuild && (await servedBuild())
  if (!served || served === currentBuild || sessionStorage.getItem(RELOADED_FOR) === served) return false
  sessionStorage.setItem(RELOADED_FOR, served)
  reload()
  return true
}
