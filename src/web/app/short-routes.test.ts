import { matchRoutes } from 'react-router-dom'
import { expect, test } from 'vitest'
import { shortRoutes } from './short-routes.tsx'

// S115 S116
test('13.16: short addresses of the specification lead to their modules, and every application to its dashboard', () => {
  const to = (path: string) => (matchRoutes(shortRoutes, path)?.at(-1)?.route.element as { props: { to: string } } | undefined)?.props.to
  expect(to('/command/recent-logins')).toBe('/command/recent_logins')
  expect(to('/employee_portal/dashboard')).toBe('/employee_portal/employee_portal_dashboard')
  expect([to('/revenue/sales-revenue'), to('/revenue/sales-volume')]).toEqual(['/revenue/sales_revenue', '/revenue/sales_volume'])
  expect(to('/home/profile')).toBe('/account')
  for (const application of ['talent', 'command', 'procurement', 'revenue']) expect(to(`/${application}/dashboard`)).toBe('..')
})
