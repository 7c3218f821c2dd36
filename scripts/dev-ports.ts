/**
 * Ports of `npm run dev`. The API's is beside the page's unless `API_PORT` says otherwise, so that two checkouts under
 * different ports keep out of each other's way.
 */
export const devPorts = (env: Readonly<Record<string, string | undefined>>): { page: string; api: string } => {
  const page = env['PORT'] ?? '8080'
  return { page, api: env['API_PORT'] ?? String(Number(page) + 1) }
}
