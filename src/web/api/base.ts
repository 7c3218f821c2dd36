/**
 * The address of the API. A build for several hosts names the API of each (`VITE_API_ENVIRONMENTS`, JSON of host to
 * address), a build on another host than its API names that one (`VITE_API_BASE`); each ends in `/api/v1`. Otherwise the
 * API is on the host that sent the page.
 */
export const baseFor = (host: string, environments: Readonly<Record<string, string>> = {}, configured?: string): string =>
  (environments[host] ?? configured ?? '/api/v1').replace(/\/$/, '')

const { VITE_API_ENVIRONMENTS: environments, VITE_API_BASE: configured } = import.meta.env as Record<string, string | undefined>

export const API_BASE = baseFor(location.host, environments ? (JSON.parse(environments) as Record<string, string>) : {}, configured)
