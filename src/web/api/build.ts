/**
 * Which build of the application runs here, and which the server has: after an update the files of the old one are
 * gone, so that an open page can load no part that it has not loaded before.
 */
import { API_BASE } from './base.ts'

const RELOADED_FOR = 'reloaded-for'

/** The build of this page, as the server wrote it in; undefined in development. */
export const ownBuild = (page: Document = document): string | undefined => {
  const build = page.querySelector<HTMLMetaElement>('meta[name="build"]')?.content
  return build && !build.startsWith('__') ? build : undefined
}

/** The build that the server has now; undefined while it does not answer. */
export async function servedBuild(): Promise<string | undefined> {
  try {
    const response = await fetch(`${API_BASE}/version`, { cache: 'no-store' })
    if (!response.ok) return undefined
    return ((await response.json()) as { data?: { build?: string } }).data?.build || undefined
  } catch {
    return undefined
  }
}

/** Is another build served than the one that runs here? False while that is not known. */
export async function isOutdated(): Promise<boolean> {
  const own = ownBuild()
  const served = own && (await servedBuild())
  return Boolean(served && served !== own)
}

/**
 * Loads the page again for the build that is served, once for each: a cache in between that goes on answering the old page
 * must not make it reload for ever. Answers whether it does.
 */
export async function reloadIfOutdated(reload: () => void = () => location.reload()): Promise<boolean> {
  const own = ownBuild()
  const served = own && (await servedBuild())
  if (!served || served === own || sessionStorage.getItem(RELOADED_FOR) === served) return false
  sessionStorage.setItem(RELOADED_FOR, served)
  reload()
  return true
}
