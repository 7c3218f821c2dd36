import { matchRoutes } from 'react-router-dom'
import { expect, test } from 'vitest'
import { plainAddress, shortRoutes } from './short-routes.tsx'

// S115 S116
test('13.16: short addresses of the specification open their modules, and every application its dashboard', () => {
  const to = (path: string) => (matchRoutes(shortRoutes, path)?.at(-1)?.route.element as { props: { to: string } } | undefined)?.props.to
  expect(to('/employee_portal/dashboard')).toBe('/employee_portal/employee_portal_dashboard')
  const written = [
    ['command', 'recent-logins'],
    ['revenue', 'sales-revenue'],
    ['revenue', 'sales-volume'],
    ['revenue', 'invoice'],
  ] as const
  expect(written.map(([application, module]) => plainAddress(application, module))).toEqual([
    '/command/recent_logins',
    '/revenue/sales_revenue',
    '/revenue/sales_volume',
    undefined,
  ])
  expect(to('/home/profile')).toBe('/account')
  for (const application of ['talent', 'command', 'procurement', 'revenue']) expect(to(`/${application}/dashboard`)).toBe('..')
})
